import { createServer, type RequestListener, type Server } from 'node:http';
import { BlockList, isIPv6, type Socket } from 'node:net';
import type { App } from '#server/dependencies.ts';
import { normaliseClientAddress, isLoopbackAddress } from './rate-limits.ts';

const MAX_PER_CLIENT = 200;

/** Time without traffic after which a connection is closed; up to twice that for a stuck reply, as Node checks twice. */
const SILENCE_MS = 60_000;

/**
 * Creates the server that Fastify listens with (its `serverFactory`: given one, it sets no timeout itself). Timeouts: 10 s
 * for the headers of a request, 30 s for all of it (Node would swap the two if the one for headers were longer),
 * 72 s between two requests, 60 s without traffic.
 */
export function createHttpServer(handle: RequestListener): Server {
  const server = createServer(
    {
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      keepAliveTimeout: 72_000,
      connectionsCheckingInterval: 5_000,
      // Node would refuse it with a bare 400; `registerOriginCheck` does so like everything else.
      requireHostHeader: false,
    },
    handle,
  );
  return server.setTimeout(SILENCE_MS);
}

/**
 * Limits concurrent connections per client address to `max`; further ones are closed without a reply. Declared proxies
 * and loopback are exempt, because many clients may be behind them.
 */
export function limitConnectionsPerClient(
  app: App,
  max = MAX_PER_CLIENT,
  isExempt = createExemption(app),
): void {
  const open = new Map<string, number>();
  app.server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress;
    if (address === undefined || isExempt(address)) return;
    const client = normaliseClientAddress({ ip: address });
    const count = open.get(client) ?? 0;
    if (count >= max) {
      socket.destroy();
      return;
    }
    open.set(client, count + 1);
    socket.once('close', () => {
      const left = (open.get(client) ?? 1) - 1;
      if (left > 0) open.set(client, left);
      else open.delete(client);
    });
  });
}

function createExemption(app: App): (address: string) => boolean {
  const proxies = new BlockList();
  for (const network of app.dependencies.trustedProxies) {
    const [address = '', bits] = network.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) proxies.addAddress(address, family);
    else proxies.addSubnet(address, Number(bits), family);
  }
  return (address) =>
    isLoopbackAddress(normaliseClientAddress({ ip: address })) ||
    proxies.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

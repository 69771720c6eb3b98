import { BlockList, isIPv6, type Socket } from 'node:net';
import type { App } from '#server/dependencies.ts';
import { toClientAddress, isLoopback } from './limits.ts';

const MAX_PER_CLIENT = 200;

/**
 * Timeouts: 10 s for the headers of a request, 30 s for all of it, 60 s without traffic (up to 120 s for a stuck reply:
 * Node checks twice). Node would swap the first two if the one for headers were longer.
 */
export const TIMEOUTS = {
  requestTimeout: 30_000,
  connectionTimeout: 60_000,
  http: {
    headersTimeout: 10_000,
    connectionsCheckingInterval: 5_000,
    // Node would refuse it with a bare 400; `registerOriginCheck` does so like everything else.
    requireHostHeader: false,
  },
};

/**
 * Limits concurrent connections per client address to `max`; further ones are closed without a reply. Declared proxies
 * and loopback are exempt, because many clients may be behind them.
 */
export function limitConnections(
  app: App,
  max = MAX_PER_CLIENT,
  isExempt = createExemption(app),
): void {
  const open = new Map<string, number>();
  app.server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress;
    if (address === undefined || isExempt(address)) return;
    const client = toClientAddress({ ip: address });
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
    isLoopback(toClientAddress({ ip: address })) ||
    proxies.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

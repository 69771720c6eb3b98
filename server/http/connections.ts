import { BlockList, isIPv6, type Socket } from 'node:net';
import type { App } from '#server/dependencies.ts';
import { clientOf, isLoopback } from './limits.ts';

const MOST_A_CLIENT = 200;

/**
 * How long a caller may take: 10 s for the head of a request, 30 s for all of it, and a minute without
 * a byte moving (two for a reply that is stuck: Node looks twice). Node swaps the first two when the head is given more time than the whole.
 */
export const PATIENCE = {
  requestTimeout: 30_000,
  connectionTimeout: 60_000,
  http: {
    headersTimeout: 10_000,
    connectionsCheckingInterval: 5_000,
    // Node would refuse it with a bare 400; `checkOrigin` does so like everything else.
    requireHostHeader: false,
  },
};

/**
 * Closes the connections of a client beyond `most`. Declared proxies and this machine, behind whom
 * everybody may come, are spared.
 */
export function boundConnections(app: App, most = MOST_A_CLIENT, spares = sparedBy(app)): void {
  const open = new Map<string, number>();
  app.server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress;
    if (address === undefined || spares(address)) return;
    const client = clientOf({ ip: address });
    const count = open.get(client) ?? 0;
    if (count >= most) {
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

function sparedBy(app: App): (address: string) => boolean {
  const proxies = new BlockList();
  for (const network of app.dependencies.trustedProxies) {
    const [address = '', bits] = network.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) proxies.addAddress(address, family);
    else proxies.addSubnet(address, Number(bits), family);
  }
  return (address) =>
    isLoopback(clientOf({ ip: address })) ||
    proxies.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

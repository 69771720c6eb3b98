import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** What a receiver does with the next request: answers with a status, lets its answer be lost, or never answers. */
type Behaviour = number | 'lost' | 'silent';

/** Starts a receiver of webhooks on loopback, which keeps what arrives and takes it with 204 unless told otherwise. */
export async function startWebhookReceiver() {
  const received: { path: string; headers: IncomingHttpHeaders; body: string }[] = [];
  const next: Behaviour[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      received.push({ path: request.url ?? '', headers: request.headers, body });
      const behaviour = next.shift() ?? 204;
      if (behaviour === 'lost') request.socket.destroy();
      else if (behaviour !== 'silent')
        response.writeHead(behaviour, { location: '/elsewhere' }).end('thanks');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    /** Sets what it does with the next requests. */
    answer: (...behaviours: Behaviour[]) => void next.push(...behaviours),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
}

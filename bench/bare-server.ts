import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'pg';

// The baseline: node:http, the driver, the very statement of a route of ours, JSON.stringify of its very reply.

/** The path of each reply, with its statement. */
export interface BareServerOptions {
  databaseUrl: string;
  replies: Record<string, { text: string; params: unknown[]; body: unknown }>;
}

const { databaseUrl, replies } = JSON.parse(process.argv[2] ?? '') as BareServerOptions;
const pool = new Pool({ connectionString: databaseUrl });
const server = createServer((request, response) => {
  const { text, params, body } = replies[request.url ?? ''] ?? { text: 'no such path' };
  pool
    .query({ name: request.url, text, values: params })
    .then(({ rows }) => {
      if (rows.length !== 1) throw new Error('nobody was found');
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    })
    .catch(() => response.writeHead(500).end());
});
server.listen(0, '127.0.0.1', () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.once('SIGTERM', () => process.exit(0));

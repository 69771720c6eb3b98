import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'pg';
import type { BareReply } from './requests.bench.ts';

// The baseline: node:http, the driver, the very statement of a route of ours, JSON.stringify of its very reply. Nothing
// else. What it is to answer comes as a message.

const pool = new Pool({ connectionString: process.argv[2] });
let replies: Record<string, BareReply> = {};

const server = createServer((request, response) => {
  const reply = replies[request.url ?? ''];
  if (!reply) {
    response.writeHead(404).end();
    return;
  }
  pool
    .query({ name: request.url, text: reply.text, values: reply.params })
    .then(({ rows }) => {
      if (rows.length !== 1) throw new Error('nobody was found');
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(reply.body));
    })
    .catch(() => response.writeHead(500).end());
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.send?.({ url: `http://127.0.0.1:${port}` });
});
process.on('message', (given) => void (replies = given as typeof replies));
process.once('SIGTERM', () => process.exit(0));

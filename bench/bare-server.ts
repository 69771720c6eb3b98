import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { v7 } from 'uuid';
import { openDatabase } from '#server/db/connect.ts';
import { buildListStatement } from '#server/features/library/reads.ts';

// The baseline: node:http, the driver, the list's own statement, JSON.stringify. Nothing else.

const { db, sql } = await openDatabase({ url: process.argv[2], migrate: false });
const { sql: list } = buildListStatement(db);
const parameters = ['en', 'en', v7(), '21'];

const server = createServer((_request, response) => {
  sql
    .unsafe(list, parameters, { prepare: true })
    .then((rows) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(rows));
    })
    .catch(() => response.writeHead(500).end());
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.send?.({ url: `http://127.0.0.1:${port}/`, headers: {} });
});
process.once('SIGTERM', () => process.exit(0));

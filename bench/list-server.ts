import { createWriteStream } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { buildApp } from '#server/app.ts';
import { openDatabase } from '#server/db/connect.ts';
import { createLog } from '#server/log.ts';
import { createTestDependencies } from '#server/testing/dependencies.ts';
import { makePerson } from '#server/testing/people.ts';

// The complete server with a signed-in person who has a pass.

const database = await openDatabase({ url: process.argv[2], migrate: false });
const { db } = database;
const { dependencies } = await createTestDependencies(database, {
  // Written as in earnest, read by nobody.
  log: createLog({ level: 'info', stream: createWriteStream('/dev/null') }),
  loadLimits: { requestsPerMinute: 10_000_000 },
});
const app = await buildApp(dependencies);
const person = await makePerson(app, db, { state: 'pass' });
await app.listen({ host: '127.0.0.1', port: 0 });
const { port } = app.server.address() as AddressInfo;
process.send?.({
  url: `http://127.0.0.1:${port}/api/contents?limit=20`,
  headers: { cookie: person.cookie() },
});
process.once('SIGTERM', () => process.exit(0));

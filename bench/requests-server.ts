import { randomUUID } from 'node:crypto';
import { openSync, writeSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { buildApp } from '#server/app.ts';
import { importContent } from '#server/content.ts';
import { openDatabase } from '#server/db/connect.ts';
import type { OwnRows } from '#server/db/own-rows.ts';
import { buildCallerQuery } from '#server/features/identity/reads.ts';
import { ownLibraryList } from '#server/features/library/reads.ts';
import { ownProfile } from '#server/features/profile/reads.ts';
import { createLog } from '#server/log.ts';
import { createTestDependencies } from '#server/testing/dependencies.ts';
import { createTestPerson } from '#server/testing/people.ts';

// The complete server with the starter library and somebody who has practised, for bench/requests.bench.ts. It tells its
// address, and the statements that its replies come from, for bench/bare-server.ts.

const ROOT = path.join(import.meta.dirname, '..');
const HOUR_MS = 3_600_000;
const LISTENS = 30;
const timeZone = 'Europe/Paris';

const database = await openDatabase({ url: process.argv[2], migrate: false });
const { db } = database;
const sink = openSync('/dev/null', 'w');
await importContent(db, path.join(ROOT, 'content'));
const { dependencies } = await createTestDependencies(database, {
  // Written as in earnest, line by line, and read by nobody.
  log: createLog({ level: 'info', stream: { write: (line) => void writeSync(sink, line) } }),
  loadLimits: { requestsPerAddress: 10_000_000, requestsPerSession: 10_000_000 },
  files: {
    client: path.join(ROOT, 'dist/client'),
    pages: path.join(ROOT, 'dist/pages'),
    renderer: path.join(ROOT, 'dist/ssr/render-page.js'),
    mailFolder: path.join(ROOT, 'dist'),
  },
});
const app = await buildApp(dependencies);
const person = await createTestPerson(app, db, { state: 'pass', timeZone });
const { items } = (await person.call('GET /api/contents', { query: { limit: 50 } })).body;
const flightDate = new Date(Date.now() + 20 * 24 * HOUR_MS).toISOString().slice(0, 10);
await person.call('PUT /api/users/me/flight-date', { body: { flightDate, timeZone } });
for (const [index, { id: contentId }] of items.slice(0, LISTENS).entries()) {
  const at = new Date(Date.now() - (index + 1) * 7 * HOUR_MS).toISOString();
  const listen = { id: randomUUID(), contentId, startedAt: at, endedAt: at, timeZone };
  await person.call('POST /api/listens', {
    body: { ...listen, positionMs: 60_000, listenedMs: 60_000, completed: index % 3 > 0 },
  });
}
await app.listen({ host: '127.0.0.1', port: 0 });
const { port } = app.server.address() as AddressInfo;

const [, cookie = ''] = person.cookie().split('envol.session=');
const [token = ''] = decodeURIComponent(cookie).split('.');
const values: Record<string, unknown> = { token, now: new Date().toISOString(), livemode: false };

/** The statement of a route, with its parameters filled in. */
function describeStatement(own: OwnRows<unknown>) {
  const { sql: text, params } = buildCallerQuery(db, own);
  const isNamed = (one: unknown): one is { name: string } =>
    typeof one === 'object' && one !== null && 'name' in one;
  return { text, params: params.map((one) => (isNamed(one) ? values[one.name] : one)) };
}
process.send?.({
  url: `http://127.0.0.1:${port}`,
  cookie: person.cookie(),
  content: items.at(0)?.id,
  statements: { '/list': describeStatement(ownLibraryList), '/me': describeStatement(ownProfile) },
});
process.once('SIGTERM', () => process.exit(0));

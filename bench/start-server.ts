import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildApp } from '#server/app.ts';
import { importContent } from '#server/content.ts';
import { openDatabase } from '#server/db/connect.ts';
import * as testing from '#server/testing/dependencies.ts';
import { createTestPerson } from '#server/testing/people.ts';

// The built site with somebody who has practised, for bench/start.bench.ts, which also runs it in a checkout
// of another version: it may use only what both have, by whichever name.

/** Up to 65bd4fc it was called `testDependencies`, and took its load limits as `bounds`. */
type Create = typeof testing.createTestDependencies;
const names: Partial<Record<string, unknown>> = testing;
const createDependencies = (names['createTestDependencies'] ?? names['testDependencies']) as Create;

const ROOT = path.join(import.meta.dirname, '..');
const LISTENS = 6;
const HOUR_MS = 3_600_000;
const timeZone = 'Europe/Paris';

const folder = await mkdtemp(path.join(tmpdir(), 'envol-bench-'));
const database = await openDatabase({ dataDir: folder });
await importContent(database.db, path.join(ROOT, 'content'));
const loadLimits = {
  requestsPerAddress: 10_000_000,
  requestsPerSession: 10_000_000,
  concurrentWhileBusy: 10_000,
};
const { dependencies } = await createDependencies(database, {
  loadLimits,
  // Spread, as the present type has no such option.
  ...{ bounds: loadLimits },
  files: {
    client: path.join(ROOT, 'dist/client'),
    pages: path.join(ROOT, 'dist/pages'),
    renderer: path.join(ROOT, 'dist/ssr/render-page.js'),
    mailFolder: folder,
  },
});
const app = await buildApp(dependencies);
await app.listen({ host: '127.0.0.1', port: 0 });

const person = await createTestPerson(app, database.db, {
  email: 'traveller@example.org',
  timeZone,
});
const { items } = (await person.call('GET /api/contents')).body;
const flightDate = new Date(Date.now() + 20 * 24 * HOUR_MS).toISOString().slice(0, 10);
await person.call('PUT /api/users/me/flight-date', { body: { flightDate, timeZone } });
for (const [index, { id: contentId }] of items.slice(0, LISTENS).entries()) {
  const at = new Date(Date.now() - (index + 1) * HOUR_MS).toISOString();
  const listen = { id: randomUUID(), contentId, startedAt: at, endedAt: at, timeZone };
  await person.call('POST /api/listens', {
    body: { ...listen, positionMs: 60_000, listenedMs: 60_000, completed: true },
  });
}

const { port } = app.server.address() as AddressInfo;
process.send?.({
  url: `http://127.0.0.1:${port}`,
  cookie: person.cookie(),
  content: items.at(-1)?.id,
});
async function stop(): Promise<void> {
  await app.close();
  await dependencies.jobs.close();
  await database.close();
  await rm(folder, { recursive: true, force: true });
  process.exit(0);
}
process.once('SIGTERM', () => void stop());

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import '#web/features/account/hooks/use-rename.ts';
import '#web/features/ledger/queries.ts';
import { buildApp } from '#server/app.ts';
import { importContent } from '#server/content.ts';
import { openDatabase } from '#server/db/connect.ts';
import { createTestClock } from '#server/testing/clock.ts';
import { createTestDependencies } from '#server/testing/dependencies.ts';
import { makePerson } from '#server/testing/people.ts';
import { sendThroughLosses } from '../e2e/fixtures/lost-replies.ts';
import { runTwoDevices } from '../e2e/fixtures/two-devices.ts';

// The app's own queue of writes against the server: pairs of devices with random histories, and a thousand writes through
// lost requests, lost replies, two tabs and a server that ends half way. Arguments: pairs, writes a device, queued writes.

const [pairs = '1000', writes = '200', queued = '1000'] = process.argv.slice(2).map(String);
const START = '2026-11-21T12:00:00Z';
const CONTENTS = 3;

const folder = await mkdtemp(path.join(tmpdir(), 'envol-bench-'));
const database = await openDatabase({ dataDir: folder, statementTimeoutMs: 0 });
const clock = createTestClock(START);
const { dependencies } = await createTestDependencies(database, {
  clock,
  loadLimits: { requestsPerMinute: 10_000_000 },
});
let app = await buildApp(dependencies);
/** Leads to the server as it is now: one that ended is followed by another. */
const door = new Proxy(app, {
  get: (_, name) => {
    const value: unknown = Reflect.get(app, name);
    return typeof value === 'function' ? (value.bind(app) as unknown) : value;
  },
});
let faults = 0;
try {
  await importContent(database.db, path.join(import.meta.dirname, '../content'));
  const createPerson = () => makePerson(door, database.db);
  const { items } = (await (await createPerson()).call('GET /api/contents')).body;
  const contentIds = items.slice(0, CONTENTS).map(({ id }) => id);

  const person = await createPerson();
  const ground = { person, contentId: contentIds[0] ?? '', now: clock() };
  const rounds = await sendThroughLosses(ground, { writes: Number(queued), seed: 1 }, async () => {
    await app.close();
    app = await buildApp(dependencies);
  });
  const rows =
    await database.sql`select count(*)::int as n from listens where user_id = ${person.id}`;
  process.stdout.write(
    `  ${queued} queued writes, ${rounds} rounds: ${rows[0]?.['n']} in the database\n`,
  );
  if (rows[0]?.['n'] !== Number(queued)) faults += 1;

  for (let seed = 1; seed <= Number(pairs); seed += 1) {
    clock.set(START);
    const pair = { person: await createPerson(), clock, contentIds };
    const found = await runTwoDevices(pair, { seed, writes: Number(writes) });
    faults += found.length;
    for (const fault of found.slice(0, 3)) process.stdout.write(`    seed ${seed}: ${fault}\n`);
  }
  process.stdout.write(`  ${pairs} pairs of ${writes} writes each: ${faults} faults\n`);
} finally {
  await app.close();
  await dependencies.jobs.close();
  await database.close();
  await rm(folder, { recursive: true, force: true });
}
process.exitCode = faults === 0 ? 0 : 1;

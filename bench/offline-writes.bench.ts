import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import '#web/features/account/hooks/use-change-name.ts';
import '#web/features/ledger/queries.ts';
import { buildApp } from '#server/app.ts';
import { importContent } from '#server/content.ts';
import { openDatabase } from '#server/db/connect.ts';
import { createTestClock } from '#server/testing/clock.ts';
import { createTestDependencies } from '#server/testing/dependencies.ts';
import type { RequestInput } from '#server/testing/caller.ts';
import { createTestPerson } from '#server/testing/people.ts';
import { ApiError } from '#web/lib/api.ts';
import { sendOverLossyNetwork } from '../e2e/fixtures/lost-replies.ts';
import { runTwoDevices } from '../e2e/fixtures/two-devices.ts';
import { createClient, createListener } from './listener.ts';
import { endServer, startServer } from './server-process.ts';

// The app's own queue of writes against the server: a thousand writes through lost requests, lost replies, two tabs and a
// server that is killed half way, and pairs of devices with random histories. Arguments: pairs, writes a device, queued
// writes, the seed of the first pair.

const [pairs = '1000', writes = '200', queued = '1000', first = '1'] = process.argv
  .slice(2)
  .map(String);
const START = '2026-11-21T12:00:00Z';
const CONTENTS = 3;

/**
 * Queues writes on one device, for a server in a process of its own that is ended by SIGKILL on the way. Resolves to the
 * number of listens that it has in the end.
 */
async function countThroughKill(writes: number): Promise<number> {
  const data = await mkdtemp(path.join(tmpdir(), 'envol-bench-'));
  await chmod(data, 0o755);
  const start = () => startServer(data, { TRUSTED_PROXIES: '127.0.0.1', BILLING_SANDBOX: '1' });
  let server = await start();
  const where = { base: server.base };
  try {
    const { call } = createClient(where);
    await createListener(call);
    const { id } = (await call('GET', '/api/users/me')) as { id: string };
    const { items } = (await call('GET', '/api/contents')) as { items: { id: string }[] };
    const send = async (route: string, { body, headers }: RequestInput = {}) => {
      const [method = '', url = ''] = route.split(' ');
      const answered = call(method, url, body as object, headers);
      const refused = (error: Error & { status?: number }) => {
        throw new ApiError(error.status ?? 0, error.message);
      };
      return { status: 200, body: (await answered.catch(refused)) as never, headers: {} };
    };
    const ground = { person: { id, send }, contentId: items[0]?.id ?? '', now: new Date() };
    const kill = async () => {
      await endServer(server, 'SIGKILL');
      server = await start();
      where.base = server.base;
    };
    await sendOverLossyNetwork(ground, { writes, seed: 1 }, kill);
    const { practiceMs } = (await call('GET', '/api/dashboard?timeZone=UTC')) as {
      practiceMs: number;
    };
    // A second each.
    return practiceMs / 1000;
  } finally {
    await endServer(server, 'SIGTERM');
    await rm(data, { recursive: true, force: true });
  }
}

const arrived = await countThroughKill(Number(queued));
process.stdout.write(
  `  ${queued} queued writes through a SIGKILL of the server: ${arrived} in the database\n`,
);

const folder = await mkdtemp(path.join(tmpdir(), 'envol-bench-'));
const database = await openDatabase({ dataDir: folder, statementTimeoutMs: 0 });
const clock = createTestClock(START);
const { dependencies } = await createTestDependencies(database, {
  clock,
  loadLimits: { requestsPerAddress: 10_000_000, requestsPerSession: 10_000_000 },
});
const app = await buildApp(dependencies);
let faults = arrived === Number(queued) ? 0 : 1;
try {
  await importContent(database.db, path.join(import.meta.dirname, '../content'));
  const createPerson = () => createTestPerson(app, database.db);
  const { items } = (await (await createPerson()).call('GET /api/contents')).body;
  const contentIds = items.slice(0, CONTENTS).map(({ id }) => id);

  for (let seed = Number(first); seed < Number(first) + Number(pairs); seed += 1) {
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

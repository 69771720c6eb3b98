import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildApp } from '#server/app.ts';
import { openDatabase } from '#server/db/connect.ts';
import { createTestDependencies } from '#server/testing/dependencies.ts';
import { type Caller, createTestPerson } from '#server/testing/people.ts';

/** Opens a server on an empty temporary database. */
export async function openSite() {
  const folder = await mkdtemp(path.join(tmpdir(), 'envol-bench-'));
  const database = await openDatabase({ dataDir: folder, statementTimeoutMs: 0 });
  const { dependencies } = await createTestDependencies(database, {
    loadLimits: { requestsPerAddress: 10_000_000, requestsPerSession: 10_000_000 },
  });
  const app = await buildApp(dependencies);
  return {
    app,
    database,
    person: (email: string): Promise<Caller> => createTestPerson(app, database.db, { email }),
    async close() {
      await app.close();
      await dependencies.jobs.close();
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
export type Site = Awaited<ReturnType<typeof openSite>>;

/**
 * Median response time of each call in milliseconds; rounds alternate between the calls, so that noise affects
 * all alike.
 */
export async function measureMedians(
  calls: readonly (() => Promise<{ status: number }>)[],
  rounds: number,
): Promise<number[]> {
  const times: number[][] = calls.map(() => []);
  for (let round = -WARM_UP; round < rounds; round++)
    for (const [index, call] of calls.entries()) {
      const began = performance.now();
      const { status } = await call();
      if (status !== 200) throw new Error(`answered ${status}`);
      if (round >= 0) times[index]?.push(performance.now() - began);
    }
  return times.map((each) => each.toSorted((a, b) => a - b)[each.length >> 1] ?? 0);
}
const WARM_UP = 20;

/** Prints one comparison against its limit; returns whether the limit was kept. */
export function printComparison(
  name: string,
  small: number,
  large: number,
  promised: number,
): boolean {
  const ratio = large / small;
  process.stdout.write(
    `  ${name}: ${small.toFixed(2)} ms, grown ${large.toFixed(2)} ms, ratio ${ratio.toFixed(2)} (promised ${promised})\n`,
  );
  return ratio <= promised;
}

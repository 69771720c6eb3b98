import path from 'node:path';
import { buildApp } from '#server/app.ts';
import { openDatabase } from '#server/db/connect.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { createTestDependencies } from '#server/testing/dependencies.ts';
import { type TestPerson, createTestPerson } from '#server/testing/people.ts';
import { getMedian, printLine } from './launch.ts';

/** A database of its own in a folder, or one that is there. */
export type DatabaseLocation = { dataDir: string } | { databaseUrl: string };

/** Opens the whole server, in this process, with limits that no bench reaches. */
export async function openSiteInProcess(
  where: DatabaseLocation,
  overrides: Partial<Dependencies> = {},
) {
  const database = await openDatabase(
    'dataDir' in where
      ? { dataDir: path.join(where.dataDir, 'data'), statementTimeoutMs: 0 }
      : { url: where.databaseUrl, migrate: false },
  );
  const { dependencies } = await createTestDependencies(database, {
    loadLimits: { requestsPerAddress: 10_000_000, requestsPerSession: 10_000_000 },
    ...overrides,
  });
  const app = await buildApp(dependencies);
  return {
    app,
    database,
    dependencies,
    createPerson: (options: Parameters<typeof createTestPerson>[2]): Promise<TestPerson> =>
      createTestPerson(app, database.db, options),
    close: async () => {
      await app.close();
      await dependencies.jobs.close();
      await database.close();
    },
  };
}
export type Site = Awaited<ReturnType<typeof openSiteInProcess>>;

type Call = () => Promise<{ status: number }>;
const WARM_UP = 20;

/**
 * Measures a call on a small and on a grown site, in turns, so that noise affects both alike; prints the medians and
 * returns whether their ratio is within the promised one.
 */
export async function compareCallOnGrownSite(
  name: string,
  calls: readonly [small: Call, grown: Call],
  { rounds, promised }: { rounds: number; promised: number },
): Promise<boolean> {
  const times: [number[], number[]] = [[], []];
  for (let round = -WARM_UP; round < rounds; round++)
    for (const [index, call] of calls.entries()) {
      const began = performance.now();
      const { status } = await call();
      if (status !== 200) throw new Error(`answered ${status}`);
      if (round >= 0) times[index]?.push(performance.now() - began);
    }
  const [small, grown] = [getMedian(times[0]), getMedian(times[1])];
  const ratio = grown / small;
  printLine(
    `${name}: ${small.toFixed(2)} ms, grown ${grown.toFixed(2)} ms, ratio ${ratio.toFixed(2)} (promised ${promised})`,
  );
  return ratio <= promised;
}

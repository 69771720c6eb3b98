import { buildApp } from '#server/app.ts';
import type { Database } from '#server/db/connect.ts';
import type { Pool } from '#server/db/pool.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { createJobHandlers } from '#server/jobs.ts';
import { createTestBrowser } from './test-browser.ts';
import { createTestClock } from './clock.ts';
import { createTestDatabase } from './database.ts';
import { createTestDependencies } from './dependencies.ts';
import { createTestPerson, type PersonOptions } from './people.ts';

export interface TestAppOptions extends Partial<Omit<Dependencies, 'clock'>> {
  /** Where the clock starts; the present moment by default. */
  clock?: Date | string;
  /** Creates dependencies that need the database or the clock of this app. */
  create?: (parts: {
    db: Database;
    clock: () => Date;
    pool: Pool;
  }) => Partial<Dependencies> | Promise<Partial<Dependencies>>;
}

/**
 * Creates the real server on a database of its own, with helpers to call it as people. Queued jobs run only by
 * `runJobs`. Close it in `afterAll`.
 */
export async function createTestApp({ clock: start, create, ...overrides }: TestAppOptions = {}) {
  const clock = createTestClock(start);
  const database = await createTestDatabase();
  const { db } = database;
  const { dependencies, emails } = await createTestDependencies(database, {
    clock,
    ...overrides,
    ...(await create?.({ db, clock, pool: database })),
  });
  const app = await buildApp(dependencies);
  return {
    url: database.url,
    app,
    db,
    clock,
    /** Creates a person in a state (default `pass`) through the API calls a browser makes. */
    createPerson: (person?: PersonOptions) => createTestPerson(app, db, person),
    /** Creates a browser without a session, by default at a client address of its own. */
    createBrowser: (address?: string) => createTestBrowser(app, address),
    emails,
    /** Runs all pending jobs and those they queue; resolves to the outcome of each. */
    async runJobs() {
      const handlers = createJobHandlers(dependencies);
      const first = await dependencies.jobs.runPending(handlers);
      return [...first, ...(await dependencies.jobs.runPending(handlers))];
    },
    async close() {
      await app.close();
      await dependencies.jobs.close();
      await database.close();
    },
  };
}

export type TestApp = Awaited<ReturnType<typeof createTestApp>>;

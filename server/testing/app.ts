import { buildApp } from '#server/app.ts';
import type { Database } from '#server/db/connect.ts';
import type { Pool } from '#server/db/pool.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { jobHandlers } from '#server/jobs.ts';
import { browser } from './caller.ts';
import { testClock } from './clock.ts';
import { freshDatabase } from './database.ts';
import { testDependencies } from './dependencies.ts';
import { makePerson, type Person } from './people.ts';

export interface TestAppOptions extends Partial<Omit<Dependencies, 'clock'>> {
  /** Where the clock stands; the moment of the call unless told. */
  clock?: Date | string;
  /** Dependencies that need the database or the clock of this app. */
  made?: (parts: {
    db: Database;
    clock: () => Date;
    pool: Pool;
  }) => Partial<Dependencies> | Promise<Partial<Dependencies>>;
}

/** The real server on a database of its own, with people who call it. Close it in `afterAll`. */
export async function testApp({ clock: start, made, ...overrides }: TestAppOptions = {}) {
  const clock = testClock(start);
  const database = await freshDatabase();
  const { db } = database;
  const { dependencies, letters } = await testDependencies(database, {
    clock,
    ...overrides,
    ...(await made?.({ db, clock, pool: database })),
  });
  const app = await buildApp(dependencies);
  return {
    /** The database's address, for another process. */
    url: database.url,
    app,
    db,
    clock,
    /** Somebody new in a state (`pass` unless told), brought there by the calls of a browser. */
    as: (person?: Person) => makePerson(app, db, person),
    /** A new browser that nobody signed in with. */
    signedOut: () => browser(app),
    /** The letters that were sent, oldest first. */
    letters,
    /** Does every job that waits and those they lead to; resolves to what became of each. */
    async workOff() {
      const handlers = jobHandlers(dependencies);
      const first = await dependencies.jobs.workOnce(handlers);
      return [...first, ...(await dependencies.jobs.workOnce(handlers))];
    },
    async close() {
      await app.close();
      await dependencies.jobs.close();
      await database.close();
    },
  };
}

export type TestApp = Awaited<ReturnType<typeof testApp>>;

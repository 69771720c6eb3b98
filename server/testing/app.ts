import { buildApp } from '#server/app.ts';
import type { Database } from '#server/db/connect.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { builtinIdentity } from '#server/features/identity/policy.ts';
import { createBuiltinAuth } from '#server/features/identity/service.ts';
import { browser } from './caller.ts';
import { testClock } from './clock.ts';
import { freshDatabase } from './database.ts';
import { makePerson, type Person } from './people.ts';

export interface TestAppOptions extends Partial<Omit<Dependencies, 'clock'>> {
  /** Where the clock stands; the moment of the call unless told. */
  clock?: Date | string;
  /** Dependencies that need the database or the clock of this app. */
  made?: (parts: { db: Database; clock: () => Date }) => Partial<Dependencies>;
}

const SECRET = 'a secret that only the tests know';

/** The real server on a database of its own, with people who call it. Close it in `afterAll`. */
export async function testApp({ clock: start, made, ...overrides }: TestAppOptions = {}) {
  const clock = testClock(start);
  const database = await freshDatabase();
  const { db } = database;
  const app = await buildApp({
    db,
    auth: createBuiltinAuth({ db, secret: SECRET, publicUrl: null }),
    identity: builtinIdentity(db, clock),
    clock,
    billing: 'sandbox',
    publicUrl: undefined,
    trustedProxies: [],
    secret: SECRET,
    files: { client: '/nonexistent', pages: '/nonexistent', media: '/nonexistent' },
    logLevel: 'silent',
    ...overrides,
    ...made?.({ db, clock }),
  });
  return {
    app,
    db,
    clock,
    /** Somebody new in a state (`pass` unless told), brought there by the calls of a browser. */
    as: (person?: Person) => makePerson(app, db, person),
    /** A new browser that nobody signed in with. */
    signedOut: () => browser(app),
    async close() {
      await app.close();
      await database.close();
    },
  };
}

export type TestApp = Awaited<ReturnType<typeof testApp>>;

import { randomUUID } from 'node:crypto';
import { openJobs } from '#server/db/jobs.ts';
import type { Pool } from '#server/db/pool.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { type BotCheck, createBotCheck } from '#server/features/bot-check/service.ts';
import { tellKnown } from '#server/features/identity/builtin/writes.ts';
import { builtinIdentity } from '#server/features/identity/policy.ts';
import { createBuiltinAuth } from '#server/features/identity/service.ts';
import type { Post } from '#server/features/mail/service.ts';

/** What signs and seals in tests. */
export const SECRET = 'a secret that only the tests know';

/** The real check, but for what it finds: most tests are about something else than doing its work. */
function everybodyIsHuman(): BotCheck {
  return {
    ...createBotCheck({ secret: SECRET }),
    verify: async (_action, _token, now) => ({ id: randomUUID(), until: now }),
  };
}

const NOWHERE = '/nonexistent';

/** Everything the server needs, on a real database, with letters kept in a list instead of sent. */
export async function testDependencies(
  pool: Pick<Pool, 'db' | 'run'>,
  overrides: Partial<Dependencies> = {},
) {
  const { db } = pool;
  const { clock = () => new Date(), google, address = 'http://localhost' } = overrides;
  const letters: Post[] = [];
  const dependencies: Dependencies = {
    db,
    auth: createBuiltinAuth({
      db,
      secret: SECRET,
      address,
      google,
      onKnownAddress: (user) => tellKnown(dependencies, db, user),
    }),
    google,
    jobs: overrides.jobs ?? (await openJobs({ run: pool.run })),
    botCheck: everybodyIsHuman(),
    mailer: { send: async (post) => void letters.push(post) },
    identity: builtinIdentity(db, clock, { secret: SECRET, address }),
    outside: new Map(),
    clock,
    billing: 'sandbox',
    publicUrl: undefined,
    address,
    trustedProxies: [],
    secret: SECRET,
    files: { client: NOWHERE, pages: NOWHERE, media: NOWHERE, outbox: NOWHERE },
    logLevel: 'silent',
    ...overrides,
  };
  return { dependencies, letters };
}

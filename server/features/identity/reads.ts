import { and, eq, gt, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import type { OwnRows } from '#server/db/own-rows.ts';
import { memoizeStatement } from '#server/db/statement.ts';
import { users } from '#server/features/account/table.ts';
import { buildActivePassQuery } from '#server/features/billing/reads.ts';
import type { AskedOwnRows } from '#server/http/identity.ts';
import { authAccounts, authSessions, authUsers } from './table.ts';

function buildCallerStatement(db: Database, own: OwnRows<unknown> | undefined) {
  const now = sql.placeholder('now');
  const pass = buildActivePassQuery(db, now, sql.placeholder('livemode'));
  return db
    .select({
      uid: authUsers.id,
      identityEmail: authUsers.email,
      id: users.id,
      role: users.role,
      name: users.name,
      email: users.email,
      preferredLanguage: users.preferredLanguage,
      timeZone: users.timeZone,
      onboardingComplete: users.onboardingComplete,
      passTier: pass.tier,
      passEndsAt: pass.endsAt,
      own: own?.select ?? sql`null`,
    })
    .from(authSessions)
    .innerJoin(authUsers, eq(authUsers.id, authSessions.userId))
    .leftJoin(users, and(eq(users.provider, 'builtin'), eq(users.subject, authUsers.id)))
    .leftJoinLateral(pass, sql`true`)
    .where(and(eq(authSessions.token, sql.placeholder('token')), gt(authSessions.expiresAt, now)))
    .limit(1)
    .prepare('caller_by_token');
}

const statements = memoizeStatement(
  () => new Map<OwnRows<unknown> | undefined, ReturnType<typeof buildCallerStatement>>(),
);

/** The statement for a kind of own rows, built once. */
function getCallerStatement(db: Database, own: OwnRows<unknown> | undefined) {
  const known = statements(db);
  const built = known.get(own) ?? buildCallerStatement(db, own);
  known.set(own, built);
  return built;
}

/** The SQL and parameters by which a caller is found, so that a benchmark can measure the statement. */
export function buildCallerQuery(db: Database, own?: OwnRows<unknown>) {
  return getCallerStatement(db, own).getQuery();
}

/**
 * Finds the person of a session token, with their profile, their access at `now` and the rows that are asked for, in one
 * statement, so that authorisation is as fresh as the rows it protects. Null when the token is not valid.
 */
export async function findCaller(
  db: Database,
  token: string,
  { now, livemode, asked }: { now: Date; livemode: boolean; asked?: AskedOwnRows | null },
) {
  const values = { ...asked?.values, token, now: now.toISOString(), livemode };
  const [row] = await getCallerStatement(db, asked?.rows).execute(values);
  return row ? { ...row, own: asked?.rows.decode(row.own) } : null;
}

/**
 * Queries whether an account has a password and no second factor. False for accounts without a password: whoever
 * signs in with Google is asked for one there.
 */
export async function lacksSecondFactor(db: Database, uid: string): Promise<boolean> {
  const [row] = await db
    .select({ id: authUsers.id })
    .from(authUsers)
    .innerJoin(authAccounts, eq(authAccounts.userId, authUsers.id))
    .where(
      and(
        eq(authUsers.id, uid),
        eq(authUsers.twoFactorEnabled, false),
        eq(authAccounts.providerId, 'credential'),
      ),
    )
    .limit(1);
  return row !== undefined;
}

import { and, eq, gt, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { type OwnDataQuery, toUndecodedOwnData } from '#server/db/own-data.ts';
import { prepareBatchedRowQuery } from '#server/db/prepared-row.ts';
import { memoiseStatement } from '#server/db/statement.ts';
import { users } from '#server/features/account/table.ts';
import { buildActivePassSubquery, buildCallerColumns } from '#server/features/billing/reads.ts';
import type { OwnDataRequest } from '#server/http/identity.ts';
import { authAccounts, authSessions, authUsers } from './table.ts';

function prepareCaller(db: Database, own: OwnDataQuery<unknown> | undefined) {
  const now = sql`${sql.placeholder('now')}::timestamptz`;
  const pass = buildActivePassSubquery(db, now, sql`${sql.placeholder('livemode')}::boolean`);
  const fields = {
    uid: authUsers.id,
    identityEmail: sql<string>`coalesce(${authUsers.claimedEmail}, ${authUsers.email})`,
    emailConfirmed: authUsers.emailVerified,
    sessionEndsAt: authSessions.expiresAt,
    ...buildCallerColumns(pass, own),
  };
  const query = db
    .select(fields)
    .from(authSessions)
    .innerJoin(authUsers, eq(authUsers.id, authSessions.userId))
    .leftJoin(users, and(eq(users.provider, 'builtin'), eq(users.subject, authUsers.id)))
    .leftJoinLateral(pass, sql`true`)
    .where(and(eq(authSessions.token, sql.placeholder('token')), gt(authSessions.expiresAt, now)))
    .limit(1);
  return prepareBatchedRowQuery(db, fields, query, 'own');
}

const statements = memoiseStatement(
  () => new Map<OwnDataQuery<unknown> | undefined, ReturnType<typeof prepareCaller>>(),
);

/** Returns the statement for a selection of own rows, built once. */
function getCallerStatement(db: Database, own: OwnDataQuery<unknown> | undefined) {
  const known = statements(db);
  const built = known.get(own) ?? prepareCaller(db, own);
  known.set(own, built);
  return built;
}

/** Builds the SQL and parameters of the query of `findCallerBySessionToken` as it would be sent for one call, for benchmarks. */
export function buildCallerQuerySql(db: Database, own?: OwnDataQuery<unknown>) {
  return getCallerStatement(db, own).query;
}

/**
 * Returns the person to whom a session token belongs: identity, when the session ends, profile (its fields are null
 * before it exists), active pass at `now` and the own rows asked for. One statement, so that authorisation is as fresh as the rows it protects.
 * Null when the token is invalid or expired.
 */
export async function findCallerBySessionToken(
  db: Database,
  token: string,
  { now, livemode, asked }: { now: Date; livemode: boolean; asked?: OwnDataRequest | null },
) {
  const values = { ...asked?.values, token, now: now.toISOString(), livemode };
  const row = await getCallerStatement(db, asked?.rows)(values);
  return row && { ...row, own: asked ? toUndecodedOwnData(asked.rows, row.own) : undefined };
}

/**
 * Returns whether an account signs in by its password alone, without a second factor. False for an account without a
 * password: there Google asks for a second factor, or does not.
 */
export async function hasOnlyPassword(db: Database, uid: string): Promise<boolean> {
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

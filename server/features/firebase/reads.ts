import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { type OwnDataQuery, toUndecodedOwnData } from '#server/db/own-data.ts';
import { prepareBatchedRowQuery } from '#server/db/prepared-row.ts';
import { memoiseStatement } from '#server/db/statement.ts';
import { users } from '#server/features/account/table.ts';
import { buildActivePassSubquery, buildCallerColumns } from '#server/features/billing/reads.ts';
import type { OwnDataRequest } from '#server/http/identity.ts';

function prepareProfile(db: Database, own: OwnDataQuery<unknown> | undefined) {
  const now = sql`${sql.placeholder('now')}::timestamptz`;
  const pass = buildActivePassSubquery(db, now, sql`${sql.placeholder('livemode')}::boolean`);
  const fields = {
    ...buildCallerColumns(pass, own),
    tokensValidAfter: users.tokensValidAfter,
  };
  const query = db
    .select(fields)
    .from(users)
    .leftJoinLateral(pass, sql`true`)
    .where(and(eq(users.provider, 'firebase'), eq(users.subject, sql.placeholder('subject'))))
    .limit(1);
  return prepareBatchedRowQuery(db, fields, query, 'own');
}

const statements = memoiseStatement(
  () => new Map<OwnDataQuery<unknown> | undefined, ReturnType<typeof prepareProfile>>(),
);

/**
 * Returns the profile of a verified Firebase subject with its active pass at `now` (`passTier`; null
 * without one), when its sign-ins are valid from (`tokensValidAfter`), and the `own` rows that are asked for, in one statement; null before it has a profile.
 */
export async function findFirebaseProfile(
  db: Database,
  subject: string,
  { now, livemode, asked }: { now: Date; livemode: boolean; asked?: OwnDataRequest | null },
) {
  const known = statements(db);
  const statement = known.get(asked?.rows) ?? prepareProfile(db, asked?.rows);
  known.set(asked?.rows, statement);
  const values = { ...asked?.values, subject, now: now.toISOString(), livemode };
  const row = await statement(values);
  return row && { ...row, own: asked ? toUndecodedOwnData(asked.rows, row.own) : undefined };
}

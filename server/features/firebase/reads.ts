import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import type { OwnRows } from '#server/db/own-rows.ts';
import { memoizeStatement } from '#server/db/statement.ts';
import { users } from '#server/features/account/table.ts';
import { buildActivePassQuery, buildCallerColumns } from '#server/features/billing/reads.ts';
import type { AskedOwnRows } from '#server/http/identity.ts';

function buildProfileStatement(db: Database, own: OwnRows<unknown> | undefined) {
  const pass = buildActivePassQuery(db, sql.placeholder('now'), sql.placeholder('livemode'));
  return db
    .select(buildCallerColumns(pass, own))
    .from(users)
    .leftJoinLateral(pass, sql`true`)
    .where(and(eq(users.provider, 'firebase'), eq(users.subject, sql.placeholder('subject'))))
    .limit(1)
    .prepare('profile_by_firebase_subject');
}

const statements = memoizeStatement(
  () => new Map<OwnRows<unknown> | undefined, ReturnType<typeof buildProfileStatement>>(),
);

/**
 * Returns the profile of a verified Firebase subject with its active pass at `now` (`passTier`, `passEndsAt`; null
 * without one) and, decoded, the `own` rows that are asked for, in one statement; null before it has a profile.
 */
export async function findFirebaseProfile(
  db: Database,
  subject: string,
  { now, livemode, asked }: { now: Date; livemode: boolean; asked?: AskedOwnRows | null },
) {
  const known = statements(db);
  const statement = known.get(asked?.rows) ?? buildProfileStatement(db, asked?.rows);
  known.set(asked?.rows, statement);
  const values = { ...asked?.values, subject, now: now.toISOString(), livemode };
  const [row] = await statement.execute(values);
  return row ? { ...row, own: asked?.rows.decode(row.own) } : null;
}

import { and, asc, eq, ne, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { users } from '#server/features/account/table.ts';
import { authUsers } from '#server/features/identity/table.ts';

const member = { id: users.id, email: users.email, provider: users.provider, role: users.role };
/** Whether the e-mail address was verified, here or at Firebase: signing up alone proves no ownership. */
const isConfirmed = sql<boolean>`coalesce(${authUsers.emailVerified}, ${users.confirmedEmail} = ${users.email}, false)`;
const MAX_STAFF = 1000;

/**
 * Finds the accounts with an e-mail address: several if people signed up with several providers. `isConfirmed` says
 * whether the address was verified; `since` is when the account was created.
 */
export async function listAccountsWithEmail(db: Database, email: string) {
  return db
    .select({ ...member, uid: users.subject, isConfirmed, since: users.createdAt })
    .from(users)
    .leftJoin(authUsers, and(eq(users.provider, 'builtin'), eq(authUsers.id, users.subject)))
    .where(eq(users.email, email.toLowerCase()))
    .orderBy(asc(users.provider))
    .limit(10);
}

/** Lists the people with a role at the studio, sorted by e-mail address. */
export async function listStaff(db: Database) {
  return db
    .select(member)
    .from(users)
    .where(ne(users.role, 'member'))
    .orderBy(asc(users.email))
    .limit(MAX_STAFF);
}

import { and, eq } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { users } from './table.ts';

/** The profile of one person. */
export async function findUser(db: Database, userId: string) {
  const [user] = await db.select().from(users).where(eq(users.id, userId)).limit(1);
  return user ?? null;
}

/** Whether a profile exists; waits for an erasure in progress (row lock `for key share`). */
export async function profileExists(db: Database, userId: string): Promise<boolean> {
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.id, userId))
    .for('key share');
  return found.length > 0;
}

/** The profile of an identity, found by provider and subject and never by e-mail. */
export async function findUserBySubject(db: Database, provider: string, subject: string) {
  const [row] = await db
    .select()
    .from(users)
    .where(and(eq(users.provider, provider), eq(users.subject, subject)))
    .limit(1);
  return row ?? null;
}

/** The profile of somebody who signs in with this server itself, by their e-mail address; null where nobody has it. */
export async function findUserIdByEmail(db: Database, email: string): Promise<string | null> {
  const [row] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email.toLowerCase()), eq(users.provider, 'builtin')))
    .limit(1);
  return row?.id ?? null;
}

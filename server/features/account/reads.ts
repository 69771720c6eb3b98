import { and, eq } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { users } from './table.ts';

/** Returns the profile (a row of `users`) of one person; null when there is none. */
export async function findUser(db: Database, userId: string) {
  const [user] = await db.select().from(users).where(eq(users.id, userId)).limit(1);
  return user ?? null;
}

/**
 * Whether a profile exists. Locks its row (`for key share`) until the transaction ends, so that it is not erased
 * meanwhile; waits for an erasure in progress.
 */
export async function lockProfileForKeyShareIfExists(
  db: Database,
  userId: string,
): Promise<boolean> {
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.id, userId))
    .for('key share');
  return found.length > 0;
}

/** Whether Firebase signs a person in and has not confirmed the address of the profile. */
export const isUnconfirmedAtFirebase = ({ provider, email, confirmedEmail }: ProfileEmail) =>
  provider === 'firebase' && confirmedEmail !== email;

/** The address of a profile (a row of `users`), and what Firebase has confirmed of it. */
export type ProfileEmail = Pick<
  typeof users.$inferSelect,
  'provider' | 'subject' | 'email' | 'confirmedEmail'
>;

/**
 * Returns the profile of a sign-in identity, found by its provider and subject (its id at the provider) and never by
 * e-mail; null when there is none.
 */
export async function findUserBySubject(db: Database, provider: string, subject: string) {
  const [row] = await db
    .select()
    .from(users)
    .where(and(eq(users.provider, provider), eq(users.subject, subject)))
    .limit(1);
  return row ?? null;
}

/**
 * Returns the id of the person who signs in with this server itself and has this e-mail address, in any case; null when
 * there is none.
 */
export async function findBuiltinUserIdByEmail(
  db: Database,
  email: string,
): Promise<string | null> {
  const [row] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email.toLowerCase()), eq(users.provider, 'builtin')))
    .limit(1);
  return row?.id ?? null;
}

import { and, eq, lt } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { AppError } from '#server/http/errors.ts';
import { whileThere } from '#server/features/identity/writes.ts';
import { findUser, findUserBySubject } from './reads.ts';
import { users } from './table.ts';

export interface NewUser {
  provider: string;
  subject: string;
  email: string;
  name: string;
  signUpMethod: string;
  preferredLanguage: 'en' | 'fr';
}

/**
 * Creates the profile of an identity, or returns the one it has: however often and however
 * concurrently it is called, one identity has one profile.
 * @throws {AppError} `unauthorised` when its account was erased meanwhile.
 */
export async function createUser(db: Database, user: NewUser, now: Date) {
  const insert = (tx: Database) =>
    tx
      .insert(users)
      .values(user)
      .onConflictDoNothing({ target: [users.provider, users.subject] })
      .returning({ id: users.id });
  // No foreign key holds a profile to its identity, which an erasure may be about to end.
  const { provider, subject } = user;
  const inserted =
    provider === 'builtin' ? await whileThere(db, subject, insert) : await insert(db);
  if (!inserted) throw new AppError('unauthorised');
  const known = await findUserBySubject(db, user.provider, user.subject);
  const profile = known && (await findUser(db, known.id, now));
  if (!profile) throw new AppError('unauthorised');
  return { profile, created: inserted.length > 0 };
}

/** Locks a profile until the transaction ends, so that what is counted of it stays so; false when it is gone. */
export async function lockProfile(tx: Database, userId: string): Promise<boolean> {
  const found = await tx
    .select({ id: users.id })
    .from(users)
    .where(eq(users.id, userId))
    .for('update');
  return found.length > 0;
}

/** Changes what is given and leaves the rest. */
export async function updateUser(
  db: Database,
  userId: string,
  change: {
    name?: string;
    preferredLanguage?: 'en' | 'fr';
    timeZone?: string;
    streakShown?: boolean;
    dailyMinutes?: number;
  },
  now: Date,
) {
  await db.update(users).set(change).where(eq(users.id, userId));
  return findUser(db, userId, now);
}

/** Ends onboarding; doing it again changes nothing. */
export async function completeOnboarding(db: Database, userId: string, timeZone: string) {
  await db.update(users).set({ onboardingComplete: true, timeZone }).where(eq(users.id, userId));
}

/** Gives the profile of an identity the address its identity has. */
export async function setEmail(
  db: Database,
  { provider, subject }: Pick<NewUser, 'provider' | 'subject'>,
  email: string,
) {
  await db
    .update(users)
    .set({ email })
    .where(and(eq(users.provider, provider), eq(users.subject, subject)));
}

/** How exact "last active" is; finer would be a write on every call. */
const ACTIVE_STEP_MS = 5 * 60_000;

/** Notes that the person was here, at most once every five minutes. */
export async function noteActivity(db: Database, userId: string, now: Date) {
  const stale = new Date(now.getTime() - ACTIVE_STEP_MS);
  await db
    .update(users)
    .set({ lastActiveAt: now })
    .where(and(eq(users.id, userId), lt(users.lastActiveAt, stale)));
}

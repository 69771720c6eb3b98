import { and, eq, lt, ne, not, or, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { buildSetIfLatest } from '#server/db/last-write-wins.ts';
import type { Language } from '#shared/rules/languages.ts';
import { users } from './table.ts';

export interface NewUser {
  provider: string;
  subject: string;
  email: string;
  /** The address, where Firebase has confirmed it. */
  confirmedEmail?: string | null;
  name: string;
  signUpMethod: string;
  preferredLanguage: Language;
}

/** Adds a profile for a sign-in identity unless it has one; resolves to whether it was added. */
export async function insertUserIfNew(db: Database, user: NewUser): Promise<boolean> {
  const inserted = await db
    .insert(users)
    .values(user)
    .onConflictDoNothing({ target: [users.provider, users.subject] })
    .returning({ id: users.id });
  return inserted.length > 0;
}

/**
 * Locks a profile row (`for update`) until the transaction ends, so that counts of its data stay valid; resolves to
 * false when it does not exist.
 */
export async function lockProfileForUpdateIfExists(tx: Database, userId: string): Promise<boolean> {
  const found = await tx
    .select({ id: users.id })
    .from(users)
    .where(eq(users.id, userId))
    .for('update');
  return found.length > 0;
}

const NAME = { at: 'nameWrittenAt', columns: ['name'] } as const;

/**
 * Stores the given fields of a profile. The name is ignored if one written after `writtenAt` is stored; the other
 * fields are stored in order of arrival.
 */
export async function updateUserKeepingNewerName(
  db: Database,
  userId: string,
  change: {
    name?: string;
    preferredLanguage?: Language;
    timeZone?: string;
    streakShown?: boolean;
    dailyMinutes?: number | null;
  },
  { writtenAt, datedOnArrival }: { writtenAt: Date; datedOnArrival: boolean },
) {
  const { name, ...others } = change;
  const renamed =
    name !== undefined &&
    buildSetIfLatest(users, NAME, { name, nameWrittenAt: writtenAt }, { datedOnArrival });
  await db
    .update(users)
    .set({ ...others, ...renamed })
    .where(eq(users.id, userId));
}

/** Marks onboarding as complete and stores the person's IANA time zone, which another call replaces. */
export async function completeOnboarding(db: Database, userId: string, timeZone: string) {
  await db.update(users).set({ onboardingComplete: true, timeZone }).where(eq(users.id, userId));
}

/**
 * Stores the address of an identity of Firebase in its profile, and whether Firebase has confirmed it. One that it has not
 * confirmed takes no place of one that it had. Resolves to whether the address changed.
 */
export async function syncProfileEmailAndCheckIfChanged(
  db: Database,
  { uid, email, isConfirmed }: { uid: string; email: string; isConfirmed: boolean },
): Promise<boolean> {
  const isSettled = sql`${users.confirmedEmail} is not distinct from ${users.email}`;
  const stored = await db
    .update(users)
    .set({ email, ...(isConfirmed && { confirmedEmail: email }) })
    .where(
      and(
        eq(users.provider, 'firebase'),
        eq(users.subject, uid),
        (isConfirmed ? or : and)(ne(users.email, email), not(isSettled)),
      ),
    )
    .returning({ id: users.id });
  return stored.length > 0;
}

/**
 * Refuses all sign-ins of an identity of Firebase until `now`; resolves to the id of its profile, or null when it has
 * none.
 */
export async function revokeFirebaseSignInsAndFindProfileId(
  db: Database,
  uid: string,
  now: Date,
): Promise<string | null> {
  const [row] = await db
    .update(users)
    .set({ tokensValidAfter: now })
    .where(and(eq(users.provider, 'firebase'), eq(users.subject, uid)))
    .returning({ id: users.id });
  return row?.id ?? null;
}

/** Stores the e-mail address of an identity in its profile, as it is given; does nothing when it has no profile. */
export async function setEmailIfProfileExists(
  db: Database,
  { provider, subject }: Pick<NewUser, 'provider' | 'subject'>,
  email: string,
) {
  await db
    .update(users)
    .set({ email })
    .where(and(eq(users.provider, provider), eq(users.subject, subject)));
}

/** Resolution of "last active"; a finer one would write on every call. */
const ACTIVITY_RESOLUTION_MS = 5 * 60_000;

const getStaleBefore = (now: Date) => new Date(now.getTime() - ACTIVITY_RESOLUTION_MS);

/** Whether `lastActiveAt` is more than five minutes before `now`, so that recordActivityIfStale would update it. */
export const isActivityStale = (lastActiveAt: Date, now: Date): boolean =>
  lastActiveAt < getStaleBefore(now);

/** Sets when a person was last active to `now`, if the stored time is more than five minutes old. */
export async function recordActivityIfStale(db: Database, userId: string, now: Date) {
  const stale = getStaleBefore(now);
  await db
    .update(users)
    .set({ lastActiveAt: now })
    .where(and(eq(users.id, userId), lt(users.lastActiveAt, stale)));
}

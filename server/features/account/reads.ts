import { and, eq } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { findNearestFlight } from '#server/features/flights/reads.ts';
import { users } from './table.ts';

/** The profile of one person with the date of their nearest flight. */
export async function findUser(db: Database, userId: string, now: Date) {
  const [[user], flight] = await Promise.all([
    db.select().from(users).where(eq(users.id, userId)).limit(1),
    findNearestFlight(db, userId, now),
  ]);
  return user ? { ...user, flightDate: flight?.departsOn ?? null } : null;
}

/** Whether a profile is there, once an erasure of it that is under way has ended. */
export async function isThere(db: Database, userId: string): Promise<boolean> {
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

/** How many minutes a day a person has for the plan. */
export async function findDailyMinutes(db: Database, userId: string): Promise<number> {
  const [row] = await db
    .select({ dailyMinutes: users.dailyMinutes })
    .from(users)
    .where(eq(users.id, userId))
    .limit(1);
  return row?.dailyMinutes ?? 15;
}

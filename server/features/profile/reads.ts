import type { Database } from '#server/db/connect.ts';
import { findUser } from '#server/features/account/reads.ts';
import { findNearestFlight } from '#server/features/flights/reads.ts';

/** The profile of one person with the date of their nearest flight. */
export async function findProfile(db: Database, userId: string, now: Date) {
  const [user, flight] = await Promise.all([
    findUser(db, userId),
    findNearestFlight(db, userId, now),
  ]);
  return user && { ...user, flightDate: flight?.departsOn ?? null };
}

import { getTableColumns, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { combineOwnRows, selectOwnRow } from '#server/db/own-rows.ts';
import { findUser } from '#server/features/account/reads.ts';
import { users } from '#server/features/account/table.ts';
import { findNearestFlight, ownCountdownFlights } from '#server/features/flights/reads.ts';

/** The profile of one person with the date of their nearest flight. */
export async function findProfile(db: Database, userId: string, now: Date) {
  const [user, flight] = await Promise.all([
    findUser(db, userId),
    findNearestFlight(db, userId, now),
  ]);
  return user && { ...user, flightDate: flight?.departsOn ?? null };
}

/** The same, with the sign-in: the profile, and the flights of which the nearest is meant. */
export const ownProfile = combineOwnRows({
  profile: selectOwnRow(getTableColumns(users), sql``),
  flights: ownCountdownFlights,
});

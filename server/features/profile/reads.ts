import { getTableColumns, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { combineOwnDataQueries, buildOwnRowQuery } from '#server/db/own-data.ts';
import { findUser } from '#server/features/account/reads.ts';
import { users } from '#server/features/account/table.ts';
import { findNearestFlight, ownFlightsOnCountdownQuery } from '#server/features/flights/reads.ts';

/** Returns a person's profile with `flightDate`, that of the nearest flight, or null; null when there is no profile. */
export async function findProfile(db: Database, userId: string, now: Date) {
  const [user, flight] = await Promise.all([
    findUser(db, userId),
    findNearestFlight(db, userId, now),
  ]);
  return user && { ...user, flightDate: flight?.departsOn ?? null };
}

/** Own rows: the caller's profile, and the flights from which the nearest is chosen. */
export const ownProfileQuery = combineOwnDataQueries({
  profile: buildOwnRowQuery(getTableColumns(users), sql``),
  flights: ownFlightsOnCountdownQuery,
});

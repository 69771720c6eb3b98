import { and, eq } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { flights, users } from './table.ts';

/** The profile of one person with the date of their flight. */
export async function findUser(db: Database, userId: string) {
  const [row] = await db
    .select({ user: users, flightDate: flights.departsOn })
    .from(users)
    .leftJoin(flights, eq(flights.userId, users.id))
    .where(eq(users.id, userId))
    .limit(1);
  return row ? { ...row.user, flightDate: row.flightDate } : null;
}

/** The profile of an identity, found by provider and subject and never by e-mail. */
export async function findUserBySubject(db: Database, provider: string, subject: string) {
  const [row] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.provider, provider), eq(users.subject, subject)))
    .limit(1);
  return row ? findUser(db, row.id) : null;
}

/** The flight a person prepares for, with the time zone its date was given in. */
export async function findFlight(db: Database, userId: string) {
  const [row] = await db
    .select({ departsOn: flights.departsOn, timeZone: flights.timeZone })
    .from(flights)
    .where(eq(flights.userId, userId))
    .limit(1);
  return row ?? null;
}

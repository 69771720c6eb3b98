import { and, eq } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { withConsent } from '#server/features/assessment/writes.ts';
import { findFlight } from '#server/features/flights/reads.ts';
import { AppError } from '#server/http/errors.ts';
import { flightRecords } from './table.ts';

const MOST_KEPT = 1000;

/**
 * Keeps a forecast or a debrief; sent again, it takes its own place. A flight that is not on the
 * person's list, or no longer, is kept by its date alone. @throws consent_required; too_many
 */
export async function saveRecord(
  db: Database,
  userId: string,
  record: Omit<typeof flightRecords.$inferInsert, 'userId' | 'updatedAt'>,
  now: Date,
) {
  const { id, ...rest } = record;
  await withConsent(db, userId, async (tx) => {
    const flight = rest.flightId ? await findFlight(tx, userId, rest.flightId) : null;
    const values = { ...rest, flightId: flight?.id ?? null, updatedAt: now };
    await tx
      .insert(flightRecords)
      .values({ id, ...values, userId })
      .onConflictDoUpdate({ target: [flightRecords.userId, flightRecords.id], set: values });
    const own = eq(flightRecords.userId, userId);
    if ((await tx.$count(flightRecords, own)) > MOST_KEPT) throw new AppError('too_many');
  });
}

/** Removes a flight from the person's ledger. */
export async function removeRecord(db: Database, userId: string, id: string) {
  await db
    .delete(flightRecords)
    .where(and(eq(flightRecords.userId, userId), eq(flightRecords.id, id)));
}

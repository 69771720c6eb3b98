import { and, eq } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { withConsent } from '#server/features/assessment/writes.ts';
import { findFlight } from '#server/features/flights/reads.ts';
import { AppError } from '#server/http/errors.ts';
import { flightRecords } from './table.ts';

const MOST_KEPT = 1000;

type FlightRecord = Pick<
  typeof flightRecords.$inferSelect,
  'id' | 'flightId' | 'flownOn' | 'expected' | 'forecast' | 'happened' | 'felt' | 'keep'
>;

/** What was expected. A forecast once made is replaced by another one only, never by a device that knows of none. */
function before(given: FlightRecord, kept: FlightRecord | undefined) {
  const { expected, forecast } = given;
  if (!kept) return { expected, forecast };
  if (forecast === null && kept.forecast !== null)
    return { expected: kept.expected, forecast: kept.forecast };
  return { expected: expected ?? kept.expected, forecast };
}

/** What happened, told as a whole: where nothing of it is given, what is kept of it stays. */
function after(given: FlightRecord, kept: FlightRecord | undefined) {
  const { happened, felt, keep } = given;
  if (!kept) return { happened, felt, keep };
  if (happened === null && felt === null)
    return { happened: kept.happened, felt: kept.felt, keep: keep ?? kept.keep };
  return { happened: happened ?? kept.happened, felt: felt ?? kept.felt, keep };
}

/**
 * Keeps a forecast or a debrief; sent again, each half takes its own place, and one that is not given
 * leaves what another device wrote. A flight that is not on the person's list, or no longer, is kept
 * by its date alone. @throws consent_required; too_many
 */
export async function saveRecord(db: Database, userId: string, record: FlightRecord, now: Date) {
  const { id, flownOn } = record;
  await withConsent(db, userId, async (tx) => {
    const [kept] = await tx
      .select()
      .from(flightRecords)
      .where(and(eq(flightRecords.userId, userId), eq(flightRecords.id, id)));
    const flight = record.flightId ? await findFlight(tx, userId, record.flightId) : null;
    const flightId = flight?.id ?? kept?.flightId ?? null;
    const halves = { ...before(record, kept), ...after(record, kept) };
    const values = { flownOn, flightId, ...halves, updatedAt: now };
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

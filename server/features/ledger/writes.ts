import { and, eq, lte, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { lockConsent, withConsent, writtenUnder } from '#server/features/assessment/writes.ts';
import { findFlight } from '#server/features/flights/reads.ts';
import { AppError } from '#server/http/errors.ts';
import { flightRecordRemovals, flightRecords } from './table.ts';

const MOST_KEPT = 1000;

type Row = typeof flightRecords.$inferSelect;
type Forecast = Pick<Row, 'expected' | 'forecast' | 'forecastAt'>;
type Debrief = Pick<Row, 'happened' | 'felt' | 'keep' | 'debriefAt'>;

/** What a device tells of a flight: one half of it or both. */
type FlightRecord = Pick<Row, 'id' | 'flightId' | 'flownOn'> &
  Omit<Forecast, 'forecastAt'> &
  Omit<Debrief, 'debriefAt'> & { writtenAt: Date };

const NO_FORECAST: Forecast = { expected: null, forecast: null, forecastAt: null };
const NO_DEBRIEF: Debrief = { happened: null, felt: null, keep: null, debriefAt: null };

const isOlder = (at: Date, kept: Date | null) => kept !== null && at < kept;

/** What was expected. A forecast once made is replaced by a later one only, never by a device that knows of none. */
function before({ expected, forecast, writtenAt }: FlightRecord, row: Row | undefined): Forecast {
  const kept = row ?? NO_FORECAST;
  const given = { expected, forecast, forecastAt: writtenAt };
  const isGiven = expected !== null || forecast !== null;
  const keptIsLater = !isGiven || isOlder(writtenAt, kept.forecastAt);
  const [later, earlier] = keptIsLater ? [kept, given] : [given, kept];
  const made = later.forecast === null && earlier.forecast !== null ? earlier : later;
  return {
    expected: made.expected ?? earlier.expected,
    forecast: made.forecast,
    forecastAt: made.forecastAt,
  };
}

/** What happened, told as a whole: where nothing of it is given, what is kept of it stays. */
function after({ happened, felt, keep, writtenAt }: FlightRecord, row: Row | undefined): Debrief {
  const kept = row ?? NO_DEBRIEF;
  const given = { happened, felt, keep, debriefAt: writtenAt };
  const isGiven = happened !== null || felt !== null || keep !== null;
  const keptIsLater = !isGiven || isOlder(writtenAt, kept.debriefAt);
  const [later, earlier] = keptIsLater ? [kept, given] : [given, kept];
  const told = later.happened !== null || later.felt !== null;
  return {
    happened: later.happened ?? earlier.happened,
    felt: later.felt ?? earlier.felt,
    keep: told ? later.keep : (later.keep ?? earlier.keep),
    debriefAt: later.debriefAt,
  };
}

/**
 * Keeps a forecast or a debrief. Of each half the later one wins, whichever arrives first, and one that is
 * not given leaves what another device wrote. What was written before its flight was removed from the
 * ledger stays removed. A flight that is not on the person's list, or no longer, is kept by its date alone.
 * @throws consent_required; consent_renewed; too_many
 */
export async function saveRecord(db: Database, userId: string, record: FlightRecord) {
  const { id, writtenAt } = record;
  const save = async (tx: Database) => {
    if (await wasRemoved(tx, userId, record)) return;
    const [kept] = await tx
      .select()
      .from(flightRecords)
      .where(and(eq(flightRecords.userId, userId), eq(flightRecords.id, id)));
    const latest = kept && isOlder(writtenAt, kept.updatedAt) ? kept : null;
    const flight = record.flightId ? await findFlight(tx, userId, record.flightId) : null;
    const values = {
      ...before(record, kept),
      ...after(record, kept),
      flownOn: (latest ?? record).flownOn,
      flightId: flight?.id ?? kept?.flightId ?? null,
      updatedAt: latest?.updatedAt ?? writtenAt,
    };
    await tx
      .insert(flightRecords)
      .values({ id, ...values, userId })
      .onConflictDoUpdate({ target: [flightRecords.userId, flightRecords.id], set: values });
    const own = eq(flightRecords.userId, userId);
    if ((await tx.$count(flightRecords, own)) > MOST_KEPT) throw new AppError('too_many');
  };
  await withConsent(db, userId, save, writtenUnder(writtenAt));
}

async function wasRemoved(tx: Database, userId: string, { id, writtenAt }: FlightRecord) {
  const [removal] = await tx
    .select()
    .from(flightRecordRemovals)
    .where(and(eq(flightRecordRemovals.userId, userId), eq(flightRecordRemovals.id, id)));
  return removal !== undefined && writtenAt <= removal.removedAt;
}

/**
 * Removes a flight from the person's ledger and remembers it; what was written of it since then is another
 * device's, and stays.
 */
export async function removeRecord(db: Database, userId: string, id: string, removedAt: Date) {
  await db.transaction(async (tx) => {
    await lockConsent(tx, userId);
    const removed = await tx
      .delete(flightRecords)
      .where(
        and(
          eq(flightRecords.userId, userId),
          eq(flightRecords.id, id),
          lte(flightRecords.updatedAt, removedAt),
        ),
      )
      .returning({ id: flightRecords.id });
    if (removed.length === 0) return;
    await tx
      .insert(flightRecordRemovals)
      .values({ userId, id, removedAt })
      .onConflictDoUpdate({
        target: [flightRecordRemovals.userId, flightRecordRemovals.id],
        set: { removedAt: sql`excluded.removed_at` },
      });
  });
}

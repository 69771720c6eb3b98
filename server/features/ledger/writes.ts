import { and, eq } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import {
  type MergeRule,
  markRemovedAndClearOlderGroups,
  upsertLatest,
} from '#server/db/last-write-wins.ts';
import { assertRowCapNotExceeded } from '#server/db/row-caps.ts';
import {
  lockAndReadHealthConsent,
  writeUnderHealthConsent,
  createConsentTimeCheck,
} from '#server/features/assessment/writes.ts';
import { findFlight } from '#server/features/flights/reads.ts';
import { flightRecords } from './table.ts';

type Row = typeof flightRecords.$inferSelect;

/** A forecast, a debrief, the fear on the way, how rough it was or several of them, as a device sends them. */
interface FlightRecord extends Pick<
  Row,
  'id' | 'flightId' | 'expected' | 'forecast' | 'happened' | 'felt' | 'keep' | 'onTheWay' | 'rough'
> {
  flownOn: string;
  writtenAt: Date;
  /** Whether the device did not say when it wrote this. */
  datedOnArrival: boolean;
}

const RECORDS = {
  table: flightRecords,
  key: ['userId', 'id'],
  groups: [
    { at: 'updatedAt', columns: ['flownOn', 'flightId'] },
    { at: 'forecastAt', columns: ['forecast'] },
    { at: 'expectedAt', columns: ['expected'] },
    { at: 'recalledAt', columns: ['recalled'] },
    { at: 'happenedAt', columns: ['happened'] },
    { at: 'feltAt', columns: ['felt'] },
    { at: 'keepAt', columns: ['keep'] },
    { at: 'onTheWayAt', columns: ['onTheWay'] },
    { at: 'roughAt', columns: ['rough'] },
  ],
  removedAt: 'removedAt',
} as const satisfies MergeRule<typeof flightRecords>;

/**
 * Returns the fields of each group of a record. Missing ones leave what is stored, except `keep`, which is part of the
 * debrief and may be cleared. What was expected stays as written with its forecast.
 */
function toGivenGroups(record: FlightRecord) {
  const { writtenAt, expected, forecast, happened, felt, keep, onTheWay, rough } = record;
  const at = (isGiven: boolean) => (isGiven ? writtenAt : null);
  const isForecast = forecast !== null;
  const isTold = expected !== null;
  return {
    forecast,
    forecastAt: at(isForecast),
    expected: isForecast ? expected : null,
    expectedAt: at(isTold && isForecast),
    recalled: isForecast ? null : expected,
    recalledAt: at(isTold && !isForecast),
    happened,
    happenedAt: at(happened !== null),
    felt,
    feltAt: at(felt !== null),
    keep,
    keepAt: at(happened !== null || felt !== null || keep !== null),
    onTheWay,
    onTheWayAt: at(onTheWay !== null),
    rough,
    roughAt: at(rough !== null),
  };
}

/**
 * Merges the forecast, the debrief or what was noted on the way of a flight into its stored ledger record: of each the later
 * write wins, and a missing one keeps what is stored. Ignored if older than the removal of the record. If the flight is not in the
 * person's list (any more), the record is stored without the flight's id.
 * @throws consent_required; consent_renewed (written before the present consent); too_many
 */
export async function mergeFlightRecord(db: Database, userId: string, record: FlightRecord) {
  const { id, flownOn, writtenAt } = record;
  const save = async (tx: Database) => {
    const flight = record.flightId ? await findFlight(tx, userId, record.flightId) : null;
    const told = { flownOn, flightId: flight?.id ?? null, updatedAt: writtenAt };
    await upsertLatest(tx, RECORDS, [{ userId, id, ...told, ...toGivenGroups(record) }], record);
    await assertRowCapNotExceeded(tx, flightRecords, userId);
  };
  await writeUnderHealthConsent(db, userId, save, createConsentTimeCheck(writtenAt));
}

/**
 * Deletes a flight's ledger record, and stores when, so that older writes do not restore it; a record written after
 * `removedAt` stays.
 */
export async function removeFlightRecord(
  db: Database,
  userId: string,
  id: string,
  removedAt: Date,
) {
  await db.transaction(async (tx) => {
    await lockAndReadHealthConsent(tx, userId);
    const own = and(eq(flightRecords.userId, userId), eq(flightRecords.id, id));
    await markRemovedAndClearOlderGroups(tx, RECORDS, own, removedAt);
  });
}

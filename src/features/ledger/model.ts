import type { Flight } from '#shared/contract/flights.ts';
import type { Ledger } from '#shared/contract/ladder.ts';
import { daysUntil } from '#shared/rules/flight-date.ts';
import { departureOf, isFlown, nearestFlight } from '#shared/rules/flights.ts';
import { dotted, flightLine } from '#web/features/flights/model.ts';
import { formatDate } from '#web/lib/format.ts';

export type FlightRecord = Ledger['flights'][number];

/** A forecast is asked for in the last days, when the fear has a shape; in days before the flight. */
const FORECAST_DAYS = 5;
/** So long after a flight its debrief is still asked for, in days; the ledger takes it later too. */
const DEBRIEF_DAYS = 30;
/** So many earlier flights are shown again before the next one. */
const EARLIER_SHOWN = 3;

const moment = (flight: Flight, now: Date) => ({
  date: flight.departsOn,
  timeZone: flight.timeZone,
  now,
});

/** What was written about a flight, or an empty page for it under a name that every device gives alike. */
export function recordOf(flight: Flight, records: readonly FlightRecord[]): FlightRecord {
  const known = records.find(({ id, flightId }) => flightId === flight.id || id === flight.id);
  return (
    known ?? {
      id: flight.id,
      flightId: flight.id,
      flownOn: flight.departsOn,
      expected: null,
      forecast: null,
      happened: null,
      felt: null,
      keep: null,
    }
  );
}

/** What to ask on the dashboard, with the flights that are worth remembering; null when nothing is. */
export type Asked =
  | { kind: 'debrief'; record: FlightRecord }
  | { kind: 'forecast'; record: FlightRecord; earlier: FlightRecord[] };

/** The debrief of the latest flight that has passed untold, else what belongs before the next one. */
export function askedOf(
  flights: readonly Flight[],
  records: readonly FlightRecord[],
  declined: ReadonlySet<string>,
  now: Date,
): Asked | null {
  const passed = flights
    .filter((flight) => isFlown(flight, now))
    .filter((flight) => daysUntil(moment(flight, now)) >= -DEBRIEF_DAYS)
    .toSorted((a, b) => departureOf(b).getTime() - departureOf(a).getTime())
    .map((flight) => recordOf(flight, records))
    .find(({ id, happened }) => happened === null && !declined.has(id));
  if (passed) return { kind: 'debrief', record: passed };
  const coming = flights.filter((flight) => !isFlown(flight, now));
  const next = nearestFlight(coming, now);
  if (!next || daysUntil(moment(next, now)) > FORECAST_DAYS) return null;
  const record = recordOf(next, records);
  const earlier = records
    .filter(({ id, happened }) => happened !== null && id !== record.id)
    .slice(0, EARLIER_SHOWN);
  if (record.forecast !== null && earlier.length === 0) return null;
  return { kind: 'forecast', record, earlier };
}

/** The day of a record's flight and what else is known of it, for a day with two; without what is not known. */
export function aboutOf(
  record: FlightRecord,
  flights: readonly Flight[],
  language: string,
): string {
  const flight = flights.find(({ id }) => id === record.flightId);
  const line = flight ? flightLine(flight) : '';
  return dotted([formatDate(record.flownOn, language), line]);
}

/** Every flight that has passed, told or not, and what outlived its flight; the latest first. */
export function pastOf(
  flights: readonly Flight[],
  records: readonly FlightRecord[],
  now: Date,
): FlightRecord[] {
  const passed = flights
    .filter((flight) => isFlown(flight, now))
    .map((flight) => recordOf(flight, records));
  const coming = new Set(
    flights.filter((flight) => !isFlown(flight, now)).map((flight) => recordOf(flight, records).id),
  );
  const shown = new Set(passed.map(({ id }) => id));
  const others = records.filter(({ id }) => !shown.has(id) && !coming.has(id));
  return [...passed, ...others].toSorted((a, b) => b.flownOn.localeCompare(a.flownOn));
}

/** What a dialogue told: its own half, so that the other is left as another device may have changed it. */
export function halfOf(record: FlightRecord, kind: 'forecast' | 'debrief'): FlightRecord {
  if (kind === 'forecast') return { ...record, happened: null, felt: null, keep: null };
  // Where there was no forecast, what was expected is asked with what happened.
  return record.forecast === null ? record : { ...record, expected: null, forecast: null };
}

/** The ledger with a record in it; the same record again takes its place. */
export function withRecord({ flights }: Ledger, record: FlightRecord): Ledger {
  const others = flights.filter(({ id }) => id !== record.id);
  return { flights: [record, ...others].toSorted((a, b) => b.flownOn.localeCompare(a.flownOn)) };
}

import type { Flight } from '#shared/contract/flights.ts';
import type { FlightRecords } from '#shared/contract/ladder.ts';
import type { FlightFearRating } from '#shared/rules/flight-phases.ts';
import { countDaysUntilFlight } from '#shared/rules/flight-date.ts';
import { getDepartureInstant, isFlown, chooseNearestFlight } from '#shared/rules/flights.ts';
import type { LadderStep } from '#web/features/ladder/model.ts';
import { joinWithDots, formatFlightTimeAndRoute } from '#web/features/flights/model.ts';
import { formatDate } from '#web/lib/format.ts';

export type FlightRecord = FlightRecords['flights'][number];
/** What of a record is written at once: before the flight, on the way, or after it. */
export type FlightRecordPart = 'forecast' | 'on_the_way' | 'debrief';

const FORECAST_DAYS = 5;
/** How many days after a flight its debrief is still asked for; the ledger accepts it later too. */
const DEBRIEF_DAYS = 30;
const EARLIER_SHOWN = 3;

const toCountdownInput = (flight: Flight, now: Date) => ({
  date: flight.departsOn,
  timeZone: flight.timeZone,
  now,
});

/** Finds a flight's record, or creates an empty one with the flight's id, which is the same on every device. */
export function findOrBuildFlightRecord(
  flight: Flight,
  records: readonly FlightRecord[],
): FlightRecord {
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
      onTheWay: null,
      rough: null,
    }
  );
}

/** What to ask on the dashboard, with earlier flights to recall. */
export type LedgerPromptToShow =
  | { kind: 'debrief'; record: FlightRecord }
  | { kind: 'forecast'; record: FlightRecord; earlier: FlightRecord[] };

/**
 * Finds the prompt to show on the dashboard: the debrief of the latest flown flight that has none and was not
 * declined, else the forecast of the next flight, each only within some days of the flight; null for none.
 */
export function findLedgerPromptToShow(
  flights: readonly Flight[],
  records: readonly FlightRecord[],
  declined: ReadonlySet<string>,
  now: Date,
): LedgerPromptToShow | null {
  const passed = flights
    .filter((flight) => isFlown(flight, now))
    .filter((flight) => countDaysUntilFlight(toCountdownInput(flight, now)) >= -DEBRIEF_DAYS)
    .toSorted((a, b) => getDepartureInstant(b).getTime() - getDepartureInstant(a).getTime())
    .map((flight) => findOrBuildFlightRecord(flight, records))
    .find(({ id, happened }) => happened === null && !declined.has(id));
  if (passed) return { kind: 'debrief', record: passed };
  const coming = flights.filter((flight) => !isFlown(flight, now));
  const next = chooseNearestFlight(coming, now);
  if (!next || countDaysUntilFlight(toCountdownInput(next, now)) > FORECAST_DAYS) return null;
  const record = findOrBuildFlightRecord(next, records);
  const earlier = records
    .filter(({ id, happened }) => happened !== null && id !== record.id)
    .slice(0, EARLIER_SHOWN);
  if (record.forecast !== null && earlier.length === 0) return null;
  return { kind: 'forecast', record, earlier };
}

/** Formats a record's flight: its date and, if the flight still exists, its time, route and number. */
export function formatRecordedFlight(
  record: FlightRecord,
  flights: readonly Flight[],
  language: string,
): string {
  const flight = flights.find(({ id }) => id === record.flightId);
  const line = flight ? formatFlightTimeAndRoute(flight) : '';
  return joinWithDots([formatDate(record.flownOn, language), line]);
}

/**
 * Lists the records of past flights, with or without a debrief, and of deleted flights; latest first. A flight that was gone along
 * with to its gate is over, whatever its time was.
 */
export function listPastFlightRecords(
  flights: readonly Flight[],
  records: readonly FlightRecord[],
  now: Date,
): FlightRecord[] {
  const isOver = (flight: Flight) => {
    const { onTheWay, rough } = findOrBuildFlightRecord(flight, records);
    return isFlown(flight, now) || Boolean(onTheWay ?? rough);
  };
  const passed = flights.filter(isOver).map((flight) => findOrBuildFlightRecord(flight, records));
  const coming = new Set(
    flights
      .filter((flight) => !isOver(flight))
      .map((flight) => findOrBuildFlightRecord(flight, records).id),
  );
  const shown = new Set(passed.map(({ id }) => id));
  const others = records.filter(({ id }) => !shown.has(id) && !coming.has(id));
  return [...passed, ...others].toSorted((a, b) => b.flownOn.localeCompare(a.flownOn));
}

/**
 * Returns a ledger record without the parts that were not edited, so that saving it does not overwrite them as another
 * device wrote them.
 */
export function pickEditedRecordPart(
  { onTheWay, rough, ...record }: FlightRecord,
  kind: FlightRecordPart,
): FlightRecord {
  if (kind === 'on_the_way') {
    const nothing = { expected: null, forecast: null, happened: null, felt: null, keep: null };
    return { ...record, ...nothing, onTheWay, rough };
  }
  const half = { ...record, onTheWay: null, rough: null };
  if (kind === 'forecast') return { ...half, happened: null, felt: null, keep: null };
  // Without a forecast, the expectation is asked for in the debrief.
  return record.forecast === null ? half : { ...half, expected: null, forecast: null };
}

/** Returns the ledger with the edited part of a record; the others stay as they are. */
export function mergeEditedRecordPart(
  { flights }: FlightRecords,
  told: FlightRecord,
): FlightRecords {
  const known = flights.find(({ id }) => id === told.id) ?? told;
  const others = flights.filter(({ id }) => id !== told.id);
  const forecast = told.expected !== null || told.forecast !== null;
  const debrief = told.happened !== null || told.felt !== null || told.keep !== null;
  const record = {
    id: told.id,
    flightId: told.flightId,
    flownOn: told.flownOn,
    expected: told.expected ?? known.expected,
    forecast: forecast ? told.forecast : known.forecast,
    happened: told.happened ?? known.happened,
    felt: told.felt ?? known.felt,
    keep: debrief ? told.keep : known.keep,
    onTheWay: told.onTheWay ?? known.onTheWay,
    rough: told.rough ?? known.rough,
  };
  return { flights: [record, ...others].toSorted((a, b) => b.flownOn.localeCompare(a.flownOn)) };
}

/** Finds the highest of the fears that were given on the way, the first of them where several are as high. */
export const findHighestFear = (fears: readonly FlightFearRating[]): FlightFearRating | null =>
  fears.reduce<FlightFearRating | null>(
    (highest, one) => (highest && highest.fear >= one.fear ? highest : one),
    null,
  );

/** The highest fear of a flight, as it was expected (null where it was not) and as it was felt, 0 to 10. */
export interface FlightWithFeltFear {
  id: string;
  flownOn: string;
  forecast: number | null;
  felt: number;
}

/** Lists the flights of which the fear is known, the earliest first: as told afterwards, else as given on the way. */
export const listFlightsWithFeltFear = (records: readonly FlightRecord[]): FlightWithFeltFear[] =>
  records
    .flatMap(({ id, flownOn, forecast, felt, onTheWay }) => {
      const highest = felt ?? findHighestFear(onTheWay ?? [])?.fear ?? null;
      return highest === null ? [] : [{ id, flownOn, forecast, felt: highest }];
    })
    .toSorted((a, b) => a.flownOn.localeCompare(b.flownOn));

/** The highest fear of a rehearsal, as it was expected and as it was felt, 0 to 10. */
export interface RehearsalFearComparison {
  id: string;
  step: LadderStep;
  startedAt: string;
  forecast: number;
  felt: number;
}

/** Lists the rehearsals that were told of, the earliest first. */
export const listRehearsalFearComparisons = (
  steps: readonly LadderStep[],
): RehearsalFearComparison[] =>
  steps
    .flatMap((step) =>
      step.attempts.flatMap(({ id, startedAt, outcome }) => {
        const forecast = outcome?.rehearsal?.forecast;
        return outcome && forecast !== undefined
          ? [{ id, step, startedAt, forecast, felt: outcome.highest }]
          : [];
      }),
    )
    .toSorted((a, b) => a.startedAt.localeCompare(b.startedAt));

import type { Flight, FlightDetails } from '#shared/contract/flights.ts';
import type { Airport } from '#shared/rules/airports.ts';
import { countDaysBetween, isFlightDatePast } from '#shared/rules/flight-date.ts';
import { findHoursToDeparture, isFlown, chooseNearestFlight } from '#shared/rules/flights.ts';
import type { FieldFaultKey } from '#web/lib/error-message.ts';
import { LAST_DAY_HOURS } from '#shared/rules/recommendation.ts';

/** An airport field's state: the typed text, and the airport's code once known. */
export interface AirportDraft {
  text: string;
  code: string | null;
  /** Null for a code that is not in our list. */
  timeZone: string | null;
}

/** The flight form's state; empty text means not given. */
export interface FlightDraft {
  departsOn: string;
  departsAt: string;
  from: AirportDraft;
  to: AirportDraft;
  number: string;
  hasReturn: boolean;
  returnOn: string;
  returnAt: string;
}

export type FlightField = 'departsOn' | 'departsAt' | 'from' | 'to' | 'number' | 'returnOn';
export type FlightFaultKey =
  | 'flights:missing'
  | 'flights:airportUnknown'
  | 'flights:returnBefore'
  | FieldFaultKey;
export type FlightFaultKeys = Partial<Record<FlightField, FlightFaultKey>>;

const toAirportDraftOfCode = (code: string | null): AirportDraft => ({
  text: code ?? '',
  code,
  timeZone: null,
});

/** Creates the initial state of the flight form, from a flight to edit or empty. */
export function createFlightDraft(flight: Flight | null): FlightDraft {
  return {
    departsOn: flight?.departsOn ?? '',
    departsAt: flight?.departsAt ?? '',
    from: toAirportDraftOfCode(flight?.fromAirport ?? null),
    to: toAirportDraftOfCode(flight?.toAirport ?? null),
    number: flight?.number ?? '',
    hasReturn: false,
    returnOn: '',
    returnAt: '',
  };
}

/** Parses typed text as an airport: three letters are taken as a code, whether or not our list has it. */
export function parseAirportDraft(text: string, airports: readonly Airport[] = []): AirportDraft {
  const code = /^\s*([a-z]{3})\s*$/i.exec(text)?.[1]?.toUpperCase() ?? null;
  const known = airports.find((airport) => airport.code === code);
  return { text, code, timeZone: known?.timeZone ?? null };
}

/** Returns the name of an airport's city in a language. */
export function getAirportCity({ city, cityInFrench }: Airport, language: string): string {
  return (language === 'fr' && cityInFrench) || city;
}

/** Creates the state of the airport field for an airport chosen from the list. */
export function toAirportDraft(airport: Airport, language: string): AirportDraft {
  const { code, timeZone } = airport;
  return { text: `${getAirportCity(airport, language)} (${code})`, code, timeZone };
}

/**
 * Fills in the time zones of airport codes that were typed into the flight form before the list of airports had loaded.
 */
export function fillAirportTimeZones(
  draft: FlightDraft,
  airports: readonly Airport[],
): FlightDraft {
  const locate = (given: AirportDraft): AirportDraft => {
    const known = airports.find(({ code }) => code === given.code);
    return known ? { ...given, timeZone: known.timeZone } : given;
  };
  return { ...draft, from: locate(draft.from), to: locate(draft.to) };
}

/**
 * Returns the time zone in which the flight's date is read: the departure airport's, else the flight's former one, else
 * the device's.
 */
function getDraftTimeZone(draft: FlightDraft, before: Flight | null, ownZone: string): string {
  if (draft.from.timeZone) return draft.from.timeZone;
  return before && before.fromAirport === draft.from.code ? before.timeZone : ownZone;
}

/** The latest date that the server takes. */
export const LATEST_FLIGHT_DATE = '2100-12-31';

/**
 * Converts the faults of a flight that the server refused to faults of the form's fields. For a return flight, the
 * airports are swapped.
 */
export function toFlightFaultKeys(
  refused: Record<string, FieldFaultKey>,
  kind: FlightDetails['kind'],
): FlightFaultKeys {
  const names: Record<string, FlightField> =
    kind === 'return'
      ? { departsOn: 'returnOn', departsAt: 'returnOn', fromAirport: 'to', toAirport: 'from' }
      : {
          departsOn: 'departsOn',
          departsAt: 'departsAt',
          fromAirport: 'from',
          toAirport: 'to',
          number: 'number',
        };
  const faults = Object.entries(refused).flatMap(([field, fault]) =>
    names[field] ? [[names[field], fault]] : [],
  );
  return Object.fromEntries(faults) as FlightFaultKeys;
}

/**
 * Validates the flight form; returns its faults by field, empty when it is valid. The date of a past flight may stay
 * unchanged. `before` is the flight being edited, `ownZone` the device's time zone.
 */
export function validateFlightDraft(
  draft: FlightDraft,
  { before, now, ownZone }: { before: Flight | null; now: Date; ownZone: string },
): FlightFaultKeys {
  const faults: FlightFaultKeys = {};
  const { departsOn: date, returnOn } = draft;
  if (date === '') faults.departsOn = 'flights:missing';
  else if (date > LATEST_FLIGHT_DATE) faults.departsOn = 'errors:field.out_of_range';
  else if (
    date !== before?.departsOn &&
    isFlightDatePast({ date, timeZone: getDraftTimeZone(draft, before, ownZone), now })
  )
    faults.departsOn = 'errors:flight_date_past';
  for (const field of ['from', 'to'] as const)
    if (draft[field].text.trim() !== '' && draft[field].code === null)
      faults[field] = 'flights:airportUnknown';
  if (draft.hasReturn) {
    if (returnOn === '') faults.returnOn = 'flights:missing';
    else if (returnOn > LATEST_FLIGHT_DATE) faults.returnOn = 'errors:field.out_of_range';
    else if (date !== '' && countDaysBetween(date, returnOn) < 0)
      faults.returnOn = 'flights:returnBefore';
  }
  return faults;
}

/** Converts the valid state of the flight form to the flight details of the request. */
export function toFlightDetails(
  draft: FlightDraft,
  { before, ownZone }: { before: Flight | null; ownZone: string },
): FlightDetails {
  return {
    kind: before?.kind ?? 'outbound',
    departsOn: draft.departsOn,
    departsAt: draft.departsAt || null,
    timeZone: getDraftTimeZone(draft, before, ownZone),
    fromAirport: draft.from.code,
    toAirport: draft.to.code,
    number: draft.number.trim() || null,
  };
}

/**
 * Builds the return flight from the flight form's draft: the outbound airports swapped, the draft's return date and
 * time, and no flight number. Its time zone is that of the airport it departs from (the outbound destination), or
 * `ownZone` when the draft has none for that airport.
 */
export function buildReturnFlight(draft: FlightDraft, ownZone: string): FlightDetails {
  return {
    kind: 'return',
    departsOn: draft.returnOn,
    departsAt: draft.returnAt || null,
    timeZone: draft.to.timeZone ?? ownZone,
    fromAirport: draft.to.code,
    toAirport: draft.from.code,
    number: null,
  };
}

export type AirportNamer = (code: string) => string;

/** Formats a flight's route, by airport codes unless `name` knows better: `CDG → JFK`, one of them, or an empty string. */
export function formatRoute(
  { fromAirport, toAirport }: Pick<Flight, 'fromAirport' | 'toAirport'>,
  name: AirportNamer = (code) => code,
): string {
  if (fromAirport && toAirport) return `${name(fromAirport)} → ${name(toAirport)}`;
  return toAirport ? `→ ${name(toAirport)}` : fromAirport ? name(fromAirport) : '';
}

/** Creates a function that names an airport by its city and code, such as `Paris (CDG)`, or by its code until known. */
export function createAirportNamer(airports: readonly Airport[], language: string): AirportNamer {
  return (code) => {
    const known = airports.find((airport) => airport.code === code);
    return known ? toAirportDraft(known, language).text : code;
  };
}

const NO_BREAK = '\u00a0';

/** Joins texts with ` · ` to one line, which breaks only after a dot. */
export function joinWithDots(parts: readonly (string | false | null)[]): string {
  return parts.filter(Boolean).join(`${NO_BREAK}· `);
}

/**
 * Formats a flight's time, route and number as one line; empty when only the date is known. Without `name`, airports
 * are shown by code and the line breaks only before the number.
 */
export function formatFlightTimeAndRoute(flight: Flight, name?: AirportNamer): string {
  const route = formatRoute(flight, name);
  if (name) return joinWithDots([flight.departsAt, route, flight.number]);
  const whole = [flight.departsAt, route].filter(Boolean).join(' · ');
  return joinWithDots([whole, flight.number].map((part) => part && part.replaceAll(' ', NO_BREAK)));
}

/** Returns whether the next flight departs within the last day, when nothing new is proposed. */
export function isWithinLastDayBeforeFlight(flights: readonly Flight[], now: Date): boolean {
  const flight = chooseNearestFlight(listUpcomingFlights(flights, now), now);
  const hours = flight && findHoursToDeparture(flight, now);
  return hours !== null && hours <= LAST_DAY_HOURS;
}

/** Counts the person's past flights. */
export function countPastFlights(flights: readonly Flight[], now: Date): number {
  return flights.filter((flight) => isFlown(flight, now)).length;
}

/** Lists the flights that are still to come, in their order. */
export function listUpcomingFlights(flights: readonly Flight[], now: Date): Flight[] {
  return flights.filter((flight) => !isFlown(flight, now));
}

/** Returns the next flight if it is an outbound one without a return flight; otherwise null. */
export function findNextFlightIfReturnMissing(
  flights: readonly Flight[],
  now: Date,
): Flight | null {
  const next = chooseNearestFlight(listUpcomingFlights(flights, now), now);
  return next && isReturnFlightMissing(next, flights) ? next : null;
}

/** Returns whether a flight is an outbound one and no return flight on the same day or later is known. */
export const isReturnFlightMissing = (flight: Flight, flights: readonly Flight[]): boolean =>
  flight.kind === 'outbound' &&
  !flights.some(({ kind, departsOn }) => kind === 'return' && departsOn >= flight.departsOn);

import type { Flight, FlightDetails } from '#shared/contract/flights.ts';
import type { Airport } from '#shared/rules/airports.ts';
import { daysBetween, isPast } from '#shared/rules/flight-date.ts';
import { hoursToDeparture, isFlown, nearestFlight } from '#shared/rules/flights.ts';
import { LAST_DAY_HOURS } from '#shared/rules/recommendation.ts';

/** An airport as it is being given: what was typed, and the airport once it is known. */
export interface AirportDraft {
  text: string;
  code: string | null;
  /** Null for a code that our list does not have. */
  timeZone: string | null;
}

/** A flight as it is being written down; empty text is what was not said. */
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

export type FlightField = 'departsOn' | 'from' | 'to' | 'returnOn';
export type FlightFault =
  | 'flights:missing'
  | 'flights:airportUnknown'
  | 'flights:returnBefore'
  | 'errors:flight_date_past';
export type FlightFaults = Partial<Record<FlightField, FlightFault>>;

const codeDraft = (code: string | null): AirportDraft => ({
  text: code ?? '',
  code,
  timeZone: null,
});

/** What the form begins with: the flight to change, or nothing. */
export function draftOf(flight: Flight | null): FlightDraft {
  return {
    departsOn: flight?.departsOn ?? '',
    departsAt: flight?.departsAt ?? '',
    from: codeDraft(flight?.fromAirport ?? null),
    to: codeDraft(flight?.toAirport ?? null),
    number: flight?.number ?? '',
    hasReturn: false,
    returnOn: '',
    returnAt: '',
  };
}

/** What was typed as an airport: three letters are a code, whether or not our list has it. */
export function typedAirport(text: string, airports: readonly Airport[] = []): AirportDraft {
  const code = /^\s*([a-z]{3})\s*$/i.exec(text)?.[1]?.toUpperCase() ?? null;
  const known = airports.find((airport) => airport.code === code);
  return { text, code, timeZone: known?.timeZone ?? null };
}

/** The city of an airport in a language. */
export function cityOf({ city, cityInFrench }: Airport, language: string): string {
  return (language === 'fr' && cityInFrench) || city;
}

/** An airport that was chosen from the list. */
export function chosenAirport(airport: Airport, language: string): AirportDraft {
  const { code, timeZone } = airport;
  return { text: `${cityOf(airport, language)} (${code})`, code, timeZone };
}

/** A draft whose codes were typed before the list of airports was there, with their zones. */
export function withZones(draft: FlightDraft, airports: readonly Airport[]): FlightDraft {
  const locate = (given: AirportDraft): AirportDraft => {
    const known = airports.find(({ code }) => code === given.code);
    return known ? { ...given, timeZone: known.timeZone } : given;
  };
  return { ...draft, from: locate(draft.from), to: locate(draft.to) };
}

/** The zone whose calendar the flight's day is read in: of its airport, else as it was, else the person's. */
function zoneOf(draft: FlightDraft, before: Flight | null, ownZone: string): string {
  if (draft.from.timeZone) return draft.from.timeZone;
  return before && before.fromAirport === draft.from.code ? before.timeZone : ownZone;
}

/** What keeps a draft from being saved, by field. The day of a flight that has passed may stay as it is. */
export function faultsOf(
  draft: FlightDraft,
  { before, now, ownZone }: { before: Flight | null; now: Date; ownZone: string },
): FlightFaults {
  const faults: FlightFaults = {};
  const { departsOn: date, returnOn } = draft;
  if (date === '') faults.departsOn = 'flights:missing';
  else if (
    date !== before?.departsOn &&
    isPast({ date, timeZone: zoneOf(draft, before, ownZone), now })
  )
    faults.departsOn = 'errors:flight_date_past';
  for (const field of ['from', 'to'] as const)
    if (draft[field].text.trim() !== '' && draft[field].code === null)
      faults[field] = 'flights:airportUnknown';
  if (draft.hasReturn) {
    if (returnOn === '') faults.returnOn = 'flights:missing';
    else if (date !== '' && daysBetween(date, returnOn) < 0)
      faults.returnOn = 'flights:returnBefore';
  }
  return faults;
}

/** The flight that a draft without faults says. */
export function detailsOf(
  draft: FlightDraft,
  { before, ownZone }: { before: Flight | null; ownZone: string },
): FlightDetails {
  return {
    kind: before?.kind ?? 'outbound',
    departsOn: draft.departsOn,
    departsAt: draft.departsAt || null,
    timeZone: zoneOf(draft, before, ownZone),
    fromAirport: draft.from.code,
    toAirport: draft.to.code,
    number: draft.number.trim() || null,
  };
}

/** The way back: the airports change places, and the day is one where it leaves from. */
export function returnOf(draft: FlightDraft, ownZone: string): FlightDetails {
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

/** Where a flight leaves and lands, by codes: `CDG → JFK`, one of both, or nothing. */
export function routeOf({
  fromAirport,
  toAirport,
}: Pick<Flight, 'fromAirport' | 'toAirport'>): string {
  if (fromAirport && toAirport) return `${fromAirport} → ${toAirport}`;
  return toAirport ? `→ ${toAirport}` : (fromAirport ?? '');
}

const NO_BREAK = '\u00a0';

/** Parts on one line; where it is too short, it breaks after a dot. */
export function dotted(parts: readonly (string | false | null)[]): string {
  return parts.filter(Boolean).join(`${NO_BREAK}· `);
}

/** All that is known of a flight but its day; empty when only the day is. Its time and its route stay together. */
export function flightLine(flight: Flight): string {
  const whole = [flight.departsAt, routeOf(flight)].filter(Boolean).join(' · ');
  return dotted([whole, flight.number].map((part) => part && part.replaceAll(' ', NO_BREAK)));
}

/** Whether a flight leaves so soon that nothing new is faced any more (product.md, tone and safety). */
export function isLastDay(flights: readonly Flight[], now: Date): boolean {
  const coming = flights.filter((flight) => !isFlown(flight, now));
  const flight = nearestFlight(coming, now);
  const hours = flight && hoursToDeparture(flight, now);
  return hours !== null && hours <= LAST_DAY_HOURS;
}

/** How many flights the person has behind them. */
export function flightsPassed(flights: readonly Flight[], now: Date): number {
  return flights.filter(({ departsOn: date, timeZone }) => isPast({ date, timeZone, now })).length;
}

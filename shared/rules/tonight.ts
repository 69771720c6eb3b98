import type { FearArea } from './fear-areas.ts';
import type { Countdown } from './flight-date.ts';

/** What frightens a person most before a flight, with the id of the free starter session for the hours before it. */
export const TONIGHT_SESSION_IDS = {
  shaking: '9ddf0606-2935-5a2a-9ce0-d38dcee51c1c',
  crashing: 'f09c3639-0402-53de-b7f6-4bde3455cfdc',
  'shut-in': 'b36029dc-1b5e-54fc-bcbc-8630d04035af',
  panicking: '1573a4e0-b367-51d1-b285-624ae923b4b3',
} as const;
export type TonightFear = keyof typeof TONIGHT_SESSION_IDS;
export const TONIGHT_FEARS = Object.keys(TONIGHT_SESSION_IDS) as TonightFear[];

/** When the flight is, for a visitor who says it in one tap. */
export const FLIGHT_NEARNESS_OPTIONS = ['tonight', 'tomorrow', 'days'] as const;
export type FlightNearness = (typeof FLIGHT_NEARNESS_OPTIONS)[number];

/** Returns how near the flight of a countdown is, or null where none lies ahead. */
export function toFlightNearness(countdown: Countdown): FlightNearness | null {
  if (countdown.state === 'today') return 'tonight';
  if (countdown.state !== 'days_until') return null;
  return countdown.days === 1 ? 'tomorrow' : 'days';
}

/** The fear whose session fits an area best; any other area is about one's own reaction, these two above all. */
const FEAR_BY_AREA: Readonly<Partial<Record<FearArea, TonightFear>>> = {
  turbulence_weather_worry: 'shaking',
  takeoff_landing_fear: 'shaking',
  crash_catastrophe_fear: 'crashing',
  aircraft_crew_trust_worry: 'crashing',
  night_overwater_worry: 'crashing',
  fear_enclosed_spaces: 'shut-in',
  fear_no_escape: 'shut-in',
  flying_with_others_anxiety: 'shut-in',
  fear_losing_control: 'panicking',
  inflight_sensation_fear: 'panicking',
};

/** Returns the fear whose free session fits an area of the assessment best. */
export const toTonightFear = (area: FearArea): TonightFear => FEAR_BY_AREA[area] ?? 'panicking';

/** Returns whether a session is mainly about a fear, by its areas with the main one first: the third only touches upon it. */
export const isMainlyAboutFear = (areas: readonly FearArea[], fear: TonightFear): boolean =>
  areas.slice(0, 2).some((area) => FEAR_BY_AREA[area] === fear);

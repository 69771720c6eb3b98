import type { Flight } from '#shared/contract/flights.ts';
import type { Airport } from '#shared/rules/airports.ts';
import type { FearArea } from '#shared/rules/fear-areas.ts';
import {
  type FlightFearRating,
  MAX_FEAR_RATINGS_PER_FLIGHT,
  type FlightPhase,
  FLIGHT_PHASES,
} from '#shared/rules/flight-phases.ts';
import { AIRCRAFT_TYPES, SEAT_SIDES, SEAT_AREAS } from './engine/aircraft.ts';
import type { Journey, JourneyWhereabouts } from './engine/journey.ts';
import { FLIGHT_DISRUPTIONS, estimateAirborneMinutes, getPhaseIndex } from './engine/phases.ts';

const SPEEDS = [1, 10, 60] as const;
/** How many times faster than a clock a practice on the ground can go. */
export const PRACTICE_SPEEDS: readonly number[] = SPEEDS;

const isOneOf = <Value>(values: readonly Value[], value: unknown): value is Value =>
  (values as readonly unknown[]).includes(value);
const isFinite = (value: unknown): value is number => Number.isFinite(value);

/** Parses a journey as it was kept on this device; null when it is not one. */
export function parseJourney(kept: object): Journey | null {
  const { begunAt, airborneMinutes, marks, detours, fears, rough, ...rest } =
    kept as Partial<Journey>;
  if (!isFinite(begunAt) || !isFinite(airborneMinutes)) return null;
  if (!Array.isArray(marks) || !Array.isArray(detours)) return null;
  if (!Array.isArray(fears) || !Array.isArray(rough)) return null;
  const known = marks.filter(({ phase, at }) => isOneOf(FLIGHT_PHASES, phase) && isFinite(at));
  if (known.length === 0) return null;
  return {
    flightId: rest.flightId ?? null,
    practiceSpeed: null,
    aircraft: AIRCRAFT_TYPES.find((name) => name === rest.aircraft) ?? null,
    seat: SEAT_AREAS.find((name) => name === rest.seat) ?? null,
    side: SEAT_SIDES.find((name) => name === rest.side) ?? null,
    begunAt,
    airborneMinutes,
    marks: known,
    detours: detours.filter(
      ({ detour, at }) => isOneOf(FLIGHT_DISRUPTIONS, detour) && isFinite(at),
    ),
    fears: fears.filter(
      ({ phase, at, fear }) => isOneOf(FLIGHT_PHASES, phase) && isFinite(at + fear),
    ),
    rough: rough.filter(
      ({ at, lowest, highest }) => !Number.isNaN(Date.parse(at)) && isFinite(lowest + highest),
    ),
    isDetouring: rest.isDetouring === true,
    endedAt: rest.endedAt ?? null,
  };
}

/** Lists the fear that was given on the way as a record of the ledger keeps it: the last ones where there are too many. */
export const toFlightFearRatings = ({ fears }: Pick<Journey, 'fears'>): FlightFearRating[] =>
  fears
    .slice(-MAX_FEAR_RATINGS_PER_FLIGHT)
    .map(({ phase, at, fear }) => ({ phase, at: new Date(at).toISOString(), fear }));

/** Estimates the minutes that a flight is in the air from its airports; two hours where one is not in the list. */
export function estimateFlightMinutes(
  { fromAirport, toAirport }: Pick<Flight, 'fromAirport' | 'toAirport'>,
  airports: readonly Airport[],
): number {
  const find = (code: string | null) => airports.find((airport) => airport.code === code) ?? null;
  return estimateAirborneMinutes(find(fromAirport), find(toAirport));
}

/** Returns which part of the way is flown by what was told and the clock, 0 to 1: even from take-off to touch-down. */
export function computeFlownShare({ rows, expected }: JourneyWhereabouts, now: number): number {
  const start = (phase: FlightPhase) => rows.find((row) => row.phase === phase)?.at ?? null;
  const [left, landed] = [start('take_off'), start('landing')];
  const here = getPhaseIndex(expected);
  if (here < getPhaseIndex('take_off') || left === null) return 0;
  if (here >= getPhaseIndex('landing') || landed === null || landed <= left) return 1;
  return Math.min(1, Math.max(0, (now - left) / (landed - left)));
}

/** The sessions for the seat that fit each phase, by their slugs: one, or what it shares with the phase beside it. */
const SEAT_SESSIONS: Readonly<Record<FlightPhase, readonly string[]>> = {
  boarding: ['seat-boarding'],
  doors: ['seat-boarding', 'seat-taxi'],
  push_back: ['seat-taxi', 'seat-boarding'],
  taxi_out: ['seat-taxi'],
  take_off: ['seat-lifting-off', 'seat-take-off'],
  lift_off: ['seat-climb', 'seat-lifting-off'],
  thrust_reduction: ['seat-climb'],
  climb: ['seat-climb', 'seat-cruise'],
  cruise: ['seat-cruise'],
  rough_air: ['seat-turbulence'],
  descent: ['seat-descent'],
  approach: ['seat-descent'],
  landing: ['seat-descent'],
  taxi_in: ['seat-after-landing'],
};

/**
 * Finds the session for the seat that fits a phase; of two, the one that is about more of the person's focus areas. Null
 * where the list has none.
 */
export function findSeatSession<Session extends { slug: string; areas: readonly FearArea[] }>(
  sessions: readonly Session[],
  phase: FlightPhase,
  focus: readonly FearArea[],
): Session | null {
  const countShared = ({ areas }: Session) => focus.filter((area) => areas.includes(area)).length;
  const fitting = SEAT_SESSIONS[phase].flatMap(
    (wanted) => sessions.find(({ slug }) => slug === wanted) ?? [],
  );
  return fitting.toSorted((a, b) => countShared(b) - countShared(a))[0] ?? null;
}

/** How loud it is and how high, at the beginning, the middle and the end of a phase, from 0 to 1. */
export interface PhaseSoundAndHeight {
  sound: readonly [number, number, number];
  height: readonly [number, number, number];
}

const LEVEL: PhaseSoundAndHeight['height'] = [0.92, 0.92, 0.92];
const GROUND: PhaseSoundAndHeight['height'] = [0, 0, 0];

/**
 * What is drawn beside each phase. Loudness in the cabin is highest at take-off, falls with the power, and is lowest in
 * the descent before the wheels come down.
 */
export const PHASE_CURVES: Readonly<Record<FlightPhase, PhaseSoundAndHeight>> = {
  boarding: { sound: [0.3, 0.35, 0.3], height: GROUND },
  doors: { sound: [0.35, 0.2, 0.25], height: GROUND },
  push_back: { sound: [0.2, 0.35, 0.45], height: GROUND },
  taxi_out: { sound: [0.4, 0.5, 0.45], height: GROUND },
  take_off: { sound: [0.5, 1, 1], height: [0, 0, 0.04] },
  lift_off: { sound: [1, 0.95, 0.95], height: [0, 0.08, 0.18] },
  thrust_reduction: { sound: [0.95, 0.7, 0.65], height: [0.12, 0.2, 0.3] },
  climb: { sound: [0.65, 0.62, 0.58], height: [0.2, 0.6, 0.92] },
  cruise: { sound: [0.55, 0.55, 0.55], height: LEVEL },
  rough_air: { sound: [0.55, 0.6, 0.55], height: LEVEL },
  descent: { sound: [0.4, 0.32, 0.4], height: [0.92, 0.5, 0.16] },
  approach: { sound: [0.45, 0.6, 0.58], height: [0.16, 0.09, 0.03] },
  landing: { sound: [0.58, 0.9, 0.5], height: [0.03, 0, 0] },
  taxi_in: { sound: [0.45, 0.4, 0.25], height: GROUND },
};

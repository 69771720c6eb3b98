import { type FlightPhase, FLIGHT_PHASES } from '#shared/rules/flight-phases.ts';
import {
  computeGreatCircleKm,
  type Coordinates,
} from '#web/features/route-map/engine/great-circle.ts';

/** What can come between two phases. */
export const FLIGHT_DISRUPTIONS = [
  'delay',
  'deicing',
  'holding',
  'go_around',
  'diversion',
] as const;
export type FlightDisruption = (typeof FLIGHT_DISRUPTIONS)[number];

const FIRST_IN_MOTION: FlightPhase = 'take_off';

/** Returns a phase's place in the order of a flight. */
export const getPhaseIndex = (phase: FlightPhase): number => FLIGHT_PHASES.indexOf(phase);

/** Returns whether a phase is over within a time that can be known; on the ground that is unknown. */
export const isTimedPhase = (phase: FlightPhase): boolean =>
  getPhaseIndex(phase) >= getPhaseIndex(FIRST_IN_MOTION);

/** Returns the phase after this one, skipping rough air, which can't be foreseen; null after the last. */
export function findPhaseAfter(phase: FlightPhase): FlightPhase | null {
  const next = FLIGHT_PHASES[getPhaseIndex(phase) + 1] ?? null;
  return next === 'rough_air' ? 'descent' : next;
}

/** Returns the phase before this one, skipping rough air; null before boarding. */
export function findPhaseBefore(phase: FlightPhase): FlightPhase | null {
  const previous = FLIGHT_PHASES[getPhaseIndex(phase) - 1] ?? null;
  return previous === 'rough_air' ? 'cruise' : previous;
}

/** Detours that can be told of in each phase. */
export function listDisruptions(phase: FlightPhase): FlightDisruption[] {
  const index = getPhaseIndex(phase);
  if (index < getPhaseIndex('take_off')) return ['delay', 'deicing'];
  if (index < getPhaseIndex('climb')) return [];
  if (index < getPhaseIndex('descent')) return ['holding', 'diversion'];
  return index < getPhaseIndex('taxi_in') ? ['holding', 'go_around', 'diversion'] : [];
}

/** Minutes of each phase but rough air. */
export type PhaseMinutes = Readonly<Record<FlightPhase, number>>;

/** What a flight between unknown places is taken to be: two hours in the air. */
const USUAL_AIRBORNE_MINUTES = 120;
const SHORTEST_AIRBORNE_MINUTES = 25;
/** Cruise of an airliner of Mach 0.78 at 11 km, some 830 km/h over the ground without wind, in km a minute. */
const CRUISE_KM_A_MINUTE = 13.8;
/** Routes are longer than the great circle by so much (EUROCONTROL, Performance Review Report: 4 to 5 % from gate to gate). */
const ROUTE_FACTOR = 1.05;
/** What climb, approach and slowing down take beyond the time that the distance would take at cruise speed. */
const SLOW_MINUTES = 20;

/** Estimates the minutes from take-off to touch-down between two places; two hours where one is unknown. */
export function estimateAirborneMinutes(from: Coordinates | null, to: Coordinates | null): number {
  if (!from || !to) return USUAL_AIRBORNE_MINUTES;
  const minutes =
    SLOW_MINUTES + (computeGreatCircleKm(from, to) * ROUTE_FACTOR) / CRUISE_KM_A_MINUTE;
  return Math.max(SHORTEST_AIRBORNE_MINUTES, Math.round(minutes));
}

/**
 * Splits a flight of `airborne` minutes into phases. The take-off roll takes less than a minute; power is reduced at
 * 800 ft or more above the runway (ICAO Doc 8168, Vol. I, noise abatement); an airliner climbs to its cruise in some 20
 * minutes, and begins its descent three nautical miles before for each 1,000 ft, which is 25 minutes from 37,000 ft; the
 * wheels come down some five minutes before landing. Short flights have shorter climbs and descents. Taxiing takes 10 %
 * of the time from gate to gate before, 5 % after (EUROCONTROL, Data Snapshot 40), within what is usual.
 */
export function estimatePhaseMinutes(airborne: number): PhaseMinutes {
  const block = airborne / 0.85;
  const climb = Math.min(19, airborne * 0.25);
  const descent = Math.min(22, airborne * 0.25);
  const approach = 5;
  const landing = 1;
  const first = { take_off: 0.7, lift_off: 0.8, thrust_reduction: 2 };
  const others = first.lift_off + first.thrust_reduction + climb + descent + approach + landing;
  return {
    boarding: 30,
    doors: 6,
    push_back: 4,
    taxi_out: Math.min(18, Math.max(8, Math.round(block * 0.1) - 4)),
    ...first,
    climb,
    cruise: Math.max(0, airborne - others),
    rough_air: 0,
    descent,
    approach,
    landing,
    taxi_in: Math.min(10, Math.max(4, Math.round(block * 0.05))),
  };
}

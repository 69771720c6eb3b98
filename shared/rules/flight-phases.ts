/** The phases of a flight, from boarding on, in their order. `rough_air` has no time of its own. */
export const FLIGHT_PHASES = [
  'boarding',
  'doors',
  'push_back',
  'taxi_out',
  'take_off',
  'lift_off',
  'thrust_reduction',
  'climb',
  'cruise',
  'rough_air',
  'descent',
  'approach',
  'landing',
  'taxi_in',
] as const;
export type FlightPhase = (typeof FLIGHT_PHASES)[number];

/** How many times the fear can be given in one flight, which is once in four minutes of a long one. */
export const MAX_FEAR_RATINGS_PER_FLIGHT = 200;

/** The fear that was given in a phase, 0 to 10, at an instant (ISO). */
export interface FlightFearRating {
  phase: FlightPhase;
  at: string;
  fear: number;
}

/** How many minutes of roughness are kept of one flight: more are rough in no flight. */
export const MAX_TURBULENT_MINUTES_PER_FLIGHT = 600;
/** Times one's weight, beyond which a phone was dropped or thrown. */
export const MIN_LOAD_FACTOR = -2;
export const MAX_LOAD_FACTOR = 4;

/** How rough one minute was: the lowest and the highest times one's weight, 1 at rest; `at` is when it began (ISO). */
export interface TurbulentMinute {
  at: string;
  lowest: number;
  highest: number;
}

import type { ScriptSound } from '#shared/rules/script-timing.ts';
import type { FlightPhase } from '#shared/rules/flight-phases.ts';

/** Something that is heard, seen, felt or smelt in a cabin; its words are in the catalogue `sounds`. */
export interface CabinSensation {
  key: CabinSensationKey;
  /** The phases in which it is met most. */
  phases: readonly FlightPhase[];
  /** The sound that the app can make of it; null where it can't. */
  sound: ScriptSound | null;
}

const SENSATIONS = {
  bins: [['boarding', 'taxi_in'], null],
  air_hiss: [['boarding', 'doors'], null],
  mist: [['boarding', 'climb'], null],
  lights_blink: [['doors', 'push_back', 'taxi_in'], null],
  door_thud: [['doors'], 'door'],
  cargo_door: [['boarding', 'doors', 'taxi_in'], null],
  chime_single: [['doors', 'climb', 'cruise', 'descent'], 'chime'],
  chime_double: [['climb', 'cruise', 'descent'], 'chime'],
  ptu: [['push_back', 'taxi_out', 'taxi_in'], null],
  engine_start: [['push_back'], 'spool-up'],
  tug_jolt: [['push_back'], null],
  flaps_out: [['taxi_out', 'approach'], 'flaps'],
  brakes_squeal: [['taxi_out', 'taxi_in'], null],
  taxi_bumps: [['taxi_out', 'taxi_in', 'take_off'], null],
  engine_roar: [['take_off'], 'takeoff'],
  trim_rattle: [['take_off', 'landing', 'rough_air'], null],
  gear_up: [['lift_off'], 'gear-up'],
  wheels_spin: [['lift_off'], null],
  power_back: [['thrust_reduction'], 'thrust-reduction'],
  sinking: [['thrust_reduction', 'climb', 'cruise'], null],
  bank: [['thrust_reduction', 'climb', 'descent'], null],
  ears: [['climb', 'descent'], null],
  cloud_shake: [['climb', 'descent'], null],
  rain_window: [['taxi_out', 'climb', 'descent', 'landing'], 'rain'],
  wing_bend: [['climb', 'cruise', 'rough_air'], null],
  wing_parts: [['taxi_out', 'approach', 'landing'], 'flaps'],
  spoilers_air: [['descent', 'cruise'], 'spoilers'],
  hum_cruise: [['cruise'], 'hum'],
  engine_note: [['cruise', 'rough_air'], null],
  shudder_bump: [['cruise', 'rough_air'], null],
  drop_feel: [['rough_air', 'cruise'], null],
  belt_sign: [['climb', 'cruise', 'rough_air', 'descent'], 'chime'],
  crew_seated: [['rough_air'], null],
  toilet_flush: [['cruise'], null],
  smell_fuel: [['boarding', 'push_back', 'taxi_out'], null],
  smell_oven: [['cruise', 'climb'], null],
  smell_socks: [['cruise', 'descent'], null],
  dry_air: [['cruise'], null],
  level_off: [['climb', 'cruise'], null],
  descent_quiet: [['descent'], 'throttle-back'],
  gear_down: [['approach'], 'gear'],
  power_changes: [['approach'], null],
  crab: [['approach', 'landing'], null],
  go_around_sound: [['approach', 'landing'], 'spool-up'],
  touch_down_bump: [['landing'], 'touch-down'],
  reverse: [['landing'], null],
  belt_push: [['landing'], null],
  prop_drone: [['climb', 'cruise'], null],
  apu_whine: [['boarding', 'taxi_in'], null],
  deice_spray: [['taxi_out'], null],
  static_discharge: [['climb', 'cruise', 'descent'], null],
} as const satisfies Record<string, [readonly FlightPhase[], CabinSensation['sound']]>;
export type CabinSensationKey = keyof typeof SENSATIONS;

/** What passengers ask about, roughly in the order of a flight. */
export const CABIN_SENSATIONS: readonly CabinSensation[] = Object.entries(SENSATIONS).map(
  ([key, [phases, sound]]) => ({ key: key as CabinSensationKey, phases, sound }),
);

/** Lists what is met in a phase first, then the others, each in the order of a flight. */
export const sortSensationsByPhase = (phase: FlightPhase): CabinSensation[] =>
  CABIN_SENSATIONS.toSorted(
    (a, b) => Number(b.phases.includes(phase)) - Number(a.phases.includes(phase)),
  );

/** Those of which the catalogue says when to tell the crew. */
const FOR_CREW = [
  'mist',
  'ears',
  'drop_feel',
  'smell_fuel',
  'smell_oven',
  'smell_socks',
] as const satisfies CabinSensationKey[];

/** Returns whether the catalogue says of a sensation when to tell the crew (`of.*.crew`). */
export const hasCrewAdvice = (key: CabinSensationKey): key is (typeof FOR_CREW)[number] =>
  (FOR_CREW as readonly CabinSensationKey[]).includes(key);

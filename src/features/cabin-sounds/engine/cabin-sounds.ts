import type { ScriptSound } from '#shared/rules/script-timing.ts';
import type { FlightPhase } from '#shared/rules/flight-phases.ts';
import type { SoundMaker } from '#web/features/soundscape/engine/flight-sounds.ts';
import { SEAT_SOUNDS } from './seat-sounds.ts';

/** Something that is heard, seen, felt or smelt in a cabin; its words are in the catalogue `sounds`. */
export interface CabinSensation {
  key: CabinSensationKey;
  /** The phases in which it is met most. */
  phases: readonly FlightPhase[];
  /** How it sounds; null where it makes no sound, or one that would only startle. */
  sound: CabinSound | null;
  /** How long it is met. */
  lasts: SensationLength;
}

/** A sound of the sessions, or one that is made for the seat alone. */
export type CabinSound = ScriptSound | SoundMaker;
type SensationLength =
  | 'moment'
  | 'again'
  | 'seconds'
  | 'minute'
  | 'minutes'
  | 'ground'
  | 'flight'
  | 'varies';

const SENSATIONS = {
  bins: [['boarding', 'taxi_in'], SEAT_SOUNDS.bins, 'again'],
  air_hiss: [['boarding', 'doors'], SEAT_SOUNDS.hiss, 'ground'],
  mist: [['boarding', 'climb'], null, 'minutes'],
  lights_blink: [['doors', 'push_back', 'taxi_in'], null, 'moment'],
  door_thud: [['doors'], 'door', 'moment'],
  cargo_door: [['boarding', 'doors', 'taxi_in'], SEAT_SOUNDS.cargo, 'minutes'],
  chime_single: [['doors', 'climb', 'cruise', 'descent'], SEAT_SOUNDS.ding, 'moment'],
  chime_double: [['climb', 'cruise', 'descent'], 'chime', 'moment'],
  ptu: [['push_back', 'taxi_out', 'taxi_in'], SEAT_SOUNDS.bark, 'minutes'],
  engine_start: [['push_back'], 'spool-up', 'minute'],
  tug_jolt: [['push_back'], null, 'moment'],
  flaps_out: [['taxi_out', 'approach'], 'flaps', 'seconds'],
  brakes_squeal: [['taxi_out', 'taxi_in'], SEAT_SOUNDS.squeal, 'again'],
  taxi_bumps: [['taxi_out', 'taxi_in', 'take_off'], SEAT_SOUNDS.slabs, 'ground'],
  engine_roar: [['take_off'], 'takeoff', 'seconds'],
  trim_rattle: [['take_off', 'landing', 'rough_air'], 'shaking', 'varies'],
  gear_up: [['lift_off'], 'gear-up', 'seconds'],
  wheels_spin: [['lift_off'], SEAT_SOUNDS.spin, 'moment'],
  power_back: [['thrust_reduction'], 'thrust-reduction', 'seconds'],
  sinking: [['thrust_reduction', 'climb', 'cruise'], null, 'seconds'],
  bank: [['thrust_reduction', 'climb', 'descent'], null, 'minute'],
  ears: [['climb', 'descent'], null, 'minutes'],
  cloud_shake: [['climb', 'descent'], 'shaking', 'minutes'],
  rain_window: [['taxi_out', 'climb', 'descent', 'landing'], 'rain', 'minutes'],
  wing_bend: [['climb', 'cruise', 'rough_air'], null, 'flight'],
  wing_parts: [['taxi_out', 'approach', 'landing'], 'flaps', 'minutes'],
  spoilers_air: [['descent', 'cruise'], 'spoilers', 'minute'],
  hum_cruise: [['cruise'], 'hum', 'flight'],
  engine_note: [['cruise', 'rough_air'], SEAT_SOUNDS.beat, 'minutes'],
  shudder_bump: [['cruise', 'rough_air'], null, 'moment'],
  drop_feel: [['rough_air', 'cruise'], null, 'moment'],
  belt_sign: [['climb', 'cruise', 'rough_air', 'descent'], SEAT_SOUNDS.ding, 'varies'],
  crew_seated: [['rough_air'], null, 'varies'],
  toilet_flush: [['cruise'], SEAT_SOUNDS.flush, 'moment'],
  smell_fuel: [['boarding', 'push_back', 'taxi_out'], null, 'ground'],
  smell_oven: [['cruise', 'climb'], null, 'minutes'],
  smell_socks: [['cruise', 'descent'], null, 'minutes'],
  dry_air: [['cruise'], null, 'flight'],
  level_off: [['climb', 'cruise'], null, 'seconds'],
  descent_quiet: [['descent'], 'throttle-back', 'minutes'],
  gear_down: [['approach'], 'gear', 'seconds'],
  power_changes: [['approach'], SEAT_SOUNDS.surge, 'minutes'],
  crab: [['approach', 'landing'], null, 'minutes'],
  go_around_sound: [['approach', 'landing'], 'spool-up', 'minutes'],
  touch_down_bump: [['landing'], 'touch-down', 'moment'],
  reverse: [['landing'], SEAT_SOUNDS.reverse, 'seconds'],
  belt_push: [['landing'], null, 'seconds'],
  prop_drone: [['climb', 'cruise'], SEAT_SOUNDS.drone, 'flight'],
  apu_whine: [['boarding', 'taxi_in'], SEAT_SOUNDS.turbine, 'ground'],
  deice_spray: [['taxi_out'], SEAT_SOUNDS.spray, 'minutes'],
  static_discharge: [['climb', 'cruise', 'descent'], null, 'moment'],
} as const satisfies Record<string, [readonly FlightPhase[], CabinSound | null, SensationLength]>;
export type CabinSensationKey = keyof typeof SENSATIONS;

/** What passengers ask about, roughly in the order of a flight. */
export const CABIN_SENSATIONS: readonly CabinSensation[] = Object.entries(SENSATIONS).map(
  ([key, [phases, sound, lasts]]) => ({ key: key as CabinSensationKey, phases, sound, lasts }),
);

/** Lists what is met in a phase first, then the others, each in the order of a flight. */
export const sortSensationsPhaseFirst = (phase: FlightPhase): CabinSensation[] =>
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

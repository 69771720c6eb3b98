import { CRUISE_HEIGHT_M, type AircraftState } from '#shared/rules/rehearsal-flight.ts';
import {
  CABIN_BEDS,
  type CabinBed,
  mixCabinBeds,
} from '#web/features/soundscape/engine/cabin-bed.ts';

/** Thrust at idle, and in climb and cruise, as the rehearsed flight has them. */
const IDLE = 0.1;
const GROUND_IDLE = 0.12;
const CRUISING = 0.72;
/** From here on the noise of the climb becomes that of cruise, in metres. */
const HIGH = 6_000;

const limit = (share: number) => Math.min(1, Math.max(0, share));

/** Returns the noise in the cabin at a moment of a flight: between those of the phases, by thrust and height. */
export function getCabinBed({
  height,
  thrust,
}: Pick<AircraftState, 'height' | 'thrust'>): CabinBed {
  const { taxi, take_off: full, climb, cruise, descent } = CABIN_BEDS;
  if (height < 1)
    return mixCabinBeds(taxi, full, limit((thrust - GROUND_IDLE) / (1 - GROUND_IDLE)));
  const powered = mixCabinBeds(climb, cruise, limit((height - HIGH) / (CRUISE_HEIGHT_M - HIGH)));
  if (thrust > CRUISING)
    return mixCabinBeds(powered, full, limit((thrust - CRUISING) / (1 - CRUISING)));
  return mixCabinBeds(descent, powered, limit((thrust - IDLE) / (CRUISING - IDLE)));
}

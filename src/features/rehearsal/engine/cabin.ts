import { CRUISE_HEIGHT_M, type AircraftState } from '#shared/rules/rehearsal-flight.ts';
import {
  CABIN_BEDS,
  type CabinBedSettings,
  mixCabinBedSettings,
} from '#web/features/soundscape/engine/cabin-bed.ts';

/** Thrust at idle, and in climb and cruise, as the rehearsed flight has them. */
const IDLE = 0.1;
const GROUND_IDLE = 0.12;
const CRUISING = 0.72;
/** From here on the noise of the climb becomes that of cruise, in metres. */
const HIGH = 6_000;

const limit = (share: number) => Math.min(1, Math.max(0, share));

/** Returns the noise in the cabin at a moment of a flight: between those of the phases, by thrust and height. */
export function getCabinBedSettings({
  height,
  thrust,
}: Pick<AircraftState, 'height' | 'thrust'>): CabinBedSettings {
  const { taxi, take_off: full, climb, cruise, descent } = CABIN_BEDS;
  if (height < 1)
    return mixCabinBedSettings(taxi, full, limit((thrust - GROUND_IDLE) / (1 - GROUND_IDLE)));
  const powered = mixCabinBedSettings(
    climb,
    cruise,
    limit((height - HIGH) / (CRUISE_HEIGHT_M - HIGH)),
  );
  if (thrust > CRUISING)
    return mixCabinBedSettings(powered, full, limit((thrust - CRUISING) / (1 - CRUISING)));
  return mixCabinBedSettings(descent, powered, limit((thrust - IDLE) / (CRUISING - IDLE)));
}

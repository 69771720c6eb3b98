import type { FlightPhase } from '#shared/rules/flight-phases.ts';
import {
  computeGreatCircleKm,
  type Coordinates,
} from '#web/features/route-map/engine/great-circle.ts';
import { getPhaseIndex } from './phases.ts';

/** One position of the device, as the browser gives it. */
export interface PositionFix extends Coordinates {
  at: number;
  /** Metres above the ellipsoid; null where the device has none. */
  altitude: number | null;
}

export interface PositionTrack {
  /** The fixes of the last minutes, the oldest first. */
  recent: readonly PositionFix[];
  /** Metres above the ellipsoid at the airport of departure; null before the first fix on the ground. */
  groundAltitude: number | null;
  /** The highest of the flight, in metres above the ground; 0 before take-off. */
  highest: number;
  phase: FlightPhase | null;
}

export const EMPTY_TRACK: PositionTrack = {
  recent: [],
  groundAltitude: null,
  highest: 0,
  phase: null,
};

/** Fixes older than this are forgotten. */
const WINDOW_MS = 150_000;
/** Over so long speed and climb are averaged, against the noise of single fixes. */
const AVERAGE_MS = 45_000;

/** Above this an aircraft is not taxiing, in metres a second (some 30 knots is usual at most). */
const TAXI_SPEED = 22;
/** Above this it flies: take-off speeds of airliners are 65 to 90 m/s, those of turboprops 55. */
const FLYING_SPEED = 50;
/** Climbing and descending, in metres a second. */
const CLIMB_RATE = 2;
const DESCENT_RATE = -2;
/** Heights above the ground in metres: power is reduced, and climb power stands, the last part of the approach. */
const REDUCTION_HEIGHT = 300;
const CLIMB_HEIGHT = 900;
const APPROACH_HEIGHT = 750;

/**
 * Takes a position into account, and says which phase it speaks for; `phase` stays what it was where the fixes say
 * nothing. Phases never go back, but from the approach to the descent after a go-around, and from descent to cruise.
 * Nothing is stored beyond the last minutes.
 */
export function addFixToTrack(track: PositionTrack, fix: PositionFix): PositionTrack {
  const recent = [...track.recent, fix].filter(({ at }) => fix.at - at <= WINDOW_MS);
  const first = recent.find(({ at }) => fix.at - at <= AVERAGE_MS) ?? fix;
  const seconds = (fix.at - first.at) / 1000;
  const next: PositionTrack = { ...track, recent };
  if (seconds < 5) return next;
  const speed = (computeGreatCircleKm(first, fix) * 1000) / seconds;
  const climb =
    fix.altitude === null || first.altitude === null
      ? null
      : (fix.altitude - first.altitude) / seconds;
  if (
    speed < TAXI_SPEED &&
    fix.altitude !== null &&
    (track.groundAltitude === null || track.highest < 100)
  )
    next.groundAltitude = fix.altitude;
  const height =
    fix.altitude === null || next.groundAltitude === null
      ? null
      : fix.altitude - next.groundAltitude;
  next.highest = Math.max(track.highest, height ?? 0);
  next.phase = decidePhase(track.phase, { speed, climb, height, highest: next.highest });
  return next;
}

/** How long a position says where the plane is, in milliseconds: no window gives one all the way, and the clock goes on. */
const HOLDS_MS = 5 * 60_000;
/** How long a phase is set aside once the flyer has said that it has not begun: as long as the clock's is put off. */
const ASIDE_MS = 5 * 60_000;

/** Returns whether a position that was received then still says where the plane is. */
export const isFixCurrent = (receivedAt: number, now: number): boolean =>
  now - receivedAt <= HOLDS_MS;

/** Returns the phase that a track speaks for; null for some minutes after it was set aside. */
export const findTrackPhase = (
  { phase }: PositionTrack,
  setAsideAt: number,
  now: number,
): FlightPhase | null => (now - setAsideAt < ASIDE_MS ? null : phase);

interface Motion {
  speed: number;
  climb: number | null;
  height: number | null;
  highest: number;
}

function decidePhase(
  before: FlightPhase | null,
  { speed, climb, height, highest }: Motion,
): FlightPhase | null {
  const hasFlown = highest > 400 || isAfter(before, 'cruise');
  if (speed < TAXI_SPEED) {
    if (hasFlown) return isAfter(before, 'descent') || highest > 400 ? 'taxi_in' : before;
    return speed > 2 ? 'taxi_out' : before;
  }
  if (climb === null || height === null) return speed > 150 && before === null ? 'cruise' : before;
  if (!hasFlown && height < 40) return 'take_off';
  if (hasFlown && height < 40 && speed < FLYING_SPEED + 30 && climb < 1) return 'landing';
  if (climb > CLIMB_RATE) {
    if (isAfter(before, 'descent')) return 'descent';
    if (height < REDUCTION_HEIGHT) return 'lift_off';
    return height < CLIMB_HEIGHT ? 'thrust_reduction' : 'climb';
  }
  if (climb < DESCENT_RATE) return height < APPROACH_HEIGHT ? 'approach' : 'descent';
  // Level: cruise high up, a step of the climb or of the descent lower down.
  if (height > 6000 && height > highest * 0.85) return 'cruise';
  return before;
}

const isAfter = (phase: FlightPhase | null, than: FlightPhase): boolean =>
  phase !== null && getPhaseIndex(phase) >= getPhaseIndex(than);

import type { Coordinates } from './great-circle.ts';

const DEGREE = Math.PI / 180;
/** Noon of 1 January 2000, in milliseconds since 1970. */
const J2000_MS = Date.UTC(2000, 0, 1, 12);
const DAY_MS = 86_400_000;

/**
 * Computes the place over which the sun stands at an instant (milliseconds since 1970), to a hundredth of a degree or two. Source: The
 * Astronomical Almanac, low-precision formulas for the sun (section C), and Greenwich mean sidereal time.
 */
export function computeSubsolarPoint(at: number): Coordinates {
  const days = (at - J2000_MS) / DAY_MS;
  const meanLongitude = 280.46 + 0.9856474 * days;
  const anomaly = (357.528 + 0.9856003 * days) * DEGREE;
  const longitude =
    (meanLongitude + 1.915 * Math.sin(anomaly) + 0.02 * Math.sin(2 * anomaly)) * DEGREE;
  const tilt = (23.439 - 0.0000004 * days) * DEGREE;
  const ascension = Math.atan2(Math.cos(tilt) * Math.sin(longitude), Math.cos(longitude));
  const declination = Math.asin(Math.sin(tilt) * Math.sin(longitude));
  const siderealHours = 18.697374558 + 24.06570982441908 * days;
  return {
    latitude: declination / DEGREE,
    longitude: wrapDegrees(ascension / DEGREE - siderealHours * 15),
  };
}

const wrapDegrees = (degrees: number) => ((((degrees + 180) % 360) + 360) % 360) - 180;

/** Computes how high the sun stands above the horizon of a place, in degrees, for the place over which it stands. */
export function computeSunElevationDegrees(place: Coordinates, sun: Coordinates): number {
  const [a, b] = [place.latitude * DEGREE, sun.latitude * DEGREE];
  const turn = (place.longitude - sun.longitude) * DEGREE;
  return Math.asin(Math.sin(a) * Math.sin(b) + Math.cos(a) * Math.cos(b) * Math.cos(turn)) / DEGREE;
}

/** Civil twilight ends where the sun is so far below the horizon, in degrees. */
const TWILIGHT = 6;

/** Returns how dark it is, from 0 by day to 1 where civil twilight is over. */
export const getDarkness = (sunHeight: number): number =>
  Math.min(1, Math.max(0, -sunHeight / TWILIGHT));

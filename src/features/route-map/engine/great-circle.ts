/** A place on the earth, in degrees. */
export interface Coordinates {
  latitude: number;
  longitude: number;
}

/** Mean radius of the earth, in kilometres (IUGG). */
const EARTH_RADIUS_KM = 6371;

const toRadians = (degrees: number) => (degrees * Math.PI) / 180;

/** Computes the distance between two places along the great circle, in kilometres (haversine formula). */
export function computeGreatCircleKm(from: Coordinates, to: Coordinates): number {
  const [a, b] = [toRadians(from.latitude), toRadians(to.latitude)];
  const half =
    Math.sin((b - a) / 2) ** 2 +
    Math.cos(a) * Math.cos(b) * Math.sin(toRadians(to.longitude - from.longitude) / 2) ** 2;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(half)));
}

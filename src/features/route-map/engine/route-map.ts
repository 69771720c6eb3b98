import { computeGreatCircleKm, type Coordinates } from './great-circle.ts';

const DEGREE = Math.PI / 180;
const EARTH_RADIUS_KM = 6371;
/** Farther than this from the middle (in radians) everything is drawn too large to be of use. */
const EDGE = 2.6;

export type MapPoint = readonly [x: number, y: number];

type Vector = readonly [number, number, number];
const toVector = ({ latitude, longitude }: Coordinates): Vector => {
  const [lat, lon] = [latitude * DEGREE, longitude * DEGREE];
  return [Math.cos(lat) * Math.cos(lon), Math.cos(lat) * Math.sin(lon), Math.sin(lat)];
};
const toPlace = ([x, y, z]: Vector): Coordinates => ({
  latitude: Math.atan2(z, Math.hypot(x, y)) / DEGREE,
  longitude: Math.atan2(y, x) / DEGREE,
});

/** Returns the place at a part (0 to 1) of the great circle between two places (spherical interpolation). */
export function interpolateRoute(from: Coordinates, to: Coordinates, part: number): Coordinates {
  const [a, b] = [toVector(from), toVector(to)];
  const angle = computeGreatCircleKm(from, to) / EARTH_RADIUS_KM;
  if (angle < 1e-6) return from;
  const [p, q] = [Math.sin((1 - part) * angle), Math.sin(part * angle)];
  return toPlace([0, 1, 2].map((axis) => a[axis]! * p + b[axis]! * q) as unknown as Vector);
}

/** A map of a route: places to points, and back. */
export interface RouteProjection {
  width: number;
  height: number;
  /** Projects a place; null where it is too far from the middle to be drawn. */
  project: (place: Coordinates) => MapPoint | null;
  unproject: (point: MapPoint) => Coordinates;
}

/**
 * Creates the azimuthal equidistant projection about the middle of a route, north up there, scaled so that both ends are in
 * the box with a margin: distances from the middle are true, and the great circle is a straight line. Source: Snyder, Map
 * Projections, USGS Professional Paper 1395 (1987), p. 195.
 */
export function createRouteProjection(
  from: Coordinates,
  to: Coordinates,
  { width, height, margin }: { width: number; height: number; margin: number },
): RouteProjection {
  const middle = interpolateRoute(from, to, 0.5);
  const [lat0, lon0] = [middle.latitude * DEGREE, middle.longitude * DEGREE];
  /** In radians from the middle, y to the north. */
  const flatten = ({ latitude, longitude }: Coordinates): MapPoint | null => {
    const [lat, lon] = [latitude * DEGREE, longitude * DEGREE - lon0];
    const cosine = Math.sin(lat0) * Math.sin(lat) + Math.cos(lat0) * Math.cos(lat) * Math.cos(lon);
    const distance = Math.acos(Math.min(1, Math.max(-1, cosine)));
    if (distance > EDGE) return null;
    const stretch = distance < 1e-9 ? 1 : distance / Math.sin(distance);
    return [
      stretch * Math.cos(lat) * Math.sin(lon),
      stretch * (Math.cos(lat0) * Math.sin(lat) - Math.sin(lat0) * Math.cos(lat) * Math.cos(lon)),
    ];
  };
  const [x, y] = (flatten(to) ?? [1, 1]).map(Math.abs) as unknown as MapPoint;
  const scale = Math.min(
    (width / 2 - margin) / Math.max(x, 0.01),
    (height / 2 - margin) / Math.max(y, 0.01),
  );
  return {
    width,
    height,
    project: (place) => {
      const flat = flatten(place);
      return flat && [width / 2 + flat[0] * scale, height / 2 - flat[1] * scale];
    },
    unproject: ([px, py]) => {
      const [fx, fy] = [(px - width / 2) / scale, (height / 2 - py) / scale];
      const distance = Math.hypot(fx, fy);
      if (distance < 1e-9) return middle;
      const [sine, cosine] = [Math.sin(distance), Math.cos(distance)];
      const lat = Math.asin(
        Math.min(
          1,
          Math.max(-1, cosine * Math.sin(lat0) + (fy * sine * Math.cos(lat0)) / distance),
        ),
      );
      const lon = Math.atan2(
        fx * sine,
        distance * Math.cos(lat0) * cosine - fy * Math.sin(lat0) * sine,
      );
      return { latitude: lat / DEGREE, longitude: (lon + lon0) / DEGREE };
    },
  };
}

/** Reads the coasts of coast-lines.ts as lines of places. */
export const parseCoasts = (written: string): Coordinates[][] =>
  written.split(';').map((line) => {
    const steps = line.split(',').map(Number);
    let [east, north] = [0, 0];
    return Array.from({ length: steps.length / 2 }, (_, index) => {
      east += steps[2 * index]!;
      north += steps[2 * index + 1]!;
      return { longitude: east / 10, latitude: north / 10 };
    });
  });

/** The edges of the data, where no coast is: the date line and the south pole. */
const isEdge = ({ latitude, longitude }: Coordinates) =>
  Math.abs(longitude) > 179.9 || latitude < -89.5;

/** Draws the coasts that reach into the map as the data of one SVG path. */
export function buildCoastsPath(coasts: readonly Coordinates[][], map: RouteProjection): string {
  const isNear = (point: MapPoint | null): point is MapPoint =>
    point !== null &&
    point[0] > -map.width &&
    point[0] < 2 * map.width &&
    point[1] > -map.height &&
    point[1] < 2 * map.height;
  let path = '';
  for (const coast of coasts) {
    let isDrawing = false;
    for (const [index, place] of coast.entries()) {
      const point = map.project(place);
      const before = coast[index - 1];
      if (!isNear(point) || (before && isEdge(place) && isEdge(before))) {
        isDrawing = false;
        continue;
      }
      path += `${isDrawing ? 'L' : 'M'}${point[0].toFixed(1)} ${point[1].toFixed(1)}`;
      isDrawing = true;
    }
  }
  return path;
}

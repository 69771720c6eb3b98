import type { Airport } from '#shared/rules/airports.ts';
import type { MapPoint, RouteProjection } from './engine/route-map.ts';

/** Airports of cities that many people know, by which they find their way on a map; the more known first. */
const LANDMARKS =
  'CDG LHR MAD FCO BER ATH IST LIS DUB ARN WAW VIE CAI CMN TUN ALG DXB DEL BOM PEK NRT SIN BKK HKG SYD JFK ORD LAX MIA YUL ' +
  'MEX GRU EZE LIM BOG NBO JNB LOS DKR KEF HEL OSL CPH AMS BRU MXP BCN GVA MUC PRG BUD OTP KBP SVO TLV RUH DOH TAS ALA KTM MNL ' +
  'CGK PER AKL HNL SEA SFO DEN IAH YYZ YVR ANC HAV SCL CPT ADD ACC RUN NCE MRS BOD TLS NTE LYS EDI MAN OPO PMI NAP KEF';
const MAX_CITIES = 6;
/** Cities stand so far apart, and from the ends of the route, in units of the map. */
const CITY_GAP = 48;

/** Names stand so far from the route. */
const ROUTE_GAP = 14;

/** Computes how far a point of the map is from the line between its first two points. */
function getRouteDistance([x, y]: MapPoint, [a, b]: readonly MapPoint[]): number {
  if (!a || !b) return Infinity;
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const part = ((x - a[0]) * dx + (y - a[1]) * dy) / (dx * dx + dy * dy || 1);
  const on = Math.min(1, Math.max(0, part));
  return Math.hypot(a[0] + on * dx - x, a[1] + on * dy - y);
}

/** Chooses a few cities to be named on a map, none of them near another or an end of the route. */
export function chooseMapCities(
  airports: readonly Airport[],
  ends: readonly Airport[],
  map: RouteProjection,
): { airport: Airport; point: MapPoint }[] {
  const byCode = new Map(airports.map((airport) => [airport.code, airport]));
  const points = ends.map((airport) => map.project(airport)).filter((point) => point !== null);
  const chosen: { airport: Airport; point: MapPoint }[] = [];
  for (const code of LANDMARKS.split(' ')) {
    const airport = byCode.get(code);
    const point = airport && map.project(airport);
    if (!airport || !point || chosen.length === MAX_CITIES) continue;
    const [x, y] = point;
    const isInside = x > 8 && x < map.width - 62 && y > 14 && y < map.height - 8;
    const isFree =
      getRouteDistance(point, points) > ROUTE_GAP &&
      points.every((other) => Math.hypot(other[0] - x, other[1] - y) > CITY_GAP);
    if (!isInside || !isFree) continue;
    points.push(point);
    chosen.push({ airport, point });
  }
  return chosen;
}

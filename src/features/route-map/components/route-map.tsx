import { useEffect, useMemo, useRef } from 'react';
import type { Airport } from '#shared/rules/airports.ts';
import { getAirportCity } from '#web/features/flights/model.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { COAST_LINES } from '../engine/coast-lines.ts';
import type { Coordinates } from '../engine/great-circle.ts';
import {
  createRouteProjection,
  buildCoastsPath,
  interpolateRoute,
  type MapPoint,
  parseCoasts,
  type RouteProjection,
} from '../engine/route-map.ts';
import { computeSubsolarPoint, getDarkness, computeSunElevationDegrees } from '../engine/sun.ts';
import { chooseMapCities } from '../model.ts';

const BOX = { width: 340, height: 240, margin: 34 };
/** Points of the sky's shade: one for so many units of the map. */
const SHADE_STEP = 5;

/** A flight's two ends, where it is now, and how that is known. */
export interface RouteMapProps {
  from: Airport;
  to: Airport;
  airports: readonly Airport[];
  /** Part of the way that is flown by the clock, 0 to 1. */
  flown: number;
  /** The device's position; null where it is not known. */
  position: Coordinates | null;
  now: number;
}

/**
 * The route on a map of lines, with the coasts, a few cities, the side of the earth where it is night, and where the plane
 * is: by its position, else about where by the clock; it says which.
 */
export function RouteMap({ from, to, airports, flown, position, now }: RouteMapProps) {
  const { t, i18n } = useTranslation('flight');
  const map = useMemo(() => createRouteProjection(from, to, BOX), [from, to]);
  const coasts = useMemo(() => buildCoastsPath(parseCoasts(COAST_LINES), map), [map]);
  const cities = useMemo(
    () => chooseMapCities(airports, [from, to], map),
    [airports, from, to, map],
  );
  const [start, end] = [map.project(from)!, map.project(to)!];
  const place = position ?? interpolateRoute(from, to, flown);
  const here = map.project(place) ?? start;
  const isNight = getDarkness(computeSunElevationDegrees(place, computeSubsolarPoint(now))) >= 0.5;
  // Some cities share their airport: the first is named.
  const name = (airport: Airport) =>
    getAirportCity(airport, i18n.language).split('/')[0] ?? airport.code;
  const route = { from: name(from), to: name(to) };
  return (
    <figure>
      <div className="relative">
        <NightSide map={map} now={now} />
        <svg
          role="img"
          aria-label={t('map.picture', route)}
          viewBox={`0 0 ${BOX.width} ${BOX.height}`}
          className="relative block w-full overflow-hidden border-y border-line"
        >
          <path d={coasts} fill="none" stroke="var(--ink-2)" strokeWidth="0.8" />
          {cities.map(({ airport, point: [x, y] }) => (
            <g key={airport.code} fill="var(--ink-2)">
              <circle cx={x} cy={y} r="1.6" />
              <text x={x + 4} y={y + 3.5} fontSize="10.5">
                {name(airport)}
              </text>
            </g>
          ))}
          <path d={`M${start.join(' ')}L${end.join(' ')}`} stroke="var(--edge)" strokeWidth="1.2" />
          <path
            d={`M${start.join(' ')}L${here.join(' ')}`}
            stroke="var(--horizon)"
            strokeWidth="2"
          />
          <End at={start} name={route.from} isRight={start[0] > end[0]} />
          <End at={end} name={route.to} isRight={end[0] >= start[0]} />
          <circle cx={here[0]} cy={here[1]} r="5" fill="var(--horizon)" />
        </svg>
      </div>
      <figcaption className="mt-2 text-sm text-ink-2">
        {t(position ? 'map.byPosition' : 'map.byClock')} {t(isNight ? 'map.night' : 'map.day')}
      </figcaption>
    </figure>
  );
}

function End({ at: [x, y], name, isRight }: { at: MapPoint; name: string; isRight: boolean }) {
  // The name stands where the route does not go.
  return (
    <g fill="var(--ink)">
      <circle cx={x} cy={y} r="2.6" />
      <text x={x} y={y - 9} fontSize="13" textAnchor={isRight ? 'end' : 'start'}>
        {name}
      </text>
    </g>
  );
}

/** The shade of the night over the map, soft through civil twilight. */
function NightSide({ map, now }: { map: RouteProjection; now: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [columns, rows] = [BOX.width / SHADE_STEP, BOX.height / SHADE_STEP];
  // In ten minutes the edge of the night moves by less than a step of a long route.
  const minutes = Math.floor(now / 600_000);
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    const sun = computeSubsolarPoint(minutes * 600_000);
    const shade = context.createImageData(columns, rows);
    for (let index = 0; index < columns * rows; index++) {
      const x = ((index % columns) + 0.5) * SHADE_STEP;
      const y = (Math.floor(index / columns) + 0.5) * SHADE_STEP;
      const darkness = getDarkness(computeSunElevationDegrees(map.unproject([x, y]), sun));
      shade.data.set([24, 32, 62, darkness * 110], index * 4);
    }
    context.putImageData(shade, 0, 0);
  }, [map, minutes, columns, rows]);
  return (
    <canvas
      ref={canvas}
      aria-hidden="true"
      width={columns}
      height={rows}
      className="absolute inset-0 size-full"
    />
  );
}

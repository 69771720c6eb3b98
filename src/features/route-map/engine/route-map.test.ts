import { assert, double, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COAST_LINES } from './coast-lines.ts';
import { computeGreatCircleKm } from './great-circle.ts';
import {
  createRouteProjection,
  buildCoastsPath,
  interpolateRoute,
  parseCoasts,
} from './route-map.ts';
import { computeSubsolarPoint, getDarkness, computeSunElevationDegrees } from './sun.ts';

const BOX = { width: 320, height: 220, margin: 36 };
const place = record({
  latitude: double({ min: -80, max: 80, noNaN: true }),
  longitude: double({ min: -180, max: 180, noNaN: true }),
});
const LYON = { latitude: 45.73, longitude: 5.08 };
const LISBON = { latitude: 38.77, longitude: -9.13 };
const TOKYO = { latitude: 35.55, longitude: 139.78 };

describe('the map of a route', () => {
  it('has both ends in its box, and the way between them as a straight line', () => {
    assert(
      property(place, place, (from, to) => {
        const km = computeGreatCircleKm(from, to);
        if (km < 200 || km > 18_000) return;
        const map = createRouteProjection(from, to, BOX);
        const [a, b] = [map.project(from)!, map.project(to)!];
        for (const [x, y] of [a, b]) {
          expect(x).toBeGreaterThan(BOX.margin - 1);
          expect(x).toBeLessThan(BOX.width - BOX.margin + 1);
          expect(y).toBeGreaterThan(BOX.margin - 1);
          expect(y).toBeLessThan(BOX.height - BOX.margin + 1);
        }
        const part = map.project(interpolateRoute(from, to, 0.25))!;
        expect(part[0]).toBeCloseTo(a[0] + (b[0] - a[0]) / 4, 3);
        expect(part[1]).toBeCloseTo(a[1] + (b[1] - a[1]) / 4, 3);
      }),
    );
  });

  it('finds the place at a point again', () => {
    const map = createRouteProjection(LYON, TOKYO, BOX);
    for (const one of [LYON, TOKYO, LISBON]) {
      const back = map.unproject(map.project(one)!);
      expect(computeGreatCircleKm(one, back)).toBeLessThan(1);
    }
  });

  it('draws the coasts near the route, and none of the far side of the earth', () => {
    const coasts = parseCoasts(COAST_LINES);
    const map = createRouteProjection(LYON, LISBON, BOX);
    const path = buildCoastsPath(coasts, map);
    const points = path.split(/[ML]/).slice(1);
    expect(points.length).toBeGreaterThan(40);
    expect(points.length).toBeLessThan(1000);
    expect(path).not.toMatch(/NaN|Infinity/);
  });

  it('reads every coast within the earth', () => {
    for (const coast of parseCoasts(COAST_LINES))
      for (const { latitude, longitude } of coast) {
        expect(Math.abs(latitude)).toBeLessThanOrEqual(90);
        expect(Math.abs(longitude)).toBeLessThanOrEqual(180);
      }
  });
});

describe('the sun', () => {
  // Instants of the equinox and the solstices of 2026: US Naval Observatory, Earth's Seasons.
  it.each([
    ['2026-03-20T14:46:00Z', 0],
    ['2026-06-21T08:25:00Z', 23.44],
    ['2026-09-23T00:05:00Z', 0],
    ['2026-12-21T20:50:00Z', -23.44],
  ])('stands at %s over the latitude %f', (at, latitude) =>
    expect(computeSubsolarPoint(Date.parse(at)).latitude).toBeCloseTo(latitude, 1),
  );

  it('stands over Greenwich at noon, but for the equation of time', () => {
    for (let day = 0; day < 365; day += 7) {
      const { longitude } = computeSubsolarPoint(Date.UTC(2026, 0, 1 + day, 12));
      // At most 16.5 minutes, in November.
      expect(Math.abs(longitude)).toBeLessThan(4.2);
    }
  });

  it('is up in Lyon at noon in summer, and gone at midnight', () => {
    const noon = computeSunElevationDegrees(
      LYON,
      computeSubsolarPoint(Date.parse('2026-06-21T11:40:00Z')),
    );
    const midnight = computeSunElevationDegrees(
      LYON,
      computeSubsolarPoint(Date.parse('2026-06-21T23:40:00Z')),
    );
    expect(noon).toBeCloseTo(90 - LYON.latitude + 23.44, 0);
    expect([getDarkness(noon), getDarkness(midnight)]).toEqual([0, 1]);
    expect(getDarkness(-3)).toBe(0.5);
  });
});

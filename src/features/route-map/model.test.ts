/// <reference types="node" />
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parseAirports } from '#shared/rules/airports.ts';
import { createRouteProjection } from './engine/route-map.ts';
import { chooseMapCities } from './model.ts';

const FILE = new URL('../../../content/airports/airports.txt', import.meta.url);
const AIRPORTS = parseAirports(readFileSync(FILE, 'utf8'));
const BOX = { width: 340, height: 240, margin: 34 };

/** Chooses the cities on the map of a route; returns their codes, and to the points of the ends and of the cities. */
function choose(...codes: [string, string]) {
  const ends = codes.map((code) => AIRPORTS.find((airport) => airport.code === code)!);
  const map = createRouteProjection(ends[0]!, ends[1]!, BOX);
  const chosen = chooseMapCities(AIRPORTS, ends, map);
  return {
    codes: chosen.map(({ airport }) => airport.code),
    points: [...ends.map((end) => map.project(end)!), ...chosen.map(({ point }) => point)],
  };
}

it('a map names cities that people know, of those beside the route', () =>
  expect(choose('LYS', 'LIS').codes).toEqual(['MAD', 'BCN', 'BOD', 'OPO']));

it.each([
  ['LYS', 'LIS'],
  ['LHR', 'JFK'],
  ['CDG', 'NRT'],
  ['ZRH', 'ATH'],
] as const)('a map from %s to %s names a few cities, with room for each name', (from, to) => {
  const { codes, points } = choose(from, to);
  expect(codes.length).toBeGreaterThan(0);
  expect(codes.length).toBeLessThanOrEqual(6);
  for (const [index, [x, y]] of points.entries())
    for (const [a, b] of points.slice(index + 1))
      expect(Math.hypot(a - x, b - y)).toBeGreaterThan(48);
});

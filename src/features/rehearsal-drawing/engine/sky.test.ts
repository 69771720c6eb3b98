import { describe, expect, it } from 'vitest';
import { CLOUD_BASE_M, CLOUD_TOP_M, CRUISE_HEIGHT_M } from '#shared/rules/rehearsal-flight.ts';
import { REHEARSAL_LIGHTS } from '#shared/rules/rehearsal-dose.ts';
import {
  computeDrops,
  computeAirfieldClarity,
  computeFogDensity,
  computeSkyColours,
} from './sky.ts';

/** Every height of a flight, by the metres between two pictures of a fast climb. */
const HEIGHTS = Array.from({ length: CRUISE_HEIGHT_M / 3 }, (_, i) => i * 3);

/** The largest change of a value from one height to the next. */
function findCut(read: (height: number) => number): number {
  const values = HEIGHTS.map(read);
  return Math.max(...values.slice(1).map((value, i) => Math.abs(value - values[i]!)));
}

describe('on the way up and down', () => {
  it('the window is in the midst of cloud where what is below gives way to what is above', () => {
    expect(computeFogDensity(CLOUD_BASE_M)).toBe(1);
    expect(computeFogDensity(CLOUD_BASE_M - 400)).toBe(0);
    expect(computeFogDensity(CLOUD_TOP_M + 400)).toBe(0);
  });

  it.each(REHEARSAL_LIGHTS)('nothing comes or goes in one picture, %s', (light) => {
    expect(findCut(computeFogDensity)).toBeLessThan(0.03);
    expect(findCut(computeAirfieldClarity)).toBeLessThan(0.03);
    expect(findCut((height) => computeDrops(light, { height, fluid: 0 }))).toBeLessThan(0.03);
    expect(findCut((height) => computeSkyColours(light, height).wet)).toBeLessThan(0.03);
  });

  it('rain is on the pane under the clouds alone, and fluid where it is sprayed', () => {
    expect(computeDrops('rain', { height: 0, fluid: 0 })).toBe(1);
    expect(computeDrops('rain', { height: CRUISE_HEIGHT_M, fluid: 0 })).toBeLessThan(0.3);
    expect(computeDrops('day', { height: 0, fluid: 0 })).toBe(0);
    expect(computeDrops('day', { height: 0, fluid: 0.7 })).toBe(0.7);
  });

  it('the airfield is whole near the ground, and out of sight in the distance', () => {
    expect(computeAirfieldClarity(500)).toBe(1);
    expect(computeAirfieldClarity(1_200)).toBe(0);
  });
});

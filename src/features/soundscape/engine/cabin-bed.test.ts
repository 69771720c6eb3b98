import { describe, expect, it } from 'vitest';
import {
  compareOctaves,
  measureOctaves,
  sumWeighted,
} from '../../../../e2e/fixtures/octave-levels.ts';
import { CABIN_BEDS, type CabinBedSettings, mixCabinBedSettings } from './cabin-bed.ts';
import {
  CABIN_PHASES,
  CABIN_SPECTRA,
  CRUISE_DBC_MINUS_DBA,
  OCTAVE_CENTRES_HERTZ,
} from './cabin-spectra.ts';
import { createBrownNoise } from './noise.ts';

const RATE = 32_000;
const WITHIN_DB = 4;

/** A high shelf as browsers compute it (Web Audio API 1.1, “Filters characteristics”, with S = 1). */
function shelve(samples: Float32Array, [hertz, decibels]: readonly [number, number]) {
  const a = 10 ** (decibels / 40);
  const w = (2 * Math.PI * hertz) / RATE;
  const c = Math.cos(w);
  const root = Math.sqrt(a) * Math.sin(w) * Math.SQRT2;
  const b0 = a * (a + 1 + (a - 1) * c + root);
  const b1 = -2 * a * (a - 1 + (a + 1) * c);
  const b2 = a * (a + 1 + (a - 1) * c - root);
  const a0 = a + 1 - (a - 1) * c + root;
  const a1 = 2 * (a - 1 - (a + 1) * c);
  const a2 = a + 1 - (a - 1) * c - root;
  const out = new Float32Array(samples.length);
  for (let i = 0; i < samples.length; i++)
    out[i] =
      (b0 * samples[i]! +
        b1 * (samples[i - 1] ?? 0) +
        b2 * (samples[i - 2] ?? 0) -
        a1 * (out[i - 1] ?? 0) -
        a2 * (out[i - 2] ?? 0)) /
      a0;
  return out;
}

const noise = createBrownNoise(RATE * 10, 7);
function measureBed({ shelves, decibels }: CabinBedSettings): number[] {
  return measureOctaves(shelves.reduce(shelve, noise), RATE).map((level) => level + decibels);
}
const measured = new Map(CABIN_PHASES.map((phase) => [phase, measureBed(CABIN_BEDS[phase])]));
const getMeasured = (phase: (typeof CABIN_PHASES)[number]) => measured.get(phase)!;

describe('the noise of the cabin', () => {
  it.each(CABIN_PHASES)('has the shape drawn for its phase within 4 dB an octave: %s', (phase) => {
    const off = compareOctaves(getMeasured(phase), CABIN_SPECTRA[phase].levels);
    const told = OCTAVE_CENTRES_HERTZ.map(
      (hertz, i) => `${hertz} Hz ${off[i]!.toFixed(1)} dB`,
    ).join(', ');
    expect(Math.max(...off.map(Math.abs)), told).toBeLessThanOrEqual(WITHIN_DB);
  });

  it('is drawn from levels whose sums are those that were read', () => {
    for (const phase of CABIN_PHASES) {
      const { levels, weighted } = CABIN_SPECTRA[phase];
      const [lowest, highest] = weighted;
      expect(sumWeighted(levels, 'A'), phase).toBeGreaterThanOrEqual(lowest);
      expect(sumWeighted(levels, 'A'), phase).toBeLessThanOrEqual(highest);
    }
    const { levels } = CABIN_SPECTRA.cruise;
    const apart = sumWeighted(levels, 'C') - sumWeighted(levels, 'A');
    expect(apart).toBeGreaterThanOrEqual(CRUISE_DBC_MINUS_DBA[0]);
    expect(apart).toBeLessThanOrEqual(CRUISE_DBC_MINUS_DBA[1]);
  });

  it('is louder and quieter from phase to phase by half of what it is in an aircraft', () => {
    const rendered = (phase: (typeof CABIN_PHASES)[number]) =>
      sumWeighted(getMeasured(phase), 'A') - sumWeighted(getMeasured('cruise'), 'A');
    for (const phase of CABIN_PHASES) {
      const drawn =
        sumWeighted(CABIN_SPECTRA[phase].levels, 'A') -
        sumWeighted(CABIN_SPECTRA.cruise.levels, 'A');
      expect(rendered(phase), phase).toBeCloseTo(drawn / 2, 0);
    }
  });

  it('goes from one phase to another without leaving both', () => {
    const { taxi, take_off: roll } = CABIN_BEDS;
    expect(mixCabinBedSettings(taxi, roll, 0)).toEqual(taxi);
    const half = mixCabinBedSettings(taxi, roll, 0.5);
    expect(half.shelves[0][0]).toBeGreaterThan(taxi.shelves[0][0]);
    expect(half.shelves[0][0]).toBeLessThan(roll.shelves[0][0]);
    expect(half.decibels).toBeCloseTo((taxi.decibels + roll.decibels) / 2);
  });
});

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  getBreathMoment,
  getBreathDurationMs,
  computeExerciseDurationMs,
  BREATH_PATTERN_KEYS,
  BREATH_PATTERNS,
} from './breathing.ts';

const pattern = fc.constantFrom(...BREATH_PATTERNS);
const moment = fc.double({ min: 0, max: 600_000, noNaN: true });

describe('the five patterns', () => {
  it('are each there once, and say when the breath is held', () => {
    expect(BREATH_PATTERNS.map(({ key }) => key).toSorted()).toEqual(
      [...BREATH_PATTERN_KEYS].toSorted(),
    );
    expect(BREATH_PATTERNS.filter(({ holds }) => holds).map(({ key }) => key)).toEqual([
      'box',
      'four_seven_eight',
    ]);
  });

  it.each([
    ['long_exhale', 10_000],
    ['coherent', 11_000],
    ['sigh', 12_000],
    ['box', 16_000],
    ['four_seven_eight', 19_000],
  ])('%s takes %i ms a breath', (key, ms) => {
    const found = BREATH_PATTERNS.find((one) => one.key === key);
    expect(found && getBreathDurationMs(found)).toBe(ms);
  });
});

describe('an exercise', () => {
  it('ends with a whole breath, within half a breath of the minutes asked for', () => {
    fc.assert(
      fc.property(pattern, fc.integer({ min: 1, max: 10 }), (one, minutes) => {
        const ms = computeExerciseDurationMs(one, minutes);
        expect(ms % getBreathDurationMs(one)).toBe(0);
        expect(Math.abs(ms - minutes * 60_000)).toBeLessThanOrEqual(getBreathDurationMs(one) / 2);
      }),
    );
  });

  it('has at each moment one step, with time left in it', () => {
    fc.assert(
      fc.property(pattern, moment, (one, ms) => {
        const now = getBreathMoment(one, ms);
        expect(now.untilNext).toBeGreaterThan(0);
        expect(now.secondsLeft).toBeGreaterThanOrEqual(1);
        expect(now.level).toBeGreaterThanOrEqual(0);
        expect(now.level).toBeLessThanOrEqual(1);
        expect(getBreathMoment(one, ms + now.untilNext + 0.01).turn).toBe(now.turn + 1);
      }),
    );
  });

  it('moves the light without a jump', () => {
    fc.assert(
      fc.property(pattern, moment, (one, ms) => {
        const step = 16;
        const jump = Math.abs(
          getBreathMoment(one, ms + step).level - getBreathMoment(one, ms).level,
        );
        expect(jump).toBeLessThan(0.03);
      }),
    );
  });

  it('tells what to do, and counts down', () => {
    const box = BREATH_PATTERNS.find(({ key }) => key === 'box');
    if (!box) throw new Error('no box');
    const said = [0, 3500, 4000, 8000, 12_000, 16_000].map((ms) => {
      const { phase, secondsLeft, turn } = getBreathMoment(box, ms);
      return [phase, secondsLeft, turn];
    });
    expect(said).toEqual([
      ['in', 4, 0],
      ['in', 1, 0],
      ['hold_in', 4, 1],
      ['out', 4, 2],
      ['hold_out', 4, 3],
      ['in', 4, 4],
    ]);
  });
});

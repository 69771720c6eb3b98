import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  hasEnoughPractice,
  findNextLadderStepToPractise,
  ATTEMPT_SETTINGS,
  countRemainingPractice,
  findContradictoryFearRating,
} from './ladder.ts';

const attempts = fc.array(
  fc.record({ setting: fc.constantFrom(...ATTEMPT_SETTINGS), finished: fc.boolean() }),
  { maxLength: 12 },
);

describe('a step', () => {
  it('asks for repetition and variety, and for nothing else', () => {
    fc.assert(
      fc.property(attempts, (all) => {
        const finished = all.filter(({ finished }) => finished);
        const settings = new Set(finished.map(({ setting }) => setting)).size;
        expect(hasEnoughPractice(all)).toBe(finished.length >= 3 && settings >= 2);
      }),
    );
  });

  it('never asks for more after an attempt than before it', () => {
    fc.assert(
      fc.property(attempts, fc.constantFrom(...ATTEMPT_SETTINGS), (all, setting) => {
        const before = countRemainingPractice(all);
        const after = countRemainingPractice([...all, { setting, finished: true }]);
        expect(after.repeats).toBeLessThanOrEqual(before.repeats);
        expect(after.settings).toBeLessThanOrEqual(before.settings);
      }),
    );
  });

  it('is proposed before those after it, in the order of the person', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ attempts }), { maxLength: 15 }), (steps) => {
        const proposed = findNextLadderStepToPractise(steps);
        const place = proposed ? steps.indexOf(proposed) : steps.length;
        expect(steps.slice(0, place).every((step) => hasEnoughPractice(step.attempts))).toBe(true);
        if (proposed) expect(hasEnoughPractice(proposed.attempts)).toBe(false);
      }),
    );
  });
});

describe('the highest fear of an attempt', () => {
  it('is not below the fear before it', () =>
    expect(findContradictoryFearRating({ before: 6, highest: 5, after: 2 })).toBe('before'));
  it('is not below the fear after it', () =>
    expect(findContradictoryFearRating({ before: 3, highest: 5, after: 6 })).toBe('after'));
  it('may equal both', () =>
    expect(findContradictoryFearRating({ before: 5, highest: 5, after: 5 })).toBeNull());
});

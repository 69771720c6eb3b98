import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FEAR_AREAS, type FearArea } from './fear-areas.ts';
import { type FearAnswers, HIGH_AREA_MIN_SCORE } from './fear-report.ts';
import {
  hasEnoughPractice,
  findNextLadderStepToPractise,
  ATTEMPT_SETTINGS,
  countRemainingPractice,
  EXPOSURE_MATERIALS,
  findContradictoryFearRating,
  proposeLadder,
  REHEARSAL_SHARES,
} from './ladder.ts';
import { estimateDoseDifficulty, REHEARSAL_DOSE_NAMES, REHEARSAL_DOSES } from './rehearsal-dose.ts';

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

const keys = FEAR_AREAS.map(({ key }) => key);
const intensity = fc.integer({ min: 0, max: 10 });
const profile = fc.record({
  answers: fc.record(
    Object.fromEntries(keys.map((key) => [key, intensity])) as Record<FearArea, typeof intensity>,
  ) as fc.Arbitrary<FearAnswers>,
  focus: fc
    .uniqueArray(fc.constantFrom(...keys), { minLength: 2, maxLength: 2 })
    .map(([primary = keys[0]!, secondary = keys[1]!]) => ({ primary, secondary })),
});
describe('the ladder proposed from a profile', () => {
  it('has 10 to 15 steps, no two alike, with both focus areas', () => {
    fc.assert(
      fc.property(profile, ({ answers, focus }) => {
        const steps = proposeLadder(answers, focus);
        expect(steps.length).toBeGreaterThanOrEqual(10);
        expect(steps.length).toBeLessThanOrEqual(15);
        const names = steps.map(({ area, material }) =>
          material.includes('.') ? material : `${area} ${material}`,
        );
        expect(new Set(names).size).toBe(names.length);
        for (const area of [focus.primary, focus.secondary])
          expect(steps.some((step) => step.area === area && step.material === 'large')).toBe(true);
        for (const { material } of steps) expect(EXPOSURE_MATERIALS).toContain(material);
      }),
      { numRuns: 2000 },
    );
  });

  it('begins with a picture and puts the thing itself after it, area by area', () => {
    fc.assert(
      fc.property(profile, ({ answers, focus }) => {
        const steps = proposeLadder(answers, focus);
        const places = ['small', 'scene', 'large'].map((material) =>
          steps.findIndex((step) => step.area === focus.primary && step.material === material),
        );
        expect(places).toEqual(places.toSorted((a, b) => a - b));
      }),
    );
  });

  const getDoses = (steps: ReturnType<typeof proposeLadder>) =>
    steps.flatMap(({ material }) =>
      REHEARSAL_DOSE_NAMES.filter((name) => material === `rehearsal.${name}`),
    );

  it('rises from one rehearsal to the next, whatever the fears that they belong to', () => {
    const most = { count: 0 };
    fc.assert(
      fc.property(profile, ({ answers, focus }) => {
        const doses = getDoses(proposeLadder({ ...answers, past_flight_trauma: 0 }, focus));
        most.count = Math.max(most.count, doses.length);
        expect(doses).toEqual(REHEARSAL_DOSE_NAMES.filter((name) => doses.includes(name)));
      }),
      { numRuns: 2000 },
    );
    expect(most.count).toBeGreaterThan(1);
  });

  it('has a whole flight after sitting at the gate, even where boarding is feared more than a crash', () => {
    const answers = {
      ...(Object.fromEntries(keys.map((key) => [key, 0])) as FearAnswers),
      crash_catastrophe_fear: 6,
      airport_boarding_stress: 9,
    };
    const focus = {
      primary: 'crash_catastrophe_fear',
      secondary: 'airport_boarding_stress',
    } as const;
    expect(getDoses(proposeLadder(answers, focus))).toEqual(['gate', 'whole']);
  });

  it('has no rehearsal for somebody who fears what they went through, and is as long without', () => {
    fc.assert(
      fc.property(
        profile,
        fc.integer({ min: HIGH_AREA_MIN_SCORE, max: 10 }),
        ({ answers, focus }, past_flight_trauma) => {
          const steps = proposeLadder({ ...answers, past_flight_trauma }, focus);
          expect(getDoses(steps)).toEqual([]);
          expect(steps.length).toBeGreaterThanOrEqual(10);
        },
      ),
    );
  });
});

it('a dose provokes the more fear the harder it is, as it stands in the ladder', () => {
  expect(Object.keys(REHEARSAL_SHARES)).toEqual(REHEARSAL_DOSE_NAMES);
  for (const name of REHEARSAL_DOSE_NAMES)
    expect(REHEARSAL_SHARES[name]).toBeCloseTo(
      0.55 + 0.4 * estimateDoseDifficulty(REHEARSAL_DOSES[name]),
      5,
    );
});

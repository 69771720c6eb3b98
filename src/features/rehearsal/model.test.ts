import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  MAX_FEAR_MARKS_PER_REHEARSAL,
  REHEARSAL_DOSE_NAMES,
  REHEARSAL_SEATS,
} from '#shared/rules/rehearsal-dose.ts';
import { type LadderAttempt, toLadderSteps } from '#web/features/ladder/model.ts';
import {
  addFearMark,
  buildFearPath,
  type FearMark,
  getRehearsalArea,
  getInitialDose,
  hasRehearsed,
  parseDoseName,
  summariseDoseAttempts,
  summariseFearMarks,
  changeToNextSeat,
} from './model.ts';

const marks = fc
  .array(
    fc.record({ at: fc.integer({ min: 0, max: 1_200 }), fear: fc.integer({ min: 0, max: 10 }) }),
    { minLength: 1, maxLength: 300 },
  )
  .map((given) => given.toSorted((a, b) => a.at - b.at).reduce<FearMark[]>(addFearMark, []));

describe('the fear on the way', () => {
  it('has one mark a second, no more than are kept, and the latest of all', () => {
    fc.assert(
      fc.property(marks, fc.integer({ min: 0, max: 10 }), (known, fear) => {
        const next = addFearMark(known, { at: 1_200, fear });
        expect(next.length).toBeLessThanOrEqual(MAX_FEAR_MARKS_PER_REHEARSAL);
        expect(new Set(next.map(({ at }) => at)).size).toBe(next.length);
        expect(next.at(-1)).toEqual({ at: 1_200, fear });
      }),
    );
  });

  it('is summed up by its highest, which is never under the first, and its last', () => {
    fc.assert(
      fc.property(marks, fc.integer({ min: 0, max: 10 }), (known, before) => {
        const { highest, after } = summariseFearMarks(known, before);
        expect(highest).toBeGreaterThanOrEqual(Math.max(before, after));
        expect(after).toBe(known.at(-1)?.fear);
      }),
    );
  });

  it('is drawn within its box', () => {
    fc.assert(
      fc.property(marks, fc.integer({ min: 0, max: 1_200 }), (known, lasted) => {
        const numbers = buildFearPath(known, lasted, 320, 140)
          .match(/[\d.]+/g)!
          .map(Number);
        for (const number of numbers) expect(number).toBeLessThanOrEqual(320);
        expect(numbers).not.toContain(Number.NaN);
      }),
    );
  });
});

describe('a dose', () => {
  it('is opened by its name in a link, and by no other', () => {
    for (const name of [...REHEARSAL_DOSE_NAMES, 'own'] as const)
      expect(parseDoseName(`?dose=${name}`)).toBe(name);
    for (const search of ['', '?dose=', '?dose=toString', '?other=gate'])
      expect(parseDoseName(search)).toBeNull();
  });

  it('comes round to the same seat after all of them', () => {
    const dose = getInitialDose('whole');
    const seats = REHEARSAL_SEATS.map(
      (_, times) => Array.from({ length: times }).reduce<typeof dose>(changeToNextSeat, dose).seat,
    );
    expect(new Set(seats).size).toBe(REHEARSAL_SEATS.length);
  });

  it('was met as often as it was told of, and warned of before the first', () => {
    const [step] = toLadderSteps([{ area: getRehearsalArea('gate'), material: 'rehearsal.gate' }]);
    const attempt: LadderAttempt = {
      id: 'a',
      stepId: step!.id,
      startedAt: '',
      expected: '',
      sure: 0,
      before: 0,
      setting: 'home_alone',
      outcome: null,
    };
    const outcome = { highest: 7, after: 2, happened: 'it', learned: 'this' };
    expect(hasRehearsed([step!])).toBe(false);
    const begun = [{ ...step!, attempts: [attempt] }];
    expect(hasRehearsed(begun)).toBe(true);
    expect(summariseDoseAttempts(begun, 'gate')).toBeNull();
    const told = [{ ...step!, attempts: [attempt, { ...attempt, outcome }] }];
    expect(summariseDoseAttempts(told, 'gate')).toEqual({ count: 1, last: 7 });
    expect(summariseDoseAttempts(told, 'city')).toBeNull();
  });
});

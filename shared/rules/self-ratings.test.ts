import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addSelfRatingAndDropLater,
  pairFirstAndLastSelfRatings,
  listCurrentRunSelfRatings,
  type SelfRating,
} from './self-ratings.ts';

const START = Date.parse('2026-11-21T10:00:00Z');
const rate = (cue: number, value: number, minute: number): SelfRating => ({
  cue,
  name: cue % 2 === 0 ? 'fear' : 'sure',
  value,
  ratedAt: new Date(START + minute * 60_000).toISOString(),
});
const given = fc
  .array(fc.tuple(fc.nat(9), fc.nat(10)), { maxLength: 20 })
  .map((list) => list.map(([cue, value], minute) => rate(cue, value, minute)));

describe('the ratings of a run', () => {
  it('are in the order of the script, one a place, and each the last that was given there', () => {
    fc.assert(
      fc.property(given, fc.nat(9), (all, cue) => {
        const run = listCurrentRunSelfRatings(all, cue);
        const cues = run.map((one) => one.cue);
        expect(cues).toEqual([...new Set(cues)].toSorted((a, b) => a - b));
        expect(cues.every((one) => one <= cue)).toBe(true);
        for (const one of run) {
          expect(one).toBe(all.findLast((other) => other.cue === one.cue));
          // Nothing from before the listener went back behind it.
          const since = all.slice(all.indexOf(one) + 1);
          expect(since.every((other) => other.cue > one.cue)).toBe(true);
        }
      }),
    );
  });

  it('do not depend on the order in which devices tell them', () => {
    fc.assert(
      fc.property(
        given.chain((all) =>
          fc.tuple(
            fc.constant(all),
            fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length }),
          ),
        ),
        ([all, shuffled]) => {
          expect(listCurrentRunSelfRatings(shuffled, 9)).toEqual(listCurrentRunSelfRatings(all, 9));
        },
      ),
    );
  });

  it('begin anew when a session is heard again from its start', () => {
    const evening = [rate(2, 8, 0), rate(6, 5, 9)];
    expect(listCurrentRunSelfRatings(evening, 0)).toEqual([]);
    expect(listCurrentRunSelfRatings([...evening, rate(2, 6, 60)], 6)).toEqual([rate(2, 6, 60)]);
  });

  it('keep the first when only the last is given again', () => {
    const run = [rate(2, 8, 0), rate(6, 5, 9)];
    expect(addSelfRatingAndDropLater(run, rate(6, 4, 12))).toEqual([rate(2, 8, 0), rate(6, 4, 12)]);
  });
});

describe('before and after', () => {
  it('are the first and the last of the same number, and nothing where it was given once', () => {
    const run = [rate(1, 80, 0), rate(2, 7, 1), rate(4, 9, 5), rate(6, 3, 9)];
    expect(pairFirstAndLastSelfRatings(run)).toEqual([{ name: 'fear', before: 7, after: 3 }]);
    expect(pairFirstAndLastSelfRatings([...run, rate(9, 20, 10)])).toEqual([
      { name: 'sure', before: 80, after: 20 },
      { name: 'fear', before: 7, after: 3 },
    ]);
    expect(pairFirstAndLastSelfRatings([])).toEqual([]);
  });
});

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type LessonWithDose,
  LESSON_DOSES,
  classifyExposureOutcome,
  proposeLesson,
} from './lesson-dose.ts';
import type { SelfRating } from './self-ratings.ts';

const instant = fc
  .integer({ min: 0, max: 50_000 })
  .map((minutes) => new Date(Date.UTC(2026, 10, 1) + minutes * 60_000).toISOString());
const lesson = fc.record({
  kind: fc.constantFrom('load' as const, 'flow' as const),
  dose: fc.option(fc.constantFrom(...LESSON_DOSES), { nil: null }),
  runs: fc.uniqueArray(instant, { maxLength: 4 }).map((runs) => runs.toSorted()),
  outcome: fc.constantFrom('moved' as const, 'stayed' as const, null),
  practised: fc.boolean(),
});
const program = fc
  .array(lesson, { minLength: 1, maxLength: 8 })
  .map((lessons): LessonWithDose[] => lessons.map((one, index) => ({ ...one, id: String(index) })));

const latestOf = (lessons: readonly LessonWithDose[]) =>
  lessons
    .filter(({ runs }) => runs.length > 0)
    .reduce<LessonWithDose | null>(
      (a, b) => (a === null || (b.runs.at(-1) ?? '') > (a.runs.at(-1) ?? '') ? b : a),
      null,
    );
const make = (id: string, change: Partial<LessonWithDose> = {}): LessonWithDose => ({
  id,
  kind: 'load',
  dose: null,
  runs: [],
  outcome: null,
  practised: false,
  ...change,
});
const DAY = ['2026-11-01T10:00:00.000Z', '2026-11-02T10:00:00.000Z'];

describe('the lesson proposed next', () => {
  it('is either the last one again or one that was not gone through', () => {
    fc.assert(
      fc.property(program, (lessons) => {
        const proposal = proposeLesson(lessons);
        if (!proposal) return;
        const chosen = lessons.find(({ id }) => id === proposal.lessonId);
        if (proposal.step === 'again') expect(chosen).toEqual(latestOf(lessons));
        else expect(chosen?.runs).toEqual([]);
      }),
    );
  });

  it('goes on once somebody went on by themselves', () => {
    fc.assert(
      fc.property(program, (lessons) => {
        const later = make('later', { runs: ['2027-01-01T00:00:00.000Z'], outcome: 'moved' });
        expect(proposeLesson([...lessons, later])?.step).not.toBe('again');
      }),
    );
  });

  it('is never exposure on board that was not practised on the ground', () => {
    fc.assert(
      fc.property(program, (lessons) => {
        const proposal = proposeLesson(lessons);
        const chosen = lessons.find(({ id }) => id === proposal?.lessonId);
        if (chosen?.dose === 'flight' && chosen.kind === 'load')
          expect(chosen.practised).toBe(true);
      }),
    );
  });

  it('is there as long as a lesson is left that may be met today', () => {
    fc.assert(
      fc.property(program, (lessons) => {
        const isLeft = lessons.some(
          ({ runs, dose, kind, practised }) =>
            runs.length === 0 && (dose !== 'flight' || kind === 'flow' || practised),
        );
        if (isLeft) expect(proposeLesson(lessons)).not.toBeNull();
      }),
    );
  });

  it('is the exposure again when neither the fear fell nor the prediction broke', () => {
    const of = (outcome: LessonWithDose['outcome']) =>
      proposeLesson([make('a', { dose: 'long', runs: DAY, outcome }), make('b')]);
    expect(of('stayed')).toEqual({ lessonId: 'a', step: 'again' });
    expect(of('moved')).toEqual({ lessonId: 'b', step: 'go_on' });
    expect(of(null)).toEqual({ lessonId: 'b', step: 'go_on' });
  });

  it.each(['sound', 'scene'] as const)(
    'is a %s twice, whatever its numbers, before what comes after it',
    (dose) => {
      const after = (runs: string[]) =>
        proposeLesson([make('a', { dose, runs, outcome: 'moved' }), make('b')]);
      expect(after(DAY.slice(0, 1))).toEqual({ lessonId: 'a', step: 'again' });
      expect(after(DAY)).toEqual({ lessonId: 'b', step: 'go_on' });
    },
  );
});

describe('what came of a run', () => {
  const rate = (name: SelfRating['name'], ...values: number[]): SelfRating[] =>
    values.map((value, cue) => ({ cue, name, value, ratedAt: DAY[0] ?? '' }));
  it.each([
    ['fell fear', rate('fear', 7, 8, 6), 'moved'],
    ['fear that was low and stayed low', rate('fear', 1, 2), 'moved'],
    ['fear that stayed', rate('fear', 6, 6), 'stayed'],
    ['a broken prediction', rate('sure', 80, 50), 'moved'],
    ['a prediction that was doubted from the first', rate('sure', 10, 10), 'moved'],
    ['a prediction that held', rate('sure', 80, 70), 'stayed'],
    [
      'fear that rose while the prediction broke',
      [...rate('fear', 4, 6), ...rate('sure', 90, 20)],
      'moved',
    ],
    ['one number', rate('fear', 4), null],
  ])('counts %s', (_what, run, outcome) => {
    expect(classifyExposureOutcome(run)).toBe(outcome);
  });
});

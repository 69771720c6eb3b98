import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  computeProgramProgress,
  type ProgramEvent,
  computeProgramStanding,
} from './program-progress.ts';

const LESSONS = ['a', 'b', 'c', 'd'];
const instant = fc
  .integer({ min: 0, max: 5_000 })
  .map((minutes) => new Date(Date.UTC(2026, 10, 1) + minutes * 60_000).toISOString());
const lessonId = fc.constantFrom(...LESSONS);
const note = fc.option(fc.constantFrom('the lift, alone', 'not today'), { nil: null });
const event: fc.Arbitrary<ProgramEvent> = fc.oneof(
  fc.record({ id: fc.uuid(), at: instant, type: fc.constant('started' as const) }),
  fc.record({
    id: fc.uuid(),
    at: instant,
    type: fc.constant('lesson_completed' as const),
    lessonId,
  }),
  fc.record({
    id: fc.uuid(),
    at: instant,
    type: fc.constant('task_ticked' as const),
    lessonId,
    note,
  }),
  fc.record({ id: fc.uuid(), at: instant, type: fc.constant('task_unticked' as const), lessonId }),
);
const log = fc.uniqueArray(event, { selector: ({ id }) => id, maxLength: 30 });
/** The same events in another order, some of them twice. */
const arrivals = log.chain((events) =>
  fc.record({
    events: fc.constant(events),
    arrived: fc
      .shuffledSubarray([...events, ...events], { minLength: 0 })
      .map((some) => [...some, ...events]),
  }),
);
const shown = (ids: string[], addedAt = '2026-10-01T00:00:00.000Z') =>
  ids.map((id) => ({ id, addedAt }));
const comparable = (events: ProgramEvent[]) => {
  const { startedAt, lessons } = computeProgramProgress(events);
  return { startedAt, lessons: Object.fromEntries(lessons) };
};
const done = (id: string, at: string): ProgramEvent => ({
  id: `${id}-${at}`,
  at,
  type: 'lesson_completed',
  lessonId: id,
});

describe('the fold of a program', () => {
  it('is the same in whatever order events arrive, and however often', () => {
    fc.assert(
      fc.property(arrivals, ({ events, arrived }) => {
        expect(comparable(arrived)).toEqual(comparable(events));
        expect(comparable(arrived.toReversed())).toEqual(comparable(events));
      }),
    );
  });

  it('merges two devices without losing a lesson of either', () => {
    fc.assert(
      fc.property(log, log, (phone, laptop) => {
        const both = computeProgramProgress([...phone, ...laptop]);
        for (const one of [computeProgramProgress(phone), computeProgramProgress(laptop)]) {
          for (const [id, { completedAt }] of one.lessons) {
            if (completedAt === null) continue;
            expect(both.lessons.get(id)?.completedAt).not.toBeNull();
          }
        }
      }),
    );
  });

  it('counts a run that two devices report once, and one of another day again', () => {
    const morning = '2026-11-01T10:00:00.000Z';
    const runsOf = (...instants: string[]) =>
      computeProgramProgress(instants.map((at) => done('a', at))).lessons.get('a')?.runs;
    expect(runsOf('2026-11-01T10:00:03.000Z', morning)).toEqual([morning]);
    const evening = '2026-11-02T19:00:00.000Z';
    expect(runsOf(evening, morning)).toEqual([morning, evening]);
  });

  it('keeps what was said last about a task, wherever it was said', () => {
    const task = (id: string, at: string, text: string | null): ProgramEvent => ({
      id,
      at,
      type: 'task_ticked',
      lessonId: 'a',
      note: text,
    });
    const late = task('1', '2026-11-02T10:00:00.000Z', 'I took the lift to the fourth floor.');
    const early = task('2', '2026-11-02T09:00:00.000Z', null);
    expect(computeProgramProgress([late, early]).lessons.get('a')?.task?.note).toBe(
      'I took the lift to the fourth floor.',
    );
    const undone: ProgramEvent = {
      id: '3',
      at: '2026-11-03T00:00:00.000Z',
      type: 'task_unticked',
      lessonId: 'a',
    };
    expect(computeProgramProgress([undone, late]).lessons.get('a')).toEqual({
      completedAt: null,
      runs: [],
      task: null,
    });
  });
});

describe('where somebody stands', () => {
  it('is new, under way, then completed, with the first lesson not done as the next', () => {
    const lessons = shown(['a', 'b']);
    expect(computeProgramStanding(lessons, computeProgramProgress([]))).toEqual({
      state: 'new',
      startedAt: null,
      completed: 0,
      total: 2,
      nextLessonId: 'a',
    });
    const second = done('b', '2026-11-02T09:00:00.000Z');
    expect(computeProgramStanding(lessons, computeProgramProgress([second]))).toMatchObject({
      state: 'under_way',
      completed: 1,
      nextLessonId: 'a',
    });
    const first = done('a', '2026-11-03T09:00:00.000Z');
    expect(computeProgramStanding(lessons, computeProgramProgress([second, first]))).toMatchObject({
      state: 'completed',
      completed: 2,
      nextLessonId: null,
    });
  });

  it('never falls back when more is done', () => {
    const rank = { new: 0, under_way: 1, completed: 2 };
    const added = fc.record(Object.fromEntries(LESSONS.map((id) => [id, instant])));
    fc.assert(
      fc.property(log, event, added, (events, more, times) => {
        const lessons = LESSONS.map((id) => ({ id, addedAt: times[id] ?? '' }));
        const before = computeProgramStanding(lessons, computeProgramProgress(events));
        const after = computeProgramStanding(lessons, computeProgramProgress([...events, more]));
        expect(rank[after.state]).toBeGreaterThanOrEqual(rank[before.state]);
        expect(after.completed).toBeGreaterThanOrEqual(before.completed);
      }),
    );
  });

  it('keeps a program completed when a lesson is added afterwards, and offers it', () => {
    const folded = computeProgramProgress([done('a', '2026-11-02T09:00:00.000Z')]);
    const grown = [...shown(['a']), ...shown(['b'], '2026-11-09T00:00:00.000Z')];
    expect(computeProgramStanding(grown, folded)).toMatchObject({
      state: 'completed',
      completed: 1,
      total: 2,
      nextLessonId: 'b',
    });
  });

  it('is as before when a lesson was unpublished and came back', () => {
    fc.assert(
      fc.property(log, fc.subarray(LESSONS), (events, kept) => {
        const folded = computeProgramProgress(events);
        const fewer = computeProgramStanding(shown(kept), folded);
        const all = computeProgramStanding(shown(LESSONS), folded);
        expect(fewer.startedAt).toBe(all.startedAt);
        const listDone = (ids: string[]) => ids.filter((id) => folded.lessons.get(id)?.completedAt);
        expect([fewer.completed, all.completed]).toEqual([
          listDone(kept).length,
          listDone(LESSONS).length,
        ]);
      }),
    );
  });

  it('counts a lesson done by a clock that runs behind', () => {
    const folded = computeProgramProgress([done('a', '2020-01-01T00:00:00.000Z')]);
    expect(computeProgramStanding(shown(['a']), folded).state).toBe('completed');
  });

  it('of a program without lessons is never completed', () => {
    expect(computeProgramStanding([], computeProgramProgress([])).state).toBe('new');
  });
});

import { describe, expect, it } from 'vitest';
import type { ProgramDetail } from '#shared/contract/programs.ts';
import { applyEvent, computeFlightPath, parseLessonParams } from './model.ts';

const lesson = (id: string) => ({
  id,
  contentId: `content-${id}`,
  title: id,
  introduction: '',
  task: '',
  kind: 'flow' as const,
  durationMs: 1,
  addedAt: '2026-11-01T00:00:00.000Z',
  completedAt: null,
  taskTickedAt: null,
  note: null,
});
const program: ProgramDetail = {
  id: 'p',
  slug: 'p',
  language: 'en',
  title: '',
  summary: '',
  about: '',
  sessions: [],
  durationMs: 2,
  lessons: [lesson('a'), lesson('b')],
  standing: { state: 'new', startedAt: null, completed: 0, total: 2, nextLessonId: 'a' },
};
const at = '2026-11-21T10:00:00.000Z';

describe('a program on screen', () => {
  it('moves on at once when a lesson is done', () => {
    const after = applyEvent(program, { id: '1', type: 'lesson_completed', lessonId: 'a', at });
    expect(after.standing).toEqual({
      state: 'under_way',
      startedAt: at,
      completed: 1,
      total: 2,
      nextLessonId: 'b',
    });
    expect(after.lessons[0]?.completedAt).toBe(at);
    const whole = applyEvent(after, { id: '2', type: 'lesson_completed', lessonId: 'b', at });
    expect(whole.standing.state).toBe('completed');
  });

  it('keeps what it knew when more is said', () => {
    const note = 'The lift, twice.';
    const ticked = applyEvent(program, { id: '1', type: 'task_ticked', lessonId: 'a', note, at });
    const after = applyEvent(ticked, { id: '2', type: 'started', at });
    expect(after.lessons[0]).toMatchObject({ taskTickedAt: at, note });
    const later = '2026-11-21T11:00:00.000Z';
    const undone = applyEvent(after, { id: '3', type: 'task_unticked', lessonId: 'a', at: later });
    expect(undone.lessons[0]).toMatchObject({ taskTickedAt: null, note: null });
  });
});

describe('the address of a session', () => {
  it('says from which lesson it was opened', () => {
    expect(parseLessonParams('?program=p&lesson=a')).toEqual({ programId: 'p', lessonId: 'a' });
    expect(parseLessonParams('program=p')).toBeNull();
    expect(parseLessonParams('')).toBeNull();
  });
});

describe('the course of a program', () => {
  it('begins and ends on the ground, and is up in the air between', () => {
    const { points } = computeFlightPath(7);
    expect(points).toHaveLength(7);
    expect(points[0]?.y).toBe(points[6]?.y);
    expect(points[3]?.y).toBeLessThan(points[0]?.y ?? 0);
    expect(points.map(({ x }) => x)).toEqual(points.map(({ x }) => x).toSorted((a, b) => a - b));
  });
  it('of a single lesson is one point', () => expect(computeFlightPath(1).points).toHaveLength(1));
});

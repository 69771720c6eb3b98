import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ProgramDetail } from '#shared/contract/programs.ts';
import { FEAR_AREAS, type FearArea } from '#shared/rules/fear-areas.ts';
import {
  applyProgramEvent,
  computeProgramFlightPath,
  findProgramForArea,
  parseOriginLesson,
} from './model.ts';

const lesson = (id: string) => ({
  id,
  contentId: `content-${id}`,
  title: id,
  introduction: '',
  task: '',
  kind: 'flow' as const,
  situations: [],
  durationMs: 1,
  addedAt: '2026-11-01T00:00:00.000Z',
  completedAt: null,
  runs: [],
  dose: null,
  outcome: null,
  practised: false,
  taskTickedAt: null,
  note: null,
});
const program: ProgramDetail = {
  id: 'p',
  slug: 'p',
  areas: [],
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
    const after = applyProgramEvent(program, {
      id: '1',
      type: 'lesson_completed',
      lessonId: 'a',
      at,
    });
    expect(after.standing).toEqual({
      state: 'under_way',
      startedAt: at,
      completed: 1,
      total: 2,
      nextLessonId: 'b',
    });
    expect(after.lessons[0]?.completedAt).toBe(at);
    const whole = applyProgramEvent(after, {
      id: '2',
      type: 'lesson_completed',
      lessonId: 'b',
      at,
    });
    expect(whole.standing.state).toBe('completed');
  });

  it('keeps what it knew when more is said', () => {
    const note = 'The lift, twice.';
    const ticked = applyProgramEvent(program, {
      id: '1',
      type: 'task_ticked',
      lessonId: 'a',
      note,
      at,
    });
    const after = applyProgramEvent(ticked, { id: '2', type: 'started', at });
    expect(after.lessons[0]).toMatchObject({ taskTickedAt: at, note });
    const later = '2026-11-21T11:00:00.000Z';
    const undone = applyProgramEvent(after, {
      id: '3',
      type: 'task_unticked',
      lessonId: 'a',
      at: later,
    });
    expect(undone.lessons[0]).toMatchObject({ taskTickedAt: null, note: null });
  });
});

describe('the address of a session', () => {
  it('says from which lesson it was opened', () => {
    expect(parseOriginLesson('?program=p&lesson=a')).toEqual({ programId: 'p', lessonId: 'a' });
    expect(parseOriginLesson('program=p')).toBeNull();
    expect(parseOriginLesson('')).toBeNull();
  });
});

describe('the course of a program', () => {
  it('begins and ends on the ground, and is up in the air between', () => {
    const { points } = computeProgramFlightPath(7);
    expect(points).toHaveLength(7);
    expect(points[0]?.y).toBe(points[6]?.y);
    expect(points[3]?.y).toBeLessThan(points[0]?.y ?? 0);
    expect(points.map(({ x }) => x)).toEqual(points.map(({ x }) => x).toSorted((a, b) => a - b));
  });
  it('of a single lesson is one point', () =>
    expect(computeProgramFlightPath(1).points).toHaveLength(1));
});

describe('the program for an area', () => {
  const sessions = [
    { id: 'air', areas: ['turbulence_weather_worry', 'fear_heights'] },
    { id: 'door', areas: ['fear_enclosed_spaces', 'fear_no_escape'] },
    { id: 'seat', areas: ['fear_no_escape'] },
  ] satisfies { id: string; areas: FearArea[] }[];
  const build = (slug: string, areas: FearArea[], lessons: string[]) => ({
    slug,
    areas,
    sessions: lessons.map((contentId) => ({
      contentId,
      kind: 'flow' as const,
      situations: [],
      completed: false,
    })),
  });
  const programs = [
    build('companions', [], ['seat']),
    build('everything', ['pre_flight_worry'], ['air', 'door', 'seat', 'elsewhere']),
    build('doors', ['fear_enclosed_spaces'], ['door', 'seat']),
    build('turbulence', ['turbulence_weather_worry', 'pre_flight_worry'], ['air', 'seat', 'door']),
  ];
  const find = (area: FearArea) => findProgramForArea(programs, area, sessions)?.slug;

  it('is the one made for it, wherever it stands in the list', () => {
    expect(find('turbulence_weather_worry')).toBe('turbulence');
    expect(find('fear_enclosed_spaces')).toBe('doors');
    expect(find('pre_flight_worry')).toBe('everything');
  });
  it('is else the one whose lessons are most about it, never one for somebody who is not afraid', () => {
    expect(find('fear_no_escape')).toBe('doors');
    expect(find('fear_heights')).toBe('turbulence');
  });
  it('is none where no lesson touches it', () =>
    expect(find('germs_cleanliness_anxiety')).toBeUndefined());
});

describe('the starter programs', () => {
  const CONTENT = path.join(import.meta.dirname, '../../../content');
  const readAll = <File>(kind: string, file: string) =>
    readdirSync(path.join(CONTENT, kind)).map((slug) => ({
      slug,
      ...(JSON.parse(readFileSync(path.join(CONTENT, kind, slug, file), 'utf8')) as File),
    }));
  const sessions = readAll<{ areas: FearArea[] }>('sessions', 'session.json').map(
    ({ slug, areas }) => ({ id: slug, areas }),
  );
  const programs = readAll<{ position: number; areas?: FearArea[]; lessons: string[] }>(
    'programs',
    'program.json',
  )
    .toSorted((a, b) => a.position - b.position)
    .map(({ slug, areas = [], lessons }) => ({
      slug,
      areas,
      sessions: lessons.map((contentId) => ({
        contentId,
        kind: 'flow' as const,
        situations: [],
        completed: false,
      })),
    }));

  it.each([
    ['turbulence_weather_worry', 'turbulence-from-the-ground-up'],
    ['fear_losing_control', 'afraid-of-panicking'],
    ['inflight_sensation_fear', 'afraid-of-panicking'],
    ['fear_no_escape', 'small-space-long-flight'],
    ['fear_enclosed_spaces', 'small-space-long-flight'],
    ['post_flight_worry', 'coming-home'],
    ['airport_boarding_stress', 'on-the-day'],
    ['pre_flight_worry', 'two-weeks-to-take-off'],
  ] as const)('for %s: %s', (area, slug) =>
    expect(findProgramForArea(programs, area, sessions)?.slug).toBe(slug),
  );
  it('have one for each area', () => {
    for (const { key } of FEAR_AREAS)
      expect(findProgramForArea(programs, key, sessions), key).not.toBeNull();
  });
});

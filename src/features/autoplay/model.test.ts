import { describe, expect, it } from 'vitest';
import type { Plan } from '#shared/contract/plan.ts';
import type { ProgramDetail } from '#shared/contract/programs.ts';
import { shouldPlayNext, listAfterLesson, listAfterPlanned } from './model.ts';

const KINDS = { one: 'flow', two: 'load', three: 'flow', four: 'flow' } as const;
const kinds = Object.entries(KINDS);

describe('after a session', () => {
  it('another begins up to the end of a sleep timer, and not else', () => {
    expect(shouldPlayNext({ minutes: 45 }, 600_000)).toBe(true);
    expect(shouldPlayNext({ minutes: 45 }, 29_999)).toBe(false);
    expect(shouldPlayNext('end', 0)).toBe(false);
    expect(shouldPlayNext(null, null)).toBe(false);
  });

  it('of a program comes its next lesson, on the page of that lesson, and no Load after Flow', () => {
    const lessons = kinds.map(([name, kind]) => ({ id: `lesson-${name}`, contentId: name, kind }));
    const program = { id: 'p', lessons } as unknown as ProgramDetail;
    expect(listAfterLesson(program, 'lesson-one')).toEqual([
      { id: 'three', href: '/content/three?program=p&lesson=lesson-three' },
      { id: 'four', href: '/content/four?program=p&lesson=lesson-four' },
    ]);
    expect(listAfterLesson(program, 'lesson-two').map(({ id }) => id)).toEqual(['three', 'four']);
    expect(listAfterLesson(program, 'lesson-four')).toEqual([]);
    expect(listAfterLesson(program, 'gone')).toEqual([]);
  });

  it('of the plan comes what is planned after it, each session once, and no Load after Flow', () => {
    const days = [['one', 'two'], ['three'], ['one', 'three', 'four']];
    const plan = {
      days: days.map((ids) => ({ sessions: ids.map((id) => ({ id })) })),
      contents: kinds.map(([id, kind]) => ({ id, kind })),
    } as unknown as Plan;
    const listIds = (id: string, kind: 'load' | 'flow') =>
      listAfterPlanned(plan, { id, kind }).map((one) => one.id);
    expect(listIds('two', 'load')).toEqual(['three', 'one', 'four']);
    expect(listIds('one', 'flow')).toEqual(['three', 'four']);
    expect(listIds('elsewhere', 'flow')).toEqual(['one', 'three', 'four']);
    expect(listIds('elsewhere', 'load')).toEqual(['one', 'two', 'three', 'four']);
  });
});

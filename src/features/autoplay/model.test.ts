import { array, assert, constantFrom, integer, nat, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Plan } from '#shared/contract/plan.ts';
import type { ProgramDetail } from '#shared/contract/programs.ts';
import { isNextSessionToPlay, listSessionsAfterLesson, listSessionsAfterPlanned } from './model.ts';

const KINDS = { one: 'flow', two: 'load', three: 'flow', four: 'flow' } as const;
const kinds = Object.entries(KINDS);

describe('after a session', () => {
  it('another begins up to the end of a sleep timer, or where the day plays on, and not else', () => {
    for (const playsDay of [false, true]) {
      expect(isNextSessionToPlay({ minutes: 45 }, 600_000, playsDay)).toBe(true);
      expect(isNextSessionToPlay({ minutes: 45 }, 29_999, playsDay)).toBe(false);
      expect(isNextSessionToPlay('end', 0, playsDay)).toBe(false);
      expect(isNextSessionToPlay(null, null, playsDay)).toBe(playsDay);
    }
  });

  it('of a program comes its next lesson, on the page of that lesson, and no Load after Flow', () => {
    const lessons = kinds.map(([name, kind]) => ({ id: `lesson-${name}`, contentId: name, kind }));
    const program = { id: 'p', lessons } as unknown as ProgramDetail;
    expect(listSessionsAfterLesson(program, 'lesson-one')).toEqual([
      { id: 'three', href: '/content/three?program=p&lesson=lesson-three' },
      { id: 'four', href: '/content/four?program=p&lesson=lesson-four' },
    ]);
    expect(listSessionsAfterLesson(program, 'lesson-two').map(({ id }) => id)).toEqual([
      'three',
      'four',
    ]);
    expect(listSessionsAfterLesson(program, 'lesson-four')).toEqual([]);
    expect(listSessionsAfterLesson(program, 'gone')).toEqual([]);
  });

  it('of the plan comes what is planned after it, each session once, and no Load after Flow', () => {
    const days = [['one', 'two'], ['three'], ['one', 'three', 'four']];
    const plan = {
      days: days.map((ids) => ({ sessions: ids.map((id) => ({ id })) })),
      contents: kinds.map(([id, kind]) => ({ id, kind })),
    } as unknown as Plan;
    const listIds = (id: string, kind: 'load' | 'flow') =>
      listSessionsAfterPlanned(plan, { id, kind }).map((one) => one.id);
    expect(listIds('two', 'load')).toEqual(['three', 'one', 'four']);
    expect(listIds('one', 'flow')).toEqual(['three', 'four']);
    expect(listIds('elsewhere', 'flow')).toEqual(['one', 'three', 'four']);
    expect(listIds('elsewhere', 'load')).toEqual(['one', 'two', 'three', 'four']);
  });

  it('where the day plays on, it ends with the day, and holds no Load that nobody asked for', () => {
    const session = record({ id: integer({ min: 0, max: 8 }).map(String) });
    const days = array(record({ sessions: array(session, { maxLength: 5 }) }), {
      minLength: 1,
    });
    const kind = constantFrom('load' as const, 'flow' as const);
    assert(
      property(days, array(kind, { minLength: 9, maxLength: 9 }), nat(8), (days, kinds, at) => {
        const contents = kinds.map((kind, id) => ({ id: String(id), kind }));
        const plan = { days, contents } as unknown as Plan;
        const heard = { id: String(at), kind: kinds[at] ?? 'flow' };
        const day =
          days.find(({ sessions }) => sessions.some(({ id }) => id === heard.id)) ?? days[0];
        const left = new Set(day?.sessions.map(({ id }) => id));
        // Played one after the other.
        let before = heard;
        for (let count = 0; ; count += 1) {
          const [next] = listSessionsAfterPlanned(plan, before, true).filter(({ id }) =>
            left.delete(id),
          );
          if (!next) return;
          const kind = kinds[Number(next.id)] ?? 'flow';
          expect([before.kind, kind]).not.toEqual(['flow', 'load']);
          before = { id: next.id, kind };
          expect(count).toBeLessThan(9);
        }
      }),
    );
  });
});

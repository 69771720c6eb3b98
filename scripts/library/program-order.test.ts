import { describe, expect, it } from 'vitest';
import type { LessonDose } from '#shared/rules/lesson-dose.ts';
import { findDoseOrderFaults, findSessionPlacementFaults } from './program-order.ts';

const load = (slug: string) => ({ slug, kind: 'load' as const, does: ['scene' as const] });
const sessions = ['hear', 'see', 'stay', 'travel', 'more'].map(load);
const make = (...lessons: [string, LessonDose | null][]) => [
  {
    slug: 'p',
    lessons: lessons.map(([lesson]) => lesson),
    doses: lessons.map(([, dose]) => dose),
    isForCompanions: false,
  },
];
const findFaults = (...lessons: [string, LessonDose | null][]) =>
  findDoseOrderFaults(sessions, make(...lessons)).map((fault) => fault.split(': ')[1]);

describe('a program', () => {
  it('that climbs from the sound to another setting has no fault', () => {
    expect(
      findFaults(['hear', 'sound'], ['see', 'scene'], ['stay', 'long'], ['travel', 'elsewhere']),
    ).toEqual([]);
    expect(findFaults(['hear', 'sound'], ['see', 'scene'], ['travel', 'elsewhere'])).toEqual([]);
  });

  it('says a dose for each session that exposes, unless it is for somebody who is not afraid', () => {
    expect(findFaults(['see', null])).toEqual(['see exposes, and says no dose']);
    const [program] = make(['see', null]);
    expect(
      program && findDoseOrderFaults(sessions, [{ ...program, isForCompanions: true }]),
    ).toEqual([]);
  });

  it('begins with the sound and does not end with a short scene', () => {
    expect(findFaults(['see', 'scene'], ['stay', 'long'])).toEqual([
      'no sound comes before its scene',
    ]);
    expect(findFaults(['hear', 'sound'], ['see', 'scene'])).toEqual([
      'neither a long form nor another setting comes after its scene',
    ]);
    expect(findFaults(['see', 'scene'], ['hear', 'sound'], ['stay', 'long'])).toEqual([
      'its doses do not climb',
    ]);
  });
});

describe('the second level of the same sounds', () => {
  const levels = [load('cabin-sounds-near'), load('cabin-sounds-whole-flight')];
  const find = (...lessons: [string, LessonDose | null][]) =>
    findDoseOrderFaults(levels, make(...lessons));
  const second: [string, LessonDose] = ['cabin-sounds-whole-flight', 'sound'];

  it('needs the first before it', () => {
    const fault =
      'content/programs/p/program.json: cabin-sounds-whole-flight needs cabin-sounds-near or cabin-sounds-closed or cabin-sounds-shaking or cabin-sounds-down before it';
    expect(find(second)).toEqual([fault]);
    expect(find(second, ['cabin-sounds-near', 'sound'])).toEqual([fault]);
    expect(find(['cabin-sounds-near', 'sound'], second)).toEqual([]);
    expect(find(['cabin-sounds-down', 'sound'], second)).toEqual([]);
  });

  it('and the long form of a scene needs the scene', () => {
    expect(find(['cabin-sounds-near', 'sound'], ['the-door-closes-long', 'long'])).toEqual([
      'content/programs/p/program.json: the-door-closes-long needs the-door-closes before it',
    ]);
  });
});

it('a session that stands in no program has its reason, and one that stands in one has none', () => {
  const programs = make(['hear', 'sound'], ['see', 'scene']);
  expect(findSessionPlacementFaults(sessions.slice(0, 3), programs, '`stay`')).toEqual([]);
  expect(findSessionPlacementFaults(sessions.slice(0, 3), programs, '`see`')).toEqual([
    'docs/standing-alone.md: see stands in a program',
    'content/sessions/stay: in no program, and docs/standing-alone.md does not say why',
  ]);
});

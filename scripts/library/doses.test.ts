import { describe, expect, it } from 'vitest';
import type { Cue } from '#shared/rules/script-timing.ts';
import { type Dose, measureDose } from '#shared/rules/session-figures.ts';
import { describeDoseFaults } from './doses.ts';
import { findHomeworkFaults } from '#shared/rules/homework.ts';
import { LANGUAGES } from '#shared/rules/languages.ts';
import type { LibrarySession } from './read.ts';
import { countTics, findTicFaults } from './tics.ts';

const well: Dose = { longestStayMs: 45_000, stayShare: 0.34, asks: { fear: 2, sure: 2 }, waits: 0 };
const session = (
  kind: LibrarySession['kind'],
  en: Partial<Dose>,
  fr: Partial<Dose> = en,
  access?: 'free',
): LibrarySession => ({
  slug: 'one',
  kind,
  category: 'meditation',
  form: 'full',
  ...(access && { access }),
  areas: ['fear_heights'],
  texts: [
    { language: 'en', raw: '', sentences: [], errors: [], dose: { ...well, ...en } },
    { language: 'fr', raw: '', sentences: [], errors: [], dose: { ...well, ...fr } },
  ],
});

describe('the dose of an exposure', () => {
  it('is well where it stays for a third of its time and asks twice', () =>
    expect(describeDoseFaults(session('load', {}))).toEqual([]));

  it.each<[string, Partial<Dose>]>([
    ['never stays for 45 seconds', { longestStayMs: 44_000 }],
    ['talks for over two thirds of its time', { stayShare: 0.33 }],
    ['asks for the certainty once', { asks: { fear: 2, sure: 1 } }],
    ['never asks for the fear', { asks: { fear: 0, sure: 2 } }],
  ])('is faulty where it %s', (_what, dose) => {
    expect(describeDoseFaults(session('load', dose))).toHaveLength(2);
  });

  it('is asked for equally often in both languages', () => {
    const more = { asks: { fear: 3, sure: 2 } };
    expect(describeDoseFaults(session('load', {}, more))).toHaveLength(1);
    expect(describeDoseFaults(session('flow', {}, more))).toHaveLength(1);
  });

  it('is no matter to a Flow session, which compares what it asks for all the same', () => {
    const quiet = { longestStayMs: 0, stayShare: 0, asks: { fear: 0, sure: 0 } };
    expect(describeDoseFaults(session('flow', quiet))).toEqual([]);
    expect(describeDoseFaults(session('flow', { asks: { fear: 1, sure: 0 } }))).toHaveLength(2);
  });

  it('never waits or asks in a session that is free', () => {
    const asks = { fear: 0, sure: 0 };
    expect(describeDoseFaults(session('flow', { asks, waits: 1 }, undefined, 'free'))).toHaveLength(
      2,
    );
    expect(describeDoseFaults(session('flow', { asks }, undefined, 'free'))).toEqual([]);
  });

  it('counts a pause and the sound after it as one stay, and what lies between the numbers', () => {
    const cues: Cue[] = [
      { type: 'pause', at: 0, duration: 50_000 },
      { type: 'rate', at: 50_000, duration: 6_000, name: 'sure' },
      { type: 'pause', at: 56_000, duration: 10_000 },
      { type: 'ambience', at: 66_000, duration: 0, name: 'cabin' },
      { type: 'sound', at: 66_000, duration: 24_000, name: 'gear' },
      { type: 'say', at: 90_000, duration: 4_000, text: 'Now.', paragraph: 0 },
      { type: 'rate', at: 94_000, duration: 6_000, name: 'sure' },
    ];
    expect(measureDose(cues, 100_000)).toEqual({
      longestStayMs: 50_000,
      stayShare: 0.34,
      asks: { fear: 0, sure: 2 },
      waits: 0,
    });
  });
});

describe('habits of writing', () => {
  const library = (line: string) =>
    LANGUAGES.map((language) => ({
      texts: [
        {
          language,
          raw: `title: A\n---\n[pause 3]\n# Perhaps.\n${line}`,
          sentences: [],
          errors: [],
        },
      ],
    }));
  const count = (line: string) => {
    const sessions = library(line);
    return { en: countTics(sessions, 'en'), fr: countTics(sessions, 'fr') };
  };

  it('are counted in what is said, not in cues or comments', () => {
    const { en, fr } = count('Let it be, perhaps. Laissez venir, peut-être.');
    expect([en.tics['perhaps, maybe'], fr.tics['perhaps, maybe']]).toEqual([1, 1]);
    expect(en.tics['a sentence that begins with Let']).toBe(1);
    expect(fr.tics['a sentence that begins with Let']).toBe(1);
  });

  it('are a fault where they come more than half as often as in the first edition', () => {
    const plain = `${'word '.repeat(300)}.`;
    expect(findTicFaults(count(plain))).toEqual([]);
    expect(
      findTicFaults(count(`${plain} Perhaps. Maybe. Perhaps. Peut-être, peut-être.`)),
    ).toHaveLength(2);
  });
});

describe('homework', () => {
  it('sends nobody alone to a height or to water', () => {
    expect(findHomeworkFaults(['Stand on a bridge tonight.', 'Stand still.'], 'en')).toHaveLength(
      1,
    );
    expect(findHomeworkFaults(['Find a balcony, with somebody beside you.'], 'en')).toEqual([]);
    expect(findHomeworkFaults(['Allez sur la plage, le soir.'], 'fr')).toHaveLength(1);
    expect(findHomeworkFaults(['Un balcon, avec quelqu’un.'], 'fr')).toEqual([]);
  });
});

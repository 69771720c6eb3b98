import { describe, expect, it } from 'vitest';
import { listAnnouncedStays } from '#shared/rules/announced-stays.ts';
import { timeScript } from '#shared/rules/script-lines.ts';
import { type ExposureDemands, measureExposureDemands } from '#shared/rules/session-figures.ts';
import { findSessionExposureFaults } from './exposure-figures.ts';
import { findUnsafeHomework } from '#shared/rules/homework.ts';
import { type Language, LANGUAGES } from '#shared/rules/languages.ts';
import type { MeasuredSession } from './read.ts';
import { countVerbalTics, findVerbalTicFaults } from './verbal-tics.ts';

const well: ExposureDemands = {
  longestStayMs: 45_000,
  stayShare: 0.34,
  asks: { fear: 2, sure: 2 },
  waits: 0,
};
const session = (
  kind: MeasuredSession['kind'],
  en: Partial<ExposureDemands>,
  fr: Partial<ExposureDemands> = en,
  access?: 'free',
): MeasuredSession => ({
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
    expect(findSessionExposureFaults(session('load', {}))).toEqual([]));

  it.each<[string, Partial<ExposureDemands>]>([
    ['never stays for 45 seconds', { longestStayMs: 44_000 }],
    ['talks for over two thirds of its time', { stayShare: 0.33 }],
    ['asks for the certainty once', { asks: { fear: 2, sure: 1 } }],
    ['never asks for the fear', { asks: { fear: 0, sure: 2 } }],
  ])('is faulty where it %s', (_what, dose) => {
    expect(findSessionExposureFaults(session('load', dose))).toHaveLength(2);
  });

  it('is asked for equally often in both languages', () => {
    const more = { asks: { fear: 3, sure: 2 } };
    expect(findSessionExposureFaults(session('load', {}, more))).toHaveLength(1);
    expect(findSessionExposureFaults(session('flow', {}, more))).toHaveLength(1);
  });

  it('is no matter to a Flow session, which compares what it asks for all the same', () => {
    const quiet = { longestStayMs: 0, stayShare: 0, asks: { fear: 0, sure: 0 } };
    expect(findSessionExposureFaults(session('flow', quiet))).toEqual([]);
    expect(findSessionExposureFaults(session('flow', { asks: { fear: 1, sure: 0 } }))).toHaveLength(
      2,
    );
  });

  it('never waits or asks in a session that is free', () => {
    const asks = { fear: 0, sure: 0 };
    expect(
      findSessionExposureFaults(session('flow', { asks, waits: 1 }, undefined, 'free')),
    ).toHaveLength(2);
    expect(findSessionExposureFaults(session('flow', { asks }, undefined, 'free'))).toEqual([]);
  });
});

describe('a stay', () => {
  const parse = (lines: readonly string[], language: Language) =>
    timeScript(['title: A', '---', ...lines].join('\n'), {
      language,
      kind: 'load',
      category: 'meditation',
    }).cues;

  it.each<[string, Language, string[], number[]]>([
    ['is said', 'en', ['Nearly a minute, in quiet.', '[pause 50]'], [50]],
    ['is said', 'fr', ['Presque une minute, en silence.', '[pause 50]'], [50]],
    ['is said in seconds', 'en', ['Thirty seconds.', '[pause 30]'], [30]],
    ['is said in seconds', 'fr', ['Trente secondes.', '[pause 30]'], [30]],
    ['is said as a part', 'en', ['Three quarters of a minute.', '[pause 45]'], [45]],
    ['is said as a part', 'fr', ['Trois quarts de minute.', '[pause 45]'], [45]],
    ['is said two sentences before', 'fr', ['Une minute. Restez. Regardez.', '[pause 60]'], [60]],
    ['is not said', 'en', ['The door is closed.', '[pause 50]'], []],
    ['is not said', 'fr', ['La porte est fermée.', '[pause 50]'], []],
    ['is said long before', 'en', ['A minute. One. Two. Three.', '[pause 60]'], []],
    ['is said before a number', 'en', ['A whole minute.', '[rate fear]', '[pause 60]'], []],
    ['is named in a scene', 'en', ['We land in a minute.', '[pause 60]'], []],
    ['is named in a scene', 'fr', ['On part dans une minute.', '[pause 60]'], []],
    ['lasts 29 s', 'en', ['Half a minute.', '[pause 29]'], []],
    ['lasts 29 s', 'fr', ['Une demi-minute.', '[pause 29]'], []],
    ['is broken by a sentence', 'en', ['A minute.', '[pause 29]', 'Stay.', '[pause 29]'], []],
    ['is broken by breathing', 'en', ['A minute.', '[pause 25]', '[breathe in 4 out 6 x2]'], []],
    [
      'goes on through sounds',
      'en',
      ['A minute.', '[sound gear 20]', '[ambience cabin]', '[pause 20]', '[sound flaps 20]'],
      [60],
    ],
  ])('that %s (%s) counts as it should', (_what, language, lines, seconds) =>
    expect(listAnnouncedStays(parse(lines, language)).map(({ ms }) => ms / 1000)).toEqual(seconds),
  );

  it('is part of the share where it lies between the first number and the last', () => {
    const cues = parse(
      ['A minute.', '[pause 60]', '[rate sure]', 'Half a minute.', '[pause 40]', '[rate sure]'],
      'en',
    );
    expect(measureExposureDemands(cues, 100_000)).toEqual({
      longestStayMs: 60_000,
      stayShare: 0.4,
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
    return { en: countVerbalTics(sessions, 'en'), fr: countVerbalTics(sessions, 'fr') };
  };

  it('are counted in what is said, not in cues or comments', () => {
    const { en, fr } = count('Let it be, perhaps. Laissez venir, peut-être.');
    expect([en.tics['perhaps, maybe'], fr.tics['perhaps, maybe']]).toEqual([1, 1]);
    expect(en.tics['a sentence that begins with Let']).toBe(1);
    expect(fr.tics['a sentence that begins with Let']).toBe(1);
  });

  it('are a fault where they come more than half as often as in the first edition', () => {
    const plain = `${'word '.repeat(300)}.`;
    expect(findVerbalTicFaults(count(plain))).toEqual([]);
    expect(
      findVerbalTicFaults(count(`${plain} Perhaps. Maybe. Perhaps. Peut-être, peut-être.`)),
    ).toHaveLength(2);
  });
});

describe('homework', () => {
  it('sends nobody alone to a height or to water', () => {
    expect(findUnsafeHomework(['Stand on a bridge tonight.', 'Stand still.'], 'en')).toHaveLength(
      1,
    );
    expect(findUnsafeHomework(['Find a balcony, with somebody beside you.'], 'en')).toEqual([]);
    expect(findUnsafeHomework(['Allez sur la plage, le soir.'], 'fr')).toHaveLength(1);
    expect(findUnsafeHomework(['Un balcon, avec quelqu’un.'], 'fr')).toEqual([]);
  });

  it.each<[Language, string, string]>([
    ['en', 'Stand in a busy station.', 'Sit in the hall of a busy station, never on a platform.'],
    ['en', 'Wait on a platform, with someone.', 'Go by train, and stay off the platforms.'],
    ['en', 'Stand at the kerb.', 'Sit on a bench, away from the kerb.'],
    ['fr', 'Restez dans une gare.', 'Restez dans le hall d’une gare.'],
    ['fr', 'Attendez au bord du quai, avec quelqu’un.', 'Prenez le train, pas sur le quai.'],
    ['fr', 'Restez sur le trottoir.', 'Un banc, loin du trottoir.'],
    ['en', 'Sit in a parked car.', 'Sit in a parked car with someone in it.'],
    ['fr', 'Une voiture garée.', 'Une voiture garée, avec quelqu’un.'],
  ])('sends nobody to an edge or alone into a car (%s: %s)', (language, unsafe, safe) => {
    expect(findUnsafeHomework([unsafe], language)).toHaveLength(1);
    expect(findUnsafeHomework([safe], language)).toEqual([]);
  });
});

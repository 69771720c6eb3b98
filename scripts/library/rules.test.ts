import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findCoverageFaults } from './coverage.ts';
import type { ScriptFigures } from '#shared/rules/session-figures.ts';
import { findSessionFileFaults, type MeasuredSession, type MeasuredSessionText } from './read.ts';
import { findSessionScriptFaults } from './rules.ts';
import { findForbiddenWords } from '#shared/rules/forbidden-words.ts';

const well: ScriptFigures = {
  minutes: 6,
  wordsAMinute: 100,
  meanSentence: 9,
  longestSentence: 18,
  longShare: 0,
  sources: ['Clark, “A Cognitive Approach to Panic”, Behaviour Research and Therapy, 1986'],
};
const text = (
  language: 'en' | 'fr',
  figures: Partial<ScriptFigures> = {},
): MeasuredSessionText => ({
  language,
  raw: '',
  sentences: ['Breathe in.'],
  errors: [],
  figures: { ...well, ...figures },
});
const session = (change: Partial<MeasuredSession> = {}): MeasuredSession => ({
  slug: 'one',
  kind: 'flow',
  category: 'technical',
  form: 'full',
  areas: ['fear_heights'],
  texts: [text('en'), text('fr')],
  ...change,
});

describe('a session', () => {
  it('that keeps to every range has no fault', () =>
    expect(findSessionScriptFaults(session())).toEqual([]));

  it('needs both languages', () =>
    expect(findSessionScriptFaults(session({ texts: [text('en')] }))).toEqual([
      'content/sessions/one/fr.txt: write this script, it is missing',
    ]));

  it.each<[string, Partial<ScriptFigures>]>([
    ['too short', { minutes: 2.9 }],
    ['too long', { minutes: 12.1 }],
    ['spoken too fast', { wordsAMinute: 150 }],
    ['choppy', { meanSentence: 4 }],
    ['with an endless sentence', { longestSentence: 27 }],
    ['with many long sentences', { longShare: 0.2 }],
    ['technical without a source', { sources: [] }],
  ])('%s is faulty', (_what, figures) =>
    expect(
      findSessionScriptFaults(session({ texts: [text('en', figures), text('fr')] })),
    ).toHaveLength(1),
  );
});

describe('a fault', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'envol-session-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const findFaults = (about: string) => {
    writeFileSync(path.join(folder, 'session.json'), about);
    return findSessionFileFaults(folder);
  };

  it('begins with its file and, where it has one, its line', () => {
    const errors = ['34: "chimes" is not a cue.'];
    const faulty = session({ texts: [{ ...text('en'), errors }, text('fr', { sources: [] })] });
    expect(findSessionScriptFaults(faulty)).toEqual([
      'content/sessions/one/en.txt:34: "chimes" is not a cue.',
      'content/sessions/one/fr.txt: a technical session names no source',
    ]);
  });

  it('of session.json is named before its scripts are read', () => {
    const about = {
      kind: 'flow',
      category: 'technical',
      areas: ['fear_heights'],
      situations: ['home'],
      author: 'envol-editorial',
      publishedOn: '2026-11-22',
    };
    expect(findFaults(JSON.stringify({ ...about, does: ['breath'] }))).toEqual([]);
    expect(findFaults(JSON.stringify({ ...about, does: ['breathes'] }))[0]).toMatch(
      /session\.json: does: 0: .*"breath"/,
    );
    expect(findFaults('{')).toHaveLength(1);
  });
});

describe('a form of session', () => {
  it.each<[MeasuredSession['form'], Partial<ScriptFigures>, Partial<ScriptFigures>]>([
    ['sos', { minutes: 1.5, meanSentence: 5 }, { minutes: 3.1, meanSentence: 5 }],
    ['seat', { minutes: 4, meanSentence: 5 }, { minutes: 4, meanSentence: 12 }],
    ['long', { minutes: 29, meanSentence: 7 }, { minutes: 12, meanSentence: 7 }],
  ])('%s has its own ranges', (form, inside, outside) => {
    const texts = (figures: Partial<ScriptFigures>) => [text('en', figures), text('fr', inside)];
    expect(findSessionScriptFaults(session({ form, texts: texts(inside) }))).toEqual([]);
    expect(findSessionScriptFaults(session({ form, texts: texts(outside) }))).toHaveLength(1);
  });
});

describe('words that are not ours to say', () => {
  it.each([
    ['en', 'The odds of that are small.'],
    ['en', 'It is the safest way to travel.'],
    ['en', 'This will cure you.'],
    ['en', 'Have a glass of wine.'],
    ['fr', 'La mortalité est faible.'],
    ['fr', 'Vous serez guérie, c’est garanti.'],
    ['fr', 'Détendez-vous.'],
  ] as const)('in %s: %s', (language, sentence) =>
    expect(findForbiddenWords(sentence, language).length).toBeGreaterThan(0),
  );

  it('are whole words: a vineyard is no wine, a divine view no vin', () => {
    expect(findForbiddenWords('We fly over vineyards.', 'en')).toEqual([]);
    expect(findForbiddenWords('Une vue divine sur la province.', 'fr')).toEqual([]);
  });
});

it('a library of one session lacks most of what it needs', () =>
  expect(findCoverageFaults([session()], []).join('\n')).toMatch(
    /0 of 7 programs[^]*1 of 64 sessions[^]*0 of 12 meditation[^]*pre_flight_worry is the main area of no session/,
  ));

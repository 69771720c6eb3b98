// @module-tag whole

import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importLibraryAndUpdateSearchIndex } from '#server/import-content.ts';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import type { TestPerson } from '#server/testing/people.ts';
import { LANGUAGES } from '#shared/rules/languages.ts';

// What frightened people type, against the real starter library.

const MAX_PLACE = 3;
const MIN_HITS = 88;

const TAKE_OFF = ['take-off-minute-by-minute', 'take-off-long', 'seat-take-off'];
const TURBULENCE = [
  'what-the-wing-does',
  'when-the-plane-drops',
  'sos-shaking',
  'seat-turbulence',
  'climate-and-turbulence',
];
const DEATH = ['the-what-if-voice', 'sos-thoughts', 'thoughts-like-weather', 'after-the-news'];
const SMALL_SPACE = ['the-door-closes', 'sos-doors'];
const TRAPPED = ['no-way-off', 'sos-urge-to-leave'];
const GERMS = ['the-air-in-the-cabin', 'tray-tables'];
const SLEEP = ['sleep-on-a-long-flight', 'the-night-before', 'the-sleepless-week', 'jet-lag'];

/** A search, and the sessions of which one has to be among the first. */
const QUERIES: Record<'en' | 'fr', Record<string, string[]>> = {
  en: {
    takeoff: TAKE_OFF,
    'Take off': TAKE_OFF,
    'fear of landing': ['landing-and-going-around', 'seat-descent'],
    engines: ['why-the-engines-go-quiet'],
    claustrophobic: SMALL_SPACE,
    insomnia: SLEEP,
    'panic attack': ['panic-at-altitude'],
    'can’t breathe': ['sos-breath'],
    'plane crash': DEATH,
    'scared of dying': DEATH,
    'afraid of heights': ['heights-step-by-step', 'the-window-seat'],
    'my husband is flying': ['when-a-loved-one-flies'],
    'worried about my daughter’s flight': ['when-a-loved-one-flies'],
    'waiting for them to land': ['when-a-loved-one-flies'],
    turbulance: TURBULENCE,
    'bumpy flight': TURBULENCE,
    'feeling trapped': TRAPPED,
    vomiting: ['sick-in-the-air', 'sos-faint'],
    fainting: ['for-those-who-faint'],
    thunderstorm: ['weather-and-ice'],
    'weird noises': ['where-sounds-come-from', 'every-sound', 'cabin-sounds-near'],
    kids: ['flying-with-children', 'a-child-who-is-afraid'],
    covid: GERMS,
    tonight: SLEEP,
    'blood clot': ['clots-and-long-flights'],
    'my kid is scared': ['a-child-who-is-afraid', 'flying-with-children'],
    TCAS: ['an-avoidance-turn'],
    'bird strike': ['bird-strike'],
    'burning smell': ['smoke-or-a-smell'],
    'drunk passenger': ['an-unruly-passenger'],
    'jet lag': ['jet-lag'],
    pregnant: ['pregnant-and-flying'],
    propellers: ['turboprops'],
    'is ryanair safe': ['low-cost-carriers'],
    autism: ['autistic-or-easily-overwhelmed'],
    deaf: ['deaf-or-hard-of-hearing'],
    'plane toilet': ['the-toilet-on-board'],
    'work trip': ['flying-for-work'],
    layover: ['a-connection'],
    'which seat': ['choosing-a-seat'],
    'pilot heart attack': ['a-pilot-taken-ill'],
    'climate change turbulence': ['climate-and-turbulence'],
    'first time flying': ['never-flown', 'first-flight-after-years'],
    'afraid to book': ['before-you-book'],
    premonition: ['a-bad-feeling'],
    'hot plane on the tarmac': ['hot-on-the-ground'],
  },
  fr: {
    decollage: TAKE_OFF,
    'peur du vide': ['heights-step-by-step', 'the-window-seat'],
    'mon mari prend l’avion': ['when-a-loved-one-flies'],
    'j’attends son atterrissage': ['when-a-loved-one-flies'],
    'peur pour ma fille en avion': ['when-a-loved-one-flies'],
    'j’étouffe': ['sos-breath'],
    claustrophobe: SMALL_SPACE,
    insomnies: SLEEP,
    'crise d’angoisse': ['panic-at-altitude', 'what-fear-does-in-the-body'],
    crash: DEATH,
    'peur de mourir': DEATH,
    moteurs: ['why-the-engines-go-quiet', 'on-one-engine'],
    'trous d’air': TURBULENCE,
    turbulances: TURBULENCE,
    'j’ai le vertige': ['heights-step-by-step', 'the-window-seat'],
    nausée: ['sick-in-the-air', 'sos-faint'],
    orages: ['weather-and-ice'],
    'voyager avec un bébé': ['flying-with-children', 'pregnant-and-flying'],
    virus: GERMS,
    'tomber dans les pommes': ['for-those-who-faint'],
    'peur d’être enfermée': [...SMALL_SPACE, ...TRAPPED],
    'bruits bizarres': ['where-sounds-come-from', 'every-sound', 'cabin-sounds-near'],
    'foule à l’aéroport': ['through-the-airport'],
    'mon vol est demain': ['the-night-before', 'the-morning-of'],
    phlébite: ['clots-and-long-flights'],
    'caillot de sang': ['clots-and-long-flights'],
    'mon fils a peur': ['a-child-who-is-afraid', 'flying-with-children'],
    TCAS: ['an-avoidance-turn'],
    'oiseau dans le moteur': ['bird-strike'],
    'odeur de brûlé': ['smoke-or-a-smell'],
    'passager ivre': ['an-unruly-passenger'],
    'décalage horaire': ['jet-lag'],
    enceinte: ['pregnant-and-flying'],
    'avion à hélices': ['turboprops'],
    'low cost': ['low-cost-carriers'],
    autiste: ['autistic-or-easily-overwhelmed'],
    sourd: ['deaf-or-hard-of-hearing'],
    'toilettes avion': ['the-toilet-on-board'],
    'voyage d’affaires': ['flying-for-work'],
    escale: ['a-connection'],
    'quelle place choisir': ['choosing-a-seat'],
    'malaise du pilote': ['a-pilot-taken-ill'],
    'changement climatique': ['climate-and-turbulence'],
    'premier vol': ['never-flown', 'first-flight-after-years'],
    'peur de réserver': ['before-you-book'],
    pressentiment: ['a-bad-feeling'],
    'avion trop chaud': ['hot-on-the-ground'],
  },
};

let site: TestApp;
const people = new Map<string, TestPerson>();
beforeAll(async () => {
  site = await createTestApp();
  await importLibraryAndUpdateSearchIndex(site.db, path.join(import.meta.dirname, '../content'));
  for (const language of LANGUAGES) people.set(language, await site.createPerson({ language }));
});
afterAll(() => site.close());

/** The first sessions found for what was typed. */
async function search(language: string, typed: string): Promise<string[]> {
  const query = { search: typed, limit: MAX_PLACE };
  const own = people.get(language);
  if (!own) throw new Error(`Nobody reads ${language}.`);
  return (await own.call('GET /api/contents', { query })).body.items.map(({ slug }) => slug);
}

describe('what frightened people type', () => {
  it(`finds the right session among the first three, ${MIN_HITS} times in 93`, async () => {
    const missed: string[] = [];
    let asked = 0;
    for (const language of LANGUAGES)
      for (const [typed, right] of Object.entries(QUERIES[language])) {
        asked += 1;
        const found = await search(language, typed);
        if (!found.some((slug) => right.includes(slug)))
          missed.push(`${language} “${typed}”: ${found.join(', ') || 'nothing'}`);
      }
    process.stdout.write(
      `  searches: ${asked - missed.length} of ${asked} led to the right session\n`,
    );
    expect(asked).toBe(93);
    expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(asked - MIN_HITS);
  });
});

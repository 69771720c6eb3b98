/// <reference types="node" />
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { findForbiddenWords } from '#shared/rules/forbidden-words.ts';
import { LANGUAGES } from '#shared/rules/languages.ts';

const folder = new URL('./', import.meta.url);
const listNames = (language: string) => readdirSync(new URL(`${language}/`, folder)).toSorted();

/** Every text of a catalogue by its dotted key; items of a list by their place. */
function texts(language: string, name: string): Map<string, string> {
  const found = new Map<string, string>();
  const walk = (value: unknown, key: string) => {
    if (typeof value === 'string') found.set(key, value);
    else
      for (const [step, inner] of Object.entries(value as object))
        walk(inner, key ? `${key}.${step}` : step);
  };
  walk(JSON.parse(readFileSync(new URL(`${language}/${name}`, folder), 'utf8')), '');
  return found;
}
const withoutPlural = (keys: Iterable<string>) =>
  [
    ...new Set([...keys].map((key) => key.replace(/_(zero|one|two|few|many|other)$/, ''))),
  ].toSorted();
const values = (text: string) =>
  [...text.matchAll(/\{\{\s*(\w+)/g)].map((match) => match[1]!).toSorted();
const breaking = (all: Map<string, string>, rule: RegExp) =>
  [...all].filter(([, text]) => rule.test(text)).map(([key, text]) => `${key}: ${text}`);

const ENCLITIC =
  /\p{L}-(?:je|tu|ils?|elles?|on|ce|t|le|la|les|lui|leur|[mt]oi|[nv]ous|en|y|mêmes?|là|ci|dessus|dessous)(?!\p{L})/iu;
/** Phrases that are never said, found by reading all of it aloud. */
const SAID_BY_NOBODY = {
  en: /sessions a day for these last days|first, your consent|a pass opens the sessions|what a pass costs|month for month|seat at home|thinking of it now|the height that fits|nothing to face|made afresh|comes closest|nothing to get right|give this one a miss|time to aim for|nobody is set to|only if you wish|free part ends/i,
  fr: /dans votre fauteuil|un peu à la fois|apprendre un geste|rien n’est jamais dû|donner le rythme|si un vol est réservé|moteurs se taisent|un pass ouvre|mois pour mois|trois clics pour partir|moment d’habitude|votre place est gardée|souffle étroit|rien à réussir/i,
};
const names = listNames('en');

test('both languages have the same catalogues', () => expect(listNames('fr')).toEqual(names));
test('every catalogue has its keys in the types of translations', () => {
  const types = readFileSync(new URL('../lib/catalogues.ts', folder), 'utf8');
  expect(names.filter((name) => !types.includes(`locales/en/${name}`))).toEqual([]);
});

describe.each(names)('%s', (name) => {
  const en = texts('en', name);
  const fr = texts('fr', name);
  test('has the same keys in both languages', () =>
    expect(withoutPlural(fr.keys())).toEqual(withoutPlural(en.keys())));
  test('has no empty text', () =>
    expect([...en, ...fr].filter(([, text]) => !text.trim()).map(([key]) => key)).toEqual([]));
  test('asks for the same values in both languages', () => {
    const different = [...en].filter(
      ([key, text]) => fr.has(key) && values(text).join() !== values(fr.get(key)!).join(),
    );
    expect(different.map(([key]) => key)).toEqual([]);
  });
  test('keeps to French typography', () => {
    // A narrow no-break space before ; ! ?, a no-break space before : and inside « », curly apostrophes.
    expect(
      breaking(fr, /[^\s\u202f?!]+[ \u00a0]?[;!?](\s|$)/u).filter(
        (line) => !/\u202f[;!?](\s|$)/.test(line),
      ),
    ).toEqual([]);
    expect(breaking(fr, / [;!?:»]|« /)).toEqual([]);
    expect(breaking(fr, /[\p{L}\d)»]:(\s|$)/u)).toEqual([]);
    expect(breaking(fr, /«[^\u00a0]|[^\u00a0]»/)).toEqual([]);
    expect(breaking(fr, /\p{L}'\p{L}|"/u)).toEqual([]);
    // A hyphen that no line breaks at, before a pronoun and its like: `notez‑le`, `par‑dessus`.
    expect(breaking(fr, ENCLITIC)).toEqual([]);
  });
  test('says one thing by one word in English, and addresses everybody in French', () => {
    // The words to use instead are in CONTRIBUTING.md.
    expect(
      breaking(
        en,
        /\be-mails?\b|\beras(?:e[sd]?|ing)\b|\bgo on\b(?! an? )|\ba letter\b|\bweighs?\b/i,
      ),
    ).toEqual([]);
    // Participles in the masculine, said of the reader.
    expect(
      breaking(
        fr,
        /(?:vous (?:êtes|étiez|serez|soyez|gardent)|une fois) (?:\p{L}+ )?(?:(?:dé)?connecté|inscrit|prévenu|prêt|seul|sûr|assis|rassuré|abonné|attaché|convaincu|arrivé|entraîné)(?!\p{L})|vous a aidé(?!\p{L})/iu,
      ),
    ).toEqual([]);
  });
  test('says nothing in words that nobody says', () => {
    expect([...breaking(en, SAID_BY_NOBODY.en), ...breaking(fr, SAID_BY_NOBODY.fr)]).toEqual([]);
  });
  test('promises no cure, quotes no odds and gives no advice on medicines or alcohol', () => {
    expect(
      breaking(
        en,
        /\bcure[sd]?\b|success rate|\bodds\b|guarantee|safer than|alcohol|sedative|panic!|just relax/i,
      ),
    ).toEqual([]);
    expect(
      breaking(
        fr,
        /guéri|taux de réussite|probabilité|garanti[er]?\b|plus sûr que|alcool|anxiolytique|calmez[-‑]vous/i,
      ),
    ).toEqual([]);
  });
});

/** What is read in the seat, before the flight or after it: held to the tone of sessions. */
const READ_ABOUT_A_FLIGHT = ['flight', 'sounds', 'help', 'ledger', 'rehearsal'];

describe.each(LANGUAGES)('what is read about a flight, in %s,', (language) => {
  test.each(READ_ABOUT_A_FLIGHT)('keeps to the words of sessions: %s.json', (name) => {
    const found = [...texts(language, `${name}.json`)].flatMap(([key, text]) =>
      findForbiddenWords(text, language).map((word) => `${key}: ${word}`),
    );
    expect(found).toEqual([]);
  });
});

test.each(LANGUAGES)(
  'the library says nothing either in words that nobody says, in %s',
  (language) => {
    const sessions = new URL('../../content/sessions/', import.meta.url);
    const found = readdirSync(sessions).filter((name) =>
      SAID_BY_NOBODY[language].test(
        readFileSync(new URL(`${name}/${language}.txt`, sessions), 'utf8'),
      ),
    );
    expect(found).toEqual([]);
  },
);

describe.each(['en', 'fr'])('the waitlist, in %s,', (language) => {
  test('promises the emails that are sent: one to confirm the address, then the invitation', () => {
    const page = texts(language, 'landing.json');
    const mail = texts(language, 'mail.json');
    for (const mode of ['open', 'waitlist', 'closed'])
      expect(page.get(`waitlist.lead.${mode}`)).toContain('invitation');
    expect(mail.get('invitation.subject')).toContain('invitation');
    expect(page.get('waitlist.hint')).toMatch(/to check|vérifier/);
    expect(mail.get('confirmWaitlist.action')).toBe(page.get('waitlist.confirm.send'));
  });
});

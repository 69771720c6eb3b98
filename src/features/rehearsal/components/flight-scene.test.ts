import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { LANGUAGES, type Language } from '#shared/rules/languages.ts';

/** What is said to calm a person: a rehearsal lets the fear come and go by itself. */
const COMFORT: Record<Language, RegExp> = {
  en: /\bsafe|\bcalm|relax|breath|normal|gentl|comfort|worr|nothing|all right|don’t/i,
  fr: /sécurité|\bsûr\b|calme|détend|respir|normal|doucement|apais|rassur|inquiét|\brien\b|ne vous/i,
};
const SHOWN = ['flight', 'phases', 'sounds', 'announcements'] as const;

it.each(LANGUAGES)('nothing that is shown or spoken during a flight comforts (%s)', (language) => {
  const catalogue = JSON.parse(
    readFileSync(`src/locales/${language}/rehearsal.json`, 'utf8'),
  ) as Record<(typeof SHOWN)[number], Record<string, string>>;
  const said = SHOWN.flatMap((part) => Object.values(catalogue[part]));
  expect(said.length).toBeGreaterThan(30);
  expect(said.filter((words) => COMFORT[language].test(words))).toEqual([]);
});

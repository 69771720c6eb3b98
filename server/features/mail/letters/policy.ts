import type { Language } from '#shared/rules/languages.ts';
import type { LetterName } from '#shared/rules/letters.ts';

const SAMPLES = {
  en: {
    text: 'Why does the cabin hum when we land?',
    page: '/help',
    address: 'ada@example.org',
    device: 'Firefox on Windows',
    at: '3 December at 14:05',
    time: '14:05',
    name: 'Ada Lovelace (ada@example.org)',
    content: 'I end my pass at the end of its paid time.',
    amount: '€89.99',
    renewal: '€89.99',
    today: '3 December 2026',
    until: '3 December 2027',
    accessUntil: '10 December 2027',
    withdrawUntil: '17 December 2026',
    deadline: '2 December 2027',
    resumes: '3 February 2027',
    refundBy: '17 December 2026',
  },
  fr: {
    text: 'Pourquoi la cabine bourdonne-t-elle à l’atterrissage\u202f?',
    page: '/help',
    address: 'ada@example.org',
    device: 'Firefox sous Windows',
    at: '3 décembre à 14:05',
    time: '14:05',
    name: 'Ada Lovelace (ada@example.org)',
    content: 'Je mets fin à mon pass à la fin de la période payée.',
    amount: '89,99\u00a0€',
    renewal: '89,99\u00a0€',
    today: '3 décembre 2026',
    until: '3 décembre 2027',
    accessUntil: '10 décembre 2027',
    withdrawUntil: '17 décembre 2026',
    deadline: '2 décembre 2027',
    resumes: '3 février 2027',
    refundBy: '17 décembre 2026',
  },
} as const satisfies Record<Language, Record<string, string>>;

/** Builds a letter with made-up data, as it would be sent to `to`; its links lead to the app's first page. */
export function buildSampleLetter(
  name: LetterName,
  language: Language,
  { to, baseUrl }: { to: string; baseUrl: string },
) {
  const values = {
    ...SAMPLES[language],
    tax: 'number',
    vat: 'FR12345678901',
    plan: 'yearly',
    former: 'lifetime',
    terms: 'renews',
    code: 'ABCD-EFGH-JKMN-PQRS',
  };
  const endLink = name.startsWith('reminder') ? { endLink: `${baseUrl}/` } : {};
  return { name, to, language, link: `${baseUrl}/`, ...endLink, values };
}

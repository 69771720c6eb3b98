import type { Language } from './languages.ts';
import { splitIntoSearchWords } from './search-terms.ts';

/** The articles that answer what no session may speak of, or a whole evening, and the words that ask for them. */
const WORDS = {
  'medicine-for-a-flight': {
    en: 'xanax ativan valium lorazepam diazepam alprazolam propranolol blocker blockers benzo benzos benzodiazepine medicine medication medicines meds pill pills tablet tablets sedative sedatives alcohol drink drinking wine beer whisky gin melatonin antihistamine dramamine prescription',
    fr: 'xanax lexomil atarax valium lorazepam alprazolam bromazepam anxiolytique anxiolytiques bêtabloquant bêtabloquants propranolol benzodiazépine benzodiazépines médicament médicaments cachet cachets comprimé comprimés somnifère somnifères calmant calmants tranquillisant tranquillisants alcool boire vin bière whisky mélatonine ordonnance homéopathie euphytose',
  },
  'how-fear-of-flying-is-treated': {
    en: 'cbt therapy therapist psychologist exposure hypnosis hypnotherapy emdr vr virtual course courses app apps treatment treated treat cure cured overcome',
    fr: 'tcc thérapie thérapies thérapeute psy psychologue exposition hypnose emdr virtuelle stage stages traitement traiter soigner guérir guérison vaincre',
  },
  'flying-tomorrow': { en: 'tomorrow tonight', fr: 'demain veille' },
} as const satisfies Record<string, Record<Language, string>>;

export type SearchedArticleSlug = keyof typeof WORDS;

/** Finds the first of the articles that a word of the search asks for; null where none does. */
export function findArticleSlugForSearch(
  typed: string,
  language: Language,
): SearchedArticleSlug | null {
  const slugs = Object.keys(WORDS) as SearchedArticleSlug[];
  const terms = new Set(splitIntoSearchWords(typed));
  const isAsked = (slug: SearchedArticleSlug) =>
    splitIntoSearchWords(WORDS[slug][language]).some((word) => terms.has(word));
  return slugs.find(isAsked) ?? null;
}

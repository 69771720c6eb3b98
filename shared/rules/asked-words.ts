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
  'thinking-of-cancelling': {
    en: 'cancel cancels cancelling canceling cancelled canceled cancellation refund rebook postpone',
    fr: 'annuler annule annulé annulée annulation renoncer remboursement rembourser reporter',
  },
  'flying-tomorrow': { en: 'tomorrow tonight', fr: 'demain veille' },
} as const satisfies Record<string, Record<Language, string>>;

/** The words of whoever wants to be rid of a pass, and those that say it was a pass, or a flight, that was meant. */
const PASS_WORDS = {
  en: {
    ending: 'cancel cancels cancelling canceling cancelled canceled cancellation refund stop end',
    pass: 'subscription subscriptions unsubscribe pass membership renewal billing payment payments',
    flight: 'flight flights fly flying plane trip ticket tickets booking holiday',
    always: 'unsubscribe subscription subscriptions',
    alone: 'cancel cancelling canceling cancellation refund',
  },
  fr: {
    ending: 'résilier résilie résiliation annuler annulation remboursement rembourser arrêter',
    pass: 'abonnement abonnements désabonner désabonnement pass paiement paiements prélèvement renouvellement',
    flight: 'vol vols avion voler partir voyage billet billets vacances réservation',
    always: 'résilier résilie résiliation désabonner désabonnement abonnement abonnements',
    alone: 'annuler annulation remboursement rembourser',
  },
} as const satisfies Record<Language, Record<string, string>>;

export type SearchedArticleSlug = keyof typeof WORDS;

/** Returns a function that says whether a search has one of some words. */
function createWordCheck(typed: string): (words: string) => boolean {
  const terms = new Set(splitIntoSearchWords(typed));
  return (words) => splitIntoSearchWords(words).some((word) => terms.has(word));
}

/**
 * Returns whether a search asks how to cancel a pass, or have it refunded. “cancel” alone may mean the pass as well as the flight;
 * “cancel my flight” is no question about a pass.
 */
export function isAskingToCancelPass(typed: string, language: Language): boolean {
  const has = createWordCheck(typed);
  const { ending, pass, flight, always, alone } = PASS_WORDS[language];
  if (has(always)) return true;
  return has(pass) ? has(ending) : has(alone) && !has(flight);
}

/** Finds the first of the articles that a word of the search asks for; null where none does, or where a pass is meant. */
export function findArticleSlugForSearch(
  typed: string,
  language: Language,
): SearchedArticleSlug | null {
  const has = createWordCheck(typed);
  const isPassMeant = has(PASS_WORDS[language].pass) && isAskingToCancelPass(typed, language);
  const slugs = Object.keys(WORDS) as SearchedArticleSlug[];
  return (
    slugs.find(
      (slug) => has(WORDS[slug][language]) && !(isPassMeant && slug === 'thinking-of-cancelling'),
    ) ?? null
  );
}

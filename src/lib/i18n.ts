import { createInstance, type i18n, type InitOptions } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Namespace, Translate, Values } from './translation.ts';
import type { Language } from '#shared/rules/languages.ts';
import type { CatalogueGroup } from '#shared/rules/page-parts.ts';

type Catalogues = Record<string, Record<string, unknown>>;

/** Keys the catalogues by namespace: `./en/landing.json` becomes `landing`. */
function toNamespaces(catalogues: Catalogues): Catalogues {
  const named = Object.entries(catalogues).map(([path, texts]) => [
    path.replace(/^.*\/|\.json$/g, ''),
    texts,
  ]);
  return Object.fromEntries(named) as Catalogues;
}

function buildOptions(language: Language, catalogues: Catalogues): InitOptions {
  const resources = toNamespaces(catalogues);
  return {
    lng: language,
    resources: { [language]: resources },
    ns: Object.keys(resources),
    defaultNS: 'ui',
    fallbackLng: false,
    // React escapes by itself.
    interpolation: { escapeValue: false },
    initAsync: false,
    returnNull: false,
  };
}

/**
 * Answers what asks for a plain text, without values, from the catalogue itself. i18next's way to it, through plural forms,
 * fallbacks and interpolation, took 46 ms of a press on a slow phone and takes 18 so. Everything else is left to i18next.
 */
function answerPlainTexts(instance: i18n): i18n {
  const getFixedT = instance.getFixedT.bind(instance) as unknown as (
    ...args: string[]
  ) => (key: string, values?: Values) => unknown;
  const getPlainT = (language: string, namespace: string, ...rest: string[]) => {
    const t = getFixedT(language, namespace, ...rest);
    const answer = (key: string, values?: Values) => {
      const [path = key, prefix = namespace] = key.split(':').toReversed();
      const text: unknown = values ?? instance.getResource(language, prefix, path);
      return typeof text === 'string' && !/[{$]/.test(text) ? text : t(key, values);
    };
    return Object.assign(answer, t);
  };
  return Object.assign(instance, { getFixedT: getPlainT });
}

/**
 * Creates a separate i18next instance with its catalogues loaded, for prerendering and for the demo page that shows
 * both languages.
 */
export function createI18n(language: Language, catalogues: Catalogues): i18n {
  const instance = createInstance();
  void instance.use(initReactI18next).init(buildOptions(language, catalogues));
  return instance;
}

/** Returns an instance's texts in its language, where there is no hook to ask. */
export const getTranslate = <Names extends Namespace>(
  instance: i18n,
  namespace: Names,
): Translate<Names> =>
  instance.getFixedT(instance.language, namespace) as unknown as Translate<Names>;

const appI18n = answerPlainTexts(createInstance());

async function loadCatalogues(language: Language): Promise<Catalogues> {
  const module = language === 'fr' ? import('../locales/fr.ts') : import('../locales/en.ts');
  return (await module).catalogues;
}

/**
 * Groups of catalogues that are loaded with the pages that need them. `mark` is one namespace of the group, by which
 * it is known to be loaded, where none has the group's own name.
 */
const LAZY_CATALOGUES: Record<
  CatalogueGroup,
  { mark?: string } & Record<Language, () => Promise<{ catalogues: Catalogues }>>
> = {
  /** Landing, excerpts, legal. */
  public: {
    mark: 'legal',
    en: () => import('../locales/en-public.ts'),
    fr: () => import('../locales/fr-public.ts'),
  },
  help: {
    en: () => import('../locales/en-help.ts'),
    fr: () => import('../locales/fr-help.ts'),
  },
  /** Signing in, onboarding, and the assessment. */
  entry: {
    mark: 'auth',
    en: () => import('../locales/en-entry.ts'),
    fr: () => import('../locales/fr-entry.ts'),
  },
  /** The ladder, what high fears mean. */
  steps: {
    mark: 'ladder',
    en: () => import('../locales/en-steps.ts'),
    fr: () => import('../locales/fr-steps.ts'),
  },
  profile: {
    en: () => import('../locales/en-profile.ts'),
    fr: () => import('../locales/fr-profile.ts'),
  },
  billing: {
    en: () => import('../locales/en-billing.ts'),
    fr: () => import('../locales/fr-billing.ts'),
  },
  /** The plan, the breathing exercises, and the ledger of flights. */
  practice: {
    mark: 'plan',
    en: () => import('../locales/en-practice.ts'),
    fr: () => import('../locales/fr-practice.ts'),
  },
  cookies: {
    en: () => import('../locales/en-cookies.ts'),
    fr: () => import('../locales/fr-cookies.ts'),
  },
  /** What is said without a network, and of what waits for one. */
  offline: {
    en: () => import('../locales/en-offline.ts'),
    fr: () => import('../locales/fr-offline.ts'),
  },
  contract: {
    en: () => import('../locales/en-contract.ts'),
    fr: () => import('../locales/fr-contract.ts'),
  },
  lock: {
    en: () => import('../locales/en-lock.ts'),
    fr: () => import('../locales/fr-lock.ts'),
  },
  flight: {
    en: () => import('../locales/en-flight.ts'),
    fr: () => import('../locales/fr-flight.ts'),
  },
  rehearsal: {
    en: () => import('../locales/en-rehearsal.ts'),
    fr: () => import('../locales/fr-rehearsal.ts'),
  },
  sounds: {
    en: () => import('../locales/en-sounds.ts'),
    fr: () => import('../locales/fr-sounds.ts'),
  },
  support: {
    en: () => import('../locales/en-support.ts'),
    fr: () => import('../locales/fr-support.ts'),
  },
  translations: {
    en: () => import('../locales/en-translations.ts'),
    fr: () => import('../locales/fr-translations.ts'),
  },
  studio: {
    mark: 'admin',
    en: () => import('../locales/en-studio.ts'),
    fr: () => import('../locales/fr-studio.ts'),
  },
};

function addCatalogues(language: Language, catalogues: Catalogues): void {
  for (const [namespace, texts] of Object.entries(toNamespaces(catalogues))) {
    appI18n.addResourceBundle(language, namespace, texts);
  }
}

/** The groups loaded so far; a change of language loads them in the new language too. */
const loadedGroups = new Set<CatalogueGroup>();

/** The language that the app starts with, and when its catalogues are there. */
let start: { language: Language; ready: Promise<unknown> } | undefined;

/** Initialises the app's i18next instance with the catalogues of one language, which it downloads. */
export async function initI18n(language: Language): Promise<i18n> {
  const init = async () =>
    appI18n.use(initReactI18next).init(buildOptions(language, await loadCatalogues(language)));
  start = { language, ready: init() };
  await start.ready;
  document.documentElement.lang = language;
  return appI18n;
}

async function loadGroup(group: CatalogueGroup, language: Language): Promise<void> {
  const { mark = group, [language]: download } = LAZY_CATALOGUES[group];
  if (appI18n.isInitialized && appI18n.hasResourceBundle(language, mark)) return;
  // Side by side with the catalogues that the app starts with, which have to be there first.
  const [{ catalogues }] = await Promise.all([download(), start?.ready]);
  addCatalogues(language, catalogues);
}

/**
 * Loads a group of catalogues in the present language, and in every language chosen later. Rejects when they cannot be
 * fetched.
 */
export async function loadCatalogueGroup(group: CatalogueGroup): Promise<void> {
  loadedGroups.add(group);
  await loadGroup(group, (appI18n.language ?? start?.language) === 'fr' ? 'fr' : 'en');
}

let lastRequested: Language | undefined;

/**
 * Changes the interface's language, downloading its catalogues the first time. Resolves to false when another change
 * was requested meanwhile, which then wins. Rejects, with nothing changed, when the catalogues cannot be fetched.
 */
export async function changeLanguageUnlessSuperseded(language: Language): Promise<boolean> {
  lastRequested = language;
  if (!appI18n.hasResourceBundle(language, 'ui'))
    addCatalogues(language, await loadCatalogues(language));
  await Promise.all([...loadedGroups].map((group) => loadGroup(group, language)));
  if (lastRequested !== language) return false;
  await appI18n.changeLanguage(language);
  document.documentElement.lang = language;
  return true;
}

import { createInstance, type i18n, type InitOptions } from 'i18next';
import { initReactI18next } from 'react-i18next';

/** The languages of the interface. */
export type Language = 'en' | 'fr';
export const languages = ['en', 'fr'] as const;

/** Whether a code is one of ours. */
export function isLanguage(code: unknown): code is Language {
  return code === 'en' || code === 'fr';
}

type Catalogues = Record<string, Record<string, unknown>>;

/** `./en/landing.json` is the namespace `landing`. */
function namespaces(catalogues: Catalogues): Catalogues {
  const named = Object.entries(catalogues).map(([path, texts]) => [
    path.replace(/^.*\/|\.json$/g, ''),
    texts,
  ]);
  return Object.fromEntries(named) as Catalogues;
}

function options(language: Language, catalogues: Catalogues): InitOptions {
  const resources = namespaces(catalogues);
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

/** An instance of its own, ready at once: for prerendering and for the demo page that shows both languages. */
export function createI18n(language: Language, catalogues: Catalogues): i18n {
  const instance = createInstance();
  void instance.use(initReactI18next).init(options(language, catalogues));
  return instance;
}

/** The instance of the running app. */
const app = createInstance();

async function load(language: Language): Promise<Catalogues> {
  const module = language === 'fr' ? import('../locales/fr.ts') : import('../locales/en.ts');
  return (await module).catalogues;
}

/** Words that come with the pages that need them; `mark` is one of their namespaces. */
const APART = {
  /** Landing, help, legal. */
  public: {
    mark: 'legal',
    en: () => import('../locales/en-public.ts'),
    fr: () => import('../locales/fr-public.ts'),
  },
  /** Programs, breathing, and what is done with a session besides playing it. */
  practice: {
    mark: 'programs',
    en: () => import('../locales/en-practice.ts'),
    fr: () => import('../locales/fr-practice.ts'),
  },
  /** The dashboard, the person's flights and the plan to them. */
  flight: {
    mark: 'flights',
    en: () => import('../locales/en-flight.ts'),
    fr: () => import('../locales/fr-flight.ts'),
  },
  /** The ladder, the ledger of flights, what high fears mean. */
  steps: {
    mark: 'ladder',
    en: () => import('../locales/en-steps.ts'),
    fr: () => import('../locales/fr-steps.ts'),
  },
  /** The profile, and the safety of the account. */
  profile: {
    mark: 'profile',
    en: () => import('../locales/en-profile.ts'),
    fr: () => import('../locales/fr-profile.ts'),
  },
  /** The passes, and paying for one. */
  billing: {
    mark: 'billing',
    en: () => import('../locales/en-billing.ts'),
    fr: () => import('../locales/fr-billing.ts'),
  },
};
export type TextGroup = keyof typeof APART;

function add(language: Language, catalogues: Catalogues): void {
  for (const [namespace, texts] of Object.entries(namespaces(catalogues))) {
    app.addResourceBundle(language, namespace, texts);
  }
}

/** The groups of a page that was opened, so that its words follow a change of language. */
const wanted = new Set<TextGroup>();

/** Starts the browser's interface in one language, of which alone the catalogues are downloaded. */
export async function initI18n(language: Language): Promise<i18n> {
  await app.use(initReactI18next).init(options(language, await load(language)));
  document.documentElement.lang = language;
  return app;
}

async function addGroup(group: TextGroup, language: Language): Promise<void> {
  const { mark, [language]: download } = APART[group];
  if (!app.hasResourceBundle(language, mark)) add(language, (await download()).catalogues);
}

/** Downloads the words of a group of pages in the present language. */
export async function needTexts(group: TextGroup): Promise<void> {
  wanted.add(group);
  await addGroup(group, app.language === 'fr' ? 'fr' : 'en');
}

let lastAsked: Language | undefined;

/**
 * Changes the interface's language, downloading its catalogues the first time. False when another change
 * was asked for meanwhile, which then holds. Rejects, with nothing changed, when they can't be fetched.
 */
export async function changeLanguage(language: Language): Promise<boolean> {
  lastAsked = language;
  if (!app.hasResourceBundle(language, 'ui')) add(language, await load(language));
  await Promise.all([...wanted].map((group) => addGroup(group, language)));
  if (lastAsked !== language) return false;
  await app.changeLanguage(language);
  document.documentElement.lang = language;
  return true;
}

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

async function loadPublic(language: Language): Promise<Catalogues> {
  const module =
    language === 'fr' ? import('../locales/fr-public.ts') : import('../locales/en-public.ts');
  return (await module).catalogues;
}

function add(language: Language, catalogues: Catalogues): void {
  for (const [namespace, texts] of Object.entries(namespaces(catalogues))) {
    app.addResourceBundle(language, namespace, texts);
  }
}

/** Whether a public page was opened, so that its words follow a change of language. */
let publicTextsWanted = false;

/** Starts the browser's interface in one language, of which alone the catalogues are downloaded. */
export async function initI18n(language: Language): Promise<i18n> {
  await app.use(initReactI18next).init(options(language, await load(language)));
  document.documentElement.lang = language;
  return app;
}

/** Downloads the words of the public pages (landing, help, legal) in the present language. */
export async function needPublicTexts(): Promise<void> {
  publicTextsWanted = true;
  const language = app.language === 'fr' ? 'fr' : 'en';
  if (!app.hasResourceBundle(language, 'legal')) add(language, await loadPublic(language));
}

/** Changes the interface's language, downloading its catalogues the first time. */
export async function changeLanguage(language: Language): Promise<void> {
  if (!app.hasResourceBundle(language, 'ui')) add(language, await load(language));
  if (publicTextsWanted && !app.hasResourceBundle(language, 'legal')) {
    add(language, await loadPublic(language));
  }
  await app.changeLanguage(language);
  document.documentElement.lang = language;
}

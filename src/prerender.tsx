import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { PRODUCT_NAME } from '#shared/product.ts';
import type { Language } from '#shared/rules/languages.ts';
import { Sky } from './features/art/components/session-art.tsx';
import { HelpPage } from './features/help/help-page.tsx';
import { SosPage } from './features/help/sos-page.tsx';
import { PublicShell } from './features/landing/components/public-shell.tsx';
import { LandingPage } from './features/landing/landing-page.tsx';
import { PrivacyPage, TermsPage } from './features/legal/legal-page.tsx';
import { NotFound } from './features/missing/missing-page.tsx';
import { SignInLinks } from './features/sharing/components/shared-session.tsx';
import { SharedSession } from './features/sharing/components/shared-session.tsx';
import { WaitlistPage } from './features/waitlist/waitlist-page.tsx';
import { createI18n } from './lib/i18n.ts';
import { catalogues as enPublic } from './locales/en-public.ts';
import { catalogues as en } from './locales/en.ts';
import { catalogues as frPublic } from './locales/fr-public.ts';
import { catalogues as fr } from './locales/fr.ts';

const pages = {
  '/': [LandingPage, 'landing', 'meta'],
  '/privacy': [PrivacyPage, 'legal', 'privacy.meta'],
  '/terms': [TermsPage, 'legal', 'terms.meta'],
  '/help': [HelpPage, 'help', 'help.meta'],
  '/sos': [SosPage, 'help', 'sos.meta'],
  '/waitlist': [WaitlistPage, 'landing', 'waitlist.meta'],
  '/not-found': [NotFound, 'ui', 'notFound.meta'],
} as const;

export type PublicPath = keyof typeof pages;
/** The paths of every page that is rendered at build time. */
export const paths = Object.keys(pages) as PublicPath[];

const instances = {
  en: createI18n('en', { ...en, ...enPublic }),
  fr: createI18n('fr', { ...fr, ...frPublic }),
};

const renderInShell = (language: Language, path: string, page: ReactNode) =>
  renderToString(
    <I18nextProvider i18n={instances[language]}>
      <PublicShell path={path}>{page}</PublicShell>
    </I18nextProvider>,
  );

/** Renders one public page in one language: its markup and its `<head>` metadata. */
export function render(path: PublicPath, language: Language) {
  const [Page, namespace, meta] = pages[path];
  const translate = instances[language].getFixedT(language) as (
    key: string,
    values: object,
  ) => string;
  return {
    html: renderInShell(language, path === '/not-found' ? '/' : path, <Page />),
    title: translate(`${namespace}:${meta}.title`, { name: PRODUCT_NAME }),
    description: translate(`${namespace}:${meta}.description`, { name: PRODUCT_NAME }),
    name: PRODUCT_NAME,
  };
}

const KINDS = ['load', 'flow'] as const;
const CATEGORIES = ['podcast', 'technical', 'meditation'] as const;

/**
 * Renders the pages of shared sessions by kind and category in one language, with placeholders (`@@title@@`) that
 * server/pages/shared-session.ts replaces with each session's own texts.
 */
export function renderShared(language: Language) {
  const path = '/s/@@id@@';
  return KINDS.flatMap((kind) =>
    CATEGORIES.map((category) => ({
      file: `shared-${kind}-${category}`,
      address: `@@origin@@${path}`,
      html: renderInShell(
        language,
        path,
        <SharedSession
          session={{ kind, category, title: '@@title@@', summary: '@@summary@@' }}
          language="@@lang@@"
          minutes="@@minutes@@"
          sky={<Sky markup="@@art@@" />}
          actions={<SignInLinks id="@@id@@" />}
        />,
      ),
      title: `@@title@@ · ${PRODUCT_NAME}`,
      description: '@@summary@@',
      name: PRODUCT_NAME,
    })),
  );
}

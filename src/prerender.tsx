import { renderToString } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { PRODUCT_NAME } from '#shared/product.ts';
import { HelpPage } from './features/help/help-page.tsx';
import { SosPage } from './features/help/sos-page.tsx';
import { PublicShell } from './features/landing/components/public-shell.tsx';
import { LandingPage } from './features/landing/landing-page.tsx';
import { PrivacyPage } from './features/legal/privacy-page.tsx';
import { TermsPage } from './features/legal/terms-page.tsx';
import { MissingPage } from './features/missing/missing-page.tsx';
import { WaitlistPage } from './features/waitlist/waitlist-page.tsx';
import { createI18n, type Language } from './lib/i18n.ts';
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
  '/not-found': [MissingPage, 'ui', 'notFound.meta'],
} as const;

export type PublicPath = keyof typeof pages;
/** Every page that is written at build time, by the address it is served at. */
export const paths = Object.keys(pages) as PublicPath[];

/** One public page in one language: its markup and what its head says. */
export function render(path: PublicPath, language: Language) {
  const i18n = createI18n(
    language,
    language === 'fr' ? { ...fr, ...frPublic } : { ...en, ...enPublic },
  );
  const [Page, namespace, meta] = pages[path];
  const say = i18n.getFixedT(language) as (key: string, values: object) => string;
  const html = renderToString(
    <I18nextProvider i18n={i18n}>
      <PublicShell path={path === '/not-found' ? '/' : path}>
        <Page />
      </PublicShell>
    </I18nextProvider>,
  );
  return {
    html,
    title: say(`${namespace}:${meta}.title`, { name: PRODUCT_NAME }),
    description: say(`${namespace}:${meta}.description`, { name: PRODUCT_NAME }),
    name: PRODUCT_NAME,
  };
}

import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { Router } from 'wouter';
import { PRODUCT_NAME } from '#shared/product.ts';
import { EMERGENCY_NUMBERS_REGIONS } from '#shared/rules/emergency-numbers.ts';
import type { Language } from '#shared/rules/languages.ts';
import type { SignUpMode } from '#shared/rules/sign-up.ts';
import { placeNotices } from '#shared/rules/page-notices.ts';
import { mayRunThirdPartyScripts } from '#shared/rules/third-party-pages.ts';
import { StoredPageFrame } from '#web/app/components/stored-page-frame.tsx';
import { ArticlePage } from '#web/features/articles/article-page.tsx';
import { ArticlesPage } from '#web/features/articles/articles-page.tsx';
import {
  buildArticleStructuredData,
  getArticlePath,
  pickRelatedArticles,
  type ReadableArticle,
  sortArticles,
} from '#web/features/articles/model.ts';
import { SessionArtSvg } from '#web/features/art/components/session-art.tsx';
import { CookieNotice } from '#web/features/cookie-consent/components/cookie-notice.tsx';
import { HelpPage } from '#web/features/help/help-page.tsx';
import { buildFaqStructuredData, type HelpTopic } from '#web/features/help/model.ts';
import { SosPage } from '#web/features/help/sos-page.tsx';
import { MissingScriptsNotice } from '#web/features/landing/components/late-scripts.tsx';
import { NoScriptPage } from '#web/features/landing/components/no-script-page.tsx';
import { ProductPicturesSection } from '#web/features/landing/components/product.tsx';
import { PublicShell } from '#web/features/landing/components/public-shell.tsx';
import { LandingPage } from '#web/features/landing/landing-page.tsx';
import { LicencesPage } from '#web/features/legal/licences-page.tsx';
import type { Licence } from '#web/features/legal/model.ts';
import { LegalText } from '#web/features/legal/components/legal-text.tsx';
import { NotFound } from '#web/features/missing/components/not-found.tsx';
import { UnavailablePage } from '#web/features/missing/unavailable-page.tsx';
import {
  FreeSessionPage,
  HowToListen,
  SharedExcerptPage,
} from '#web/features/sharing/components/shared-session.tsx';
import { TonightPage } from '#web/features/tonight/tonight-page.tsx';
import WaitlistPage from '#web/features/waitlist/waitlist-page.tsx';
import { createI18n, getTranslate } from '#web/lib/i18n.ts';
import { paths } from '#web/lib/paths.ts';
import { SignUpModeContext } from '#web/lib/sign-up-mode.ts';
import { catalogues as enCookies } from '#web/locales/en-cookies.ts';
import enArticles from '#web/locales/en/articles.json';
import enTonight from '#web/locales/en/tonight.json';
import { catalogues as enEntry } from '#web/locales/en-entry.ts';
import { catalogues as enHelp } from '#web/locales/en-help.ts';
import { catalogues as enPractice } from '#web/locales/en-practice.ts';
import { catalogues as enPublic } from '#web/locales/en-public.ts';
import { catalogues as en } from '#web/locales/en.ts';
import { catalogues as frCookies } from '#web/locales/fr-cookies.ts';
import frArticles from '#web/locales/fr/articles.json';
import frTonight from '#web/locales/fr/tonight.json';
import { catalogues as frEntry } from '#web/locales/fr-entry.ts';
import { catalogues as frHelp } from '#web/locales/fr-help.ts';
import { catalogues as frPractice } from '#web/locales/fr-practice.ts';
import { catalogues as frPublic } from '#web/locales/fr-public.ts';
import { catalogues as fr } from '#web/locales/fr.ts';

const Privacy = () => <LegalText which="privacy" />;
const Terms = () => <LegalText which="terms" />;
const Landing = () => <LandingPage product={<ProductPicturesSection />} />;

const pages = {
  '/': [Landing, 'landing', 'meta'],
  '/privacy': [Privacy, 'legal', 'privacy.meta'],
  '/terms': [Terms, 'legal', 'terms.meta'],
  '/help': [HelpPage, 'help', 'help.meta'],
  '/sos': [SosPage, 'help', 'sos.meta'],
  '/tonight': [TonightPage, 'tonight', 'meta'],
  '/waitlist': [WaitlistPage, 'landing', 'waitlist.meta'],
  '/not-found': [NotFound, 'ui', 'notFound.meta'],
  '/unavailable': [UnavailablePage, 'shared', 'unavailable.meta'],
} as const;
/** Pages that are sent at the addresses of others. */
const SENT_IN_PLACE: ReadonlySet<string> = new Set(['/not-found', '/unavailable']);

const instances = {
  en: createI18n('en', {
    ...en,
    ...enPublic,
    ...enHelp,
    ...enEntry,
    ...enPractice,
    ...enCookies,
    articles: enArticles,
    tonight: enTonight,
  }),
  fr: createI18n('fr', {
    ...fr,
    ...frPublic,
    ...frHelp,
    ...frEntry,
    ...frPractice,
    ...frCookies,
    articles: frArticles,
    tonight: frTonight,
  }),
};

/** For whom a page is rendered: the language, and who may create an account. */
interface Edition {
  language: Language;
  signUp: SignUpMode;
}

const renderInShell = ({ language, signUp }: Edition, path: string, page: ReactNode) =>
  renderToString(
    <I18nextProvider i18n={instances[language]}>
      <SignUpModeContext value={signUp}>
        <PublicShell
          path={path}
          notice={
            <CookieNotice
              place={placeNotices(path, 'signed_out').consent}
              isPublic={mayRunThirdPartyScripts(path)}
            />
          }
        >
          {page}
        </PublicShell>
      </SignUpModeContext>
    </I18nextProvider>,
  );

/**
 * Prerenders every fixed public page in one edition (language and sign-up mode): its markup and its `<head>` metadata.
 * `path` is null for pages that are sent in place of others.
 */
export function renderFixedPages(edition: Edition) {
  const { language } = edition;
  const translate = instances[language].getFixedT(language) as (
    key: string,
    values: object,
  ) => string;
  const values = { returnObjects: true, name: PRODUCT_NAME } as const;
  const topics: HelpTopic[] = getTranslate(instances[language], 'help')('help.questions', values);
  return Object.entries(pages).map(([address, [Page, namespace, meta]]) => {
    const isFound = !SENT_IN_PLACE.has(address);
    return {
      file: address === '/' ? 'home' : address.slice(1),
      path: isFound ? address : null,
      // They keep the address that was asked for: a link to '?lang=' stays there.
      html: renderInShell(edition, isFound ? address : '', <Page />),
      title: translate(`${namespace}:${meta}.title`, { name: PRODUCT_NAME }),
      description: translate(`${namespace}:${meta}.description`, { name: PRODUCT_NAME }),
      name: PRODUCT_NAME,
      ...(address === '/' && {
        // The server writes the site's own address in the place of the mark (build/page-document.ts).
        structuredData: [
          { '@type': 'WebSite', name: PRODUCT_NAME, url: '@@origin@@/', inLanguage: language },
        ],
      }),
      ...(address === '/help' && {
        structuredData: [buildFaqStructuredData(topics)],
      }),
    };
  });
}

/**
 * Prerenders the help page of one edition (language and sign-up mode) once for each emergency region, with that region's
 * phone numbers first. The server chooses by the visitor's country (server/pages/pages.ts); the address is the same.
 */
export function renderHelpPagesByEmergencyRegion(edition: Edition) {
  const help = renderFixedPages(edition).find(({ file }) => file === 'help')!;
  return EMERGENCY_NUMBERS_REGIONS.map((region) => ({
    ...help,
    file: `help@${region}`,
    html: renderInShell(edition, '/help', <HelpPage region={region} />),
  }));
}

/** Prerenders the public articles and their list in one edition (language and sign-up mode). */
export function renderArticlePagesAndList(edition: Edition, articles: readonly ReadableArticle[]) {
  const { language } = edition;
  const t = instances[language].getFixedT(language, 'articles');
  const list = {
    file: 'read',
    path: '/read',
    html: renderInShell(edition, '/read', <ArticlesPage articles={sortArticles(articles)} />),
    title: t('list.meta.title', { name: PRODUCT_NAME }),
    description: t('list.meta.description'),
    name: PRODUCT_NAME,
  };
  const author = { '@type': 'Organization', name: t('author', { name: PRODUCT_NAME }) };
  const texts = articles.map((article) => {
    const { slug, title, description, publishedOn, updatedOn } = article;
    const path = getArticlePath(slug);
    const page = <ArticlePage article={article} related={pickRelatedArticles(articles, article)} />;
    return {
      file: `read-${slug}`,
      path,
      html: renderInShell(edition, path, page),
      title: `${title} · ${PRODUCT_NAME}`,
      description,
      name: PRODUCT_NAME,
      article: { publishedOn, updatedOn },
      structuredData: [buildArticleStructuredData(article, language, author)],
    };
  });
  return [list, ...texts];
}

/** Prerenders the page of software licences in one edition (language and sign-up mode). */
export function renderLicencesPage(edition: Edition, licences: readonly Licence[]) {
  const { language } = edition;
  const t = instances[language].getFixedT(language, 'legal');
  const path = '/licences';
  return {
    file: 'licences',
    path,
    html: renderInShell(edition, path, <LicencesPage licences={licences} />),
    title: t('licences.meta.title', { name: PRODUCT_NAME }),
    description: t('licences.meta.description', { name: PRODUCT_NAME }),
    name: PRODUCT_NAME,
  };
}

/** Renders the texts that the app's documents show while scripts are switched off, or have not come. */
export const renderNoScriptTexts = (language: Language, helpPath: string): string =>
  renderToString(
    <I18nextProvider i18n={instances[language]}>
      <NoScriptPage />
      <MissingScriptsNotice helpPath={helpPath} />
    </I18nextProvider>,
  );

/**
 * Renders the “Help me now” page that the service worker opens without a network (scripts/build-service-worker.ts): in
 * the app's frame, the same for every reader, with its own small script alone.
 */
export function renderOfflineSosPage(language: Language) {
  const t = instances[language].getFixedT(language, 'help');
  const html = renderToString(
    <I18nextProvider i18n={instances[language]}>
      <Router ssrPath={paths.sos()}>
        <StoredPageFrame path={paths.sos()}>
          <SosPage hasFlight />
        </StoredPageFrame>
      </Router>
    </I18nextProvider>,
  );
  const title = `${t('sos.title')} · ${PRODUCT_NAME}`;
  return { html, title, description: t('sos.meta.description'), name: PRODUCT_NAME };
}

const KINDS = ['load', 'flow'] as const;
const CATEGORIES = ['podcast', 'technical', 'meditation'] as const;

/**
 * Prerenders the pages of shared and of free sessions in one edition (language and sign-up mode), one for each kind and
 * category, with placeholders (`@@title@@`) that server/pages/shared-session.ts replaces with each session's texts.
 */
export function renderSharedSessionPages(edition: Edition) {
  const path = '/s/@@id@@';
  return KINDS.flatMap((kind) =>
    CATEGORIES.flatMap((category) => {
      const shown = {
        session: { kind, category, title: '@@title@@', summary: '@@summary@@' },
        language: '@@lang@@',
        minutes: '@@minutes@@',
        cues: '@@cues@@',
        text: '@@text@@',
        sky: <SessionArtSvg markup="@@art@@" />,
      };
      const head = {
        path,
        title: `@@title@@ · ${PRODUCT_NAME}`,
        description: '@@summary@@',
        name: PRODUCT_NAME,
      };
      const excerpt = (
        <SharedExcerptPage {...shown}>
          <HowToListen id="@@id@@" minutes="@@minutes@@" />
        </SharedExcerptPage>
      );
      const pages = { shared: excerpt, free: <FreeSessionPage {...shown} /> };
      return Object.entries(pages).map(([name, page]) => ({
        ...head,
        file: `${name}-${kind}-${category}`,
        html: renderInShell(edition, path, page),
      }));
    }),
  );
}

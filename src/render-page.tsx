import type { i18n } from 'i18next';
import type { ReactNode } from 'react';
import { Router } from 'wouter';
import type { PageToRender } from '#shared/rules/start-page.ts';
import { tryToPreloadPage } from './app/pages.ts';
import { Root } from './app/root.tsx';
import { IDENTITY_QUERY_KEY } from './features/identity/queries.ts';
import type { ReplyOf } from './lib/api.ts';
import { freezeOrReleaseClock } from './lib/clock.ts';
import { createI18n } from './lib/i18n.ts';
import { createQueryClient } from './lib/query-client.ts';
import { createFragmentCachingRenderer } from './fragment-caching-renderer.tsx';
import { cacheTranslations } from './cached-translations.ts';
import { catalogues as en } from './locales/en.ts';
import { catalogues as fr } from './locales/fr.ts';

// Run by the server (server/pages/render.ts), built apart from the browser's app.

const toEdition = (plain: i18n) => {
  const words = cacheTranslations(plain);
  return { words, render: createFragmentCachingRenderer(words) };
};
const editions = { en: toEdition(createI18n('en', en)), fr: toEdition(createI18n('fr', fr)) };
await Promise.all(['/', '/content-library', '/content/:id', '/tonight'].map(tryToPreloadPage));

/**
 * Renders the page at `path` of a signed-in person to the markup that the browser hydrates, from `replies` by URL, as
 * of `at` in `timeZone`. Returns null where the app would redirect. `render` makes the markup of the app: by default it
 * is React, which renders the parts marked by `cacheMarkup` once for each content.
 */
export function renderPage(
  { path, language, replies, at, timeZone }: PageToRender,
  render: (app: ReactNode) => string = editions[language].render,
): string | null {
  const getReply = (url: string) => replies[url];
  const queryClient = createQueryClient(undefined, { take: getReply, peek: getReply });
  const { identity } = replies[IDENTITY_QUERY_KEY[0]] as ReplyOf<'GET /api/auth/identity'>;
  queryClient.setQueryData(IDENTITY_QUERY_KEY, identity);
  const ssrContext: { redirectTo?: string } = {};
  freezeOrReleaseClock({ at, timeZone });
  try {
    const html = render(
      <Router ssrPath={path} ssrContext={ssrContext}>
        <Root i18n={editions[language].words} queryClient={queryClient} language={language} />
      </Router>,
    );
    return ssrContext.redirectTo === undefined ? html : null;
  } finally {
    freezeOrReleaseClock(null);
    // Else its timers would keep the data for minutes.
    queryClient.clear();
  }
}

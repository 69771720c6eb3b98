import '#web/ui/theme.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { navigate } from 'wouter/use-browser-location';
import { isPublicPath } from '#shared/rules/route-table.ts';
import {
  refetchIdentity,
  preloadAuthProvider,
  recallIdentity,
} from '#web/features/identity/queries.ts';
import { initI18n } from '#web/lib/i18n.ts';
import { trackPreviousPage } from '#web/lib/previous-page.ts';
import { createQueryClient } from '#web/lib/query-client.ts';
import { onSignOutElsewhere } from '#web/lib/sync/sign-out-signal.ts';
import { App } from './app.tsx';
import { getInitialLanguage } from './language.ts';
import { preloadPage } from './pages.ts';

/** How long the shell waits for its page before it is shown without it. */
const PAGE_PATIENCE_MS = 100;

// A page restored from the back/forward cache: the person may have signed out since, so reload.
addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return;
  document.documentElement.hidden = true;
  location.reload();
});

// Signed out in another tab: the data on screen must go, so reload, except on the help pages.
onSignOutElsewhere(() => {
  document.documentElement.hidden = true;
  location.replace(isPublicPath(location.pathname) ? location.pathname : '/');
});

/**
 * Turns clicks on plain links into client-side navigation, which needs no network. The help pages use plain links
 * because they are also prerendered.
 */
function interceptPlainLinks(): void {
  addEventListener('click', (event) => {
    const isPlain =
      event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    const link = event.target instanceof Element && event.target.closest('a');
    if (!isPlain || event.defaultPrevented || !link || link.target || link.hasAttribute('download'))
      return;
    // The same page in the other language is a separate document, so it is loaded normally.
    if (link.origin !== location.origin || link.search || !isPublicPath(link.pathname)) return;
    event.preventDefault();
    navigate(link.pathname + link.hash);
  });
}

async function start(): Promise<void> {
  const language = getInitialLanguage();
  preloadAuthProvider();
  const queryClient = createQueryClient(refetchIdentity);
  const page = preloadPage(location.pathname);
  const [i18n] = await Promise.all([initI18n(language), recallIdentity(queryClient)]);
  // The page most likely came together with its words: then nothing is shown in its place first.
  await Promise.race([page, new Promise((resolve) => setTimeout(resolve, PAGE_PATIENCE_MS))]);
  interceptPlainLinks();
  trackPreviousPage();
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  createRoot(root).render(
    <StrictMode>
      <I18nextProvider i18n={i18n}>
        <QueryClientProvider client={queryClient}>
          <App language={language} />
        </QueryClientProvider>
      </I18nextProvider>
    </StrictMode>,
  );
}

void start();

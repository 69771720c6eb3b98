import '#web/ui/theme.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { isOpenToAll } from '#shared/rules/route-table.ts';
import { askWhoIsThere, prepareIdentity } from '#web/features/identity/queries.ts';
import { onLeft } from '#web/lib/departure.ts';
import { initI18n } from '#web/lib/i18n.ts';
import { createQueryClient } from '#web/lib/query-client.ts';
import { App } from './app.tsx';
import { firstLanguage } from './language.ts';
import { preloadPage } from './pages.ts';
import { followPlainLinks } from './plain-links.ts';

// Back to a page that the browser kept whole: its person may have signed out since.
addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return;
  document.documentElement.hidden = true;
  location.reload();
});

// Signed out in another tab: what is here is nobody's any more. Only help stays where it is.
onLeft(() => {
  document.documentElement.hidden = true;
  location.replace(isOpenToAll(location.pathname) ? location.pathname : '/');
});

async function start(): Promise<void> {
  const language = firstLanguage();
  prepareIdentity();
  const i18n = await initI18n(language);
  preloadPage(location.pathname);
  followPlainLinks();
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  createRoot(root).render(
    <StrictMode>
      <I18nextProvider i18n={i18n}>
        <QueryClientProvider client={createQueryClient(askWhoIsThere)}>
          <App language={language} />
        </QueryClientProvider>
      </I18nextProvider>
    </StrictMode>,
  );
}

void start();

import '#web/ui/theme.css';
import './dev.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { getCurrentTheme, setTheme } from '#web/lib/theme.ts';
import { createI18n } from '#web/lib/i18n.ts';
import { createQueryClient } from '#web/lib/query-client.ts';
import { watchForTooltips } from '#web/ui/lazy-tooltips.ts';
import { ToastProvider } from '#web/ui/toast.tsx';
import { Gallery } from './gallery.tsx';

const CATALOGUES = {
  en: import.meta.glob<Record<string, unknown>>('../locales/en/*.json', {
    eager: true,
    import: 'default',
  }),
  fr: import.meta.glob<Record<string, unknown>>('../locales/fr/*.json', {
    eager: true,
    import: 'default',
  }),
};

const asked = new URLSearchParams(location.search);
const language = asked.get('language') === 'fr' ? 'fr' : 'en';
document.documentElement.lang = language;
const theme = asked.get('theme');
if (theme === 'dawn' || theme === 'night') setTheme(theme);
addEventListener('click', ({ target }) => {
  if (target instanceof Element && target.closest('[data-theme-switch]'))
    setTheme(getCurrentTheme() === 'night' ? 'dawn' : 'night');
});
watchForTooltips();

const i18n = createI18n(language, CATALOGUES[language]);
const container = document.getElementById('root');
if (!container) throw new Error('no #root');
createRoot(container).render(
  <StrictMode>
    <I18nextProvider i18n={i18n}>
      <QueryClientProvider client={createQueryClient(() => {})}>
        {/* Links of specimens lead nowhere. */}
        <Router hook={memoryLocation({ path: '/' }).hook}>
          <ToastProvider
            label={i18n.t('ui:toast')}
            regionLabel={i18n.t('ui:toasts')}
            closeLabel={i18n.t('ui:actions.close')}
          >
            <Gallery />
          </ToastProvider>
        </Router>
      </QueryClientProvider>
    </I18nextProvider>
  </StrictMode>,
);

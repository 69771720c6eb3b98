import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { i18n } from 'i18next';
import { StrictMode, useEffect } from 'react';
import { I18nextProvider } from 'react-i18next';
import type { Language } from '#shared/rules/languages.ts';
import { App } from './app.tsx';

interface RootProps {
  i18n: i18n;
  queryClient: QueryClient;
  language: Language;
  onReady?: () => void;
}

/**
 * The whole app. The server and the browser render it alike, so that the browser can hydrate the server's markup;
 * `onReady` is called once it is mounted.
 */
export function Root({ i18n, queryClient, language, onReady }: RootProps) {
  useEffect(() => onReady?.(), [onReady]);
  return (
    <StrictMode>
      <I18nextProvider i18n={i18n}>
        <QueryClientProvider client={queryClient}>
          <App language={language} />
        </QueryClientProvider>
      </I18nextProvider>
    </StrictMode>
  );
}

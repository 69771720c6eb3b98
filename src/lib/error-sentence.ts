import { useTranslation } from 'react-i18next';
import { ApiError } from './api.ts';

/** Turns a failure into a sentence of the catalogue `errors`; an unknown one into the general sentence. */
export function useErrorSentence(): (error: unknown) => string {
  const { t, i18n } = useTranslation('errors');
  return (error) => {
    const code = error instanceof ApiError ? error.code : 'general';
    return i18n.exists(`errors:${code}`) ? t(code as 'general') : t('general');
  };
}

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

/** What a failed sign-out is called, and under it what is safe and, where it was the network, that. */
export function useSignOutFailure(): (error: unknown) => { title: string; detail: string } {
  const { t } = useTranslation('errors');
  return (error) => {
    const isNetwork = error instanceof ApiError && error.code === 'network';
    return {
      title: t('sign_out'),
      detail: isNetwork ? `${t('sign_out_safe')} ${t('network')}` : t('sign_out_safe'),
    };
  };
}

import { useTranslation } from 'react-i18next';
import { ApiError } from './api.ts';

/**
 * Returns a function that turns an error into a translated message; errors without a known code get the general
 * message.
 */
export function useErrorMessage(): (error: unknown) => string {
  const { t, i18n } = useTranslation('errors');
  return (error) => {
    const code = error instanceof ApiError ? error.code : 'general';
    return i18n.exists(`errors:${code}`) ? t(code as 'general') : t('general');
  };
}

/**
 * Returns a function that turns a failed sign-out into a title and a detail: what is safe, and the network as the
 * cause where it was.
 */
export function useSignOutErrorMessage(): (error: unknown) => { title: string; detail: string } {
  const { t } = useTranslation('errors');
  return (error) => {
    const isNetwork = error instanceof ApiError && error.code === 'network';
    return {
      title: t('sign_out'),
      detail: isNetwork ? `${t('sign_out_safe')} ${t('network')}` : t('sign_out_safe'),
    };
  };
}

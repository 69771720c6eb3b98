import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { User } from '#shared/contract/users.ts';
import { PROFILE_KEY } from '#web/features/account/queries.ts';
import { refetchIdentity } from '#web/features/identity/queries.ts';
import type { Language } from '#shared/rules/languages.ts';
import { clearDeviceData } from '#web/lib/device-data.ts';
import { startSync } from '#web/lib/sync/lazy-sync.ts';
import { ToastProvider } from '#web/ui/toast.tsx';
import { registerAllDeviceData } from './device-data.ts';
import { useProfileLanguage } from './language.ts';
import { LazyDownloadsSync } from './components/lazy-downloads-sync.tsx';
import { Router } from './router.tsx';

registerAllDeviceData();

/** The app below its providers: settles the language, starts the sync of writes and shows the router. */
export function App({ language }: { language: Language }) {
  const { t } = useTranslation('ui');
  const queryClient = useQueryClient();
  const { data: profile } = useQuery<User>({ queryKey: PROFILE_KEY, enabled: false });
  const isLanguageReady = useProfileLanguage(profile);
  const owner = profile?.id;
  useEffect(() => {
    if (owner === undefined) return undefined;
    void clearDeviceData(owner);
    return startSync(queryClient, owner, () => refetchIdentity(queryClient));
  }, [owner, queryClient]);
  return (
    <ToastProvider label={t('toast')} regionLabel={t('toasts')} closeLabel={t('actions.close')}>
      <Router language={language} isLanguageReady={isLanguageReady} />
      {owner !== undefined && <LazyDownloadsSync key={owner} owner={owner} />}
    </ToastProvider>
  );
}

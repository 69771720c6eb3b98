import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { User } from '#shared/contract/users.ts';
import { PROFILE_KEY } from '#web/features/account/queries.ts';
import { askWhoIsThere, forgetPeople } from '#web/features/identity/queries.ts';
import type { Language } from '#web/lib/i18n.ts';
import { drainWhenOnline } from '#web/lib/outbox.ts';
import { ToastProvider } from '#web/ui/toast.tsx';
import { useProfileLanguage } from './language.ts';
import { DownloadsCare } from './components/downloads-care.tsx';
import { Router } from './router.tsx';

/** The browser app below its providers. */
export function App({ language }: { language: Language }) {
  const { t } = useTranslation('ui');
  const queryClient = useQueryClient();
  const { data: profile } = useQuery<User>({ queryKey: PROFILE_KEY, enabled: false });
  const speaksTheirs = useProfileLanguage(profile);
  const owner = profile?.id;
  useEffect(() => {
    if (owner === undefined) return undefined;
    void forgetPeople(owner);
    return drainWhenOnline(owner, () => askWhoIsThere(queryClient));
  }, [owner, queryClient]);
  return (
    <ToastProvider label={t('toast')} regionLabel={t('toasts')} closeLabel={t('actions.close')}>
      <Router language={language} speaksTheirs={speaksTheirs} />
      {owner !== undefined && <DownloadsCare key={owner} owner={owner} />}
    </ToastProvider>
  );
}

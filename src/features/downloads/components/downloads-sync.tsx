import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useToast } from '#web/ui/toast.tsx';
import { syncDownloads } from '../engine/sync.ts';
import { onWithdrawn } from '../store.ts';
import { DOWNLOADS_KEY } from '../queries.ts';

/**
 * While it is mounted, keeps downloads in step with the library, and shows a toast when a downloaded session was
 * withdrawn. Renders nothing.
 */
export function DownloadsSync({ owner }: { owner: string }) {
  const { t } = useTranslation('downloads');
  const { toast } = useToast();
  const queryClient = useQueryClient();
  const onGone = useEffectEvent((title: string) => {
    toast({
      title: t('withdrawn.title'),
      detail: t('withdrawn.text', { title }),
      duration: 10_000,
    });
  });
  useEffect(() => onWithdrawn((title) => onGone(title)), []);
  useEffect(() => {
    const onChange = () => void queryClient.invalidateQueries({ queryKey: DOWNLOADS_KEY });
    return syncDownloads(queryClient, owner, onChange);
  }, [queryClient, owner]);
  return null;
}

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from '#web/lib/translation.ts';
import { useToast } from '#web/ui/toast.tsx';
import { startDownloadsSync } from '../engine/sync.ts';
import { onDownloadUnpublished } from '../store.ts';
import { DOWNLOADS_QUERY_KEY } from '../queries.ts';

/**
 * While it is mounted, keeps downloads in step with the library, and shows a toast when a downloaded session was
 * unpublished. Renders nothing.
 */
export function DownloadsSync({ owner }: { owner: string }) {
  const { t } = useTranslation('downloads');
  const { toast } = useToast();
  const queryClient = useQueryClient();
  const onGone = useEffectEvent((title: string) => {
    toast({
      title: t('unpublished.title'),
      detail: t('unpublished.text', { title }),
      duration: 10_000,
    });
  });
  useEffect(() => onDownloadUnpublished((title) => onGone(title)), []);
  useEffect(() => {
    const onChange = () => void queryClient.invalidateQueries({ queryKey: DOWNLOADS_QUERY_KEY });
    return startDownloadsSync(queryClient, owner, onChange);
  }, [queryClient, owner]);
  return null;
}

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useToast } from '#web/ui/toast.tsx';
import { follow } from '../keeping/follow.ts';
import { onWithdrawn } from '../keeping/withdrawn.ts';
import { KEPT_KEY } from '../queries.ts';

/** Keeps downloads up to date while the app is open, and says when one was withdrawn. Shows nothing itself. */
export function Keeper({ owner }: { owner: string }) {
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
    const onChange = () => void queryClient.invalidateQueries({ queryKey: KEPT_KEY });
    return follow(queryClient, owner, onChange);
  }, [queryClient, owner]);
  return null;
}

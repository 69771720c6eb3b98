import { useLocation } from 'wouter';
import type { StudioSession } from '#shared/contract/admin-contents.ts';
import { DeleteButton } from '#web/features/admin/components/delete-button.tsx';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { useToast } from '#web/ui/toast.tsx';
import { useDeleteSession } from '../queries.ts';

/** The button that deletes a session that was never published, after saying what goes with it. */
export function DeleteSessionButton({
  stored: { id, version, recordings },
  onConflict,
}: {
  stored: StudioSession;
  onConflict: (error: Error) => void;
}) {
  const { t } = useTranslation('studio-sessions');
  const [, navigate] = useLocation();
  const { toast } = useToast();
  const count = Object.values(recordings).filter((one) => one !== null).length;
  return (
    <DeleteButton
      texts={{
        open: t('delete.open'),
        title: t('delete.title'),
        text: `${t('delete.versions', { count: version })} ${t('delete.recordings', { count })}`,
        confirm: t('delete.confirm'),
      }}
      of={{ id, version }}
      remove={useDeleteSession()}
      onConflict={onConflict}
      onDeleted={() => {
        toast({ title: t('delete.done') });
        navigate(paths.studioSessions());
      }}
    />
  );
}

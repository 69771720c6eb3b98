import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { paths } from '#web/lib/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { useDeleteReply } from '../queries.ts';

/** Deletes a saved reply once it was said what that means. */
export function DeleteReply({
  id,
  version,
  onRefused,
}: {
  id: string;
  version: number;
  onRefused: (error: Error) => void;
}) {
  const { t } = useTranslation(['studio-support', 'ui']);
  const [isOpen, setOpen] = useState(false);
  const [, navigate] = useLocation();
  const { toast } = useToast();
  const describeError = useErrorMessage();
  const remove = useDeleteReply();
  const confirm = () =>
    remove.mutate(
      { id, version },
      {
        onSuccess: () => {
          toast({ title: t('studio-support:replies.deleted') });
          navigate(paths.studioSupport('replies'));
        },
        onError: onRefused,
      },
    );
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        {t('studio-support:replies.delete')}
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={t('studio-support:replies.deleteTitle')}
        closeLabel={t('ui:actions.close')}
        actions={
          <>
            <Button variant="secondary" onClick={() => setOpen(false)}>
              {t('ui:actions.cancel')}
            </Button>
            <Button busy={remove.isPending} onClick={confirm}>
              {t('studio-support:replies.deleteConfirm')}
            </Button>
          </>
        }
      >
        <p>{t('studio-support:replies.deleteText')}</p>
        {remove.error && <Notice tone="refusal">{describeError(remove.error)}</Notice>}
      </Dialog>
    </>
  );
}

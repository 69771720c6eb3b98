import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { BannerReply } from '#shared/contract/banners.ts';
import { ApiError } from '#web/lib/api.ts';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { paths } from '#web/lib/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { useDeleteBanner } from '../queries.ts';

/** Deletes a banner once it was said what that means: one that may come back is switched off instead. */
export function DeleteBanner({
  banner: { id, version },
  onConflict,
}: {
  banner: BannerReply;
  /** Somebody else has saved it meanwhile. */
  onConflict: () => void;
}) {
  const { t } = useTranslation(['studio-banners', 'ui']);
  const [isOpen, setOpen] = useState(false);
  const [, navigate] = useLocation();
  const { toast } = useToast();
  const describeError = useErrorMessage();
  const remove = useDeleteBanner();
  const confirm = () =>
    remove.mutate(
      { id, version },
      {
        onSuccess: () => {
          toast({ title: t('studio-banners:delete.done') });
          navigate(paths.studioBanners());
        },
        onError: (error) => {
          if (!(error instanceof ApiError && error.code === 'conflict')) return;
          setOpen(false);
          onConflict();
        },
      },
    );
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        {t('studio-banners:delete.open')}
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={t('studio-banners:delete.title')}
        closeLabel={t('ui:actions.close')}
        actions={
          <>
            <Button variant="secondary" onClick={() => setOpen(false)}>
              {t('ui:actions.cancel')}
            </Button>
            <Button busy={remove.isPending} onClick={confirm}>
              {t('studio-banners:delete.confirm')}
            </Button>
          </>
        }
      >
        <p>{t('studio-banners:delete.text')}</p>
        {remove.error && <Notice tone="refusal">{describeError(remove.error)}</Notice>}
      </Dialog>
    </>
  );
}

import { useEffect, useState } from 'react';
import { useSignOut } from '#web/features/identity/hooks/use-sign-out.ts';
import { useSignOutErrorMessage } from '#web/lib/error-message.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { countUnsentWritesOnDevice } from '#web/lib/vault/app-lock.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';

/**
 * Says what is lost with a forgotten PIN, and signs out: what this device keeps is deleted with the lock. Needs the
 * network, because a person who can't sign out must not come in.
 */
export function ForgottenPinDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['lock']);
  const [unsent, setUnsent] = useState<number>();
  useEffect(() => void countUnsentWritesOnDevice().then(setUnsent), []);
  const signOut = useSignOut();
  const describeError = useSignOutErrorMessage();
  const failure = signOut.error && describeError(signOut.error);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('lock:forgot.title')}
      actions={
        <>
          <Button onClick={onClose}>{t('lock:forgot.keep')}</Button>
          <Button variant="secondary" busy={signOut.isPending} onClick={() => signOut.mutate(true)}>
            {t('lock:forgot.delete')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <p>{t('lock:forgot.text')}</p>
        {unsent !== undefined && (
          <p className="font-medium">
            {unsent === 0
              ? t('lock:forgot.nothingUnsent')
              : t('lock:forgot.unsent', { count: unsent })}
          </p>
        )}
        {failure && (
          <Notice tone="refusal" title={failure.title}>
            {failure.detail}
          </Notice>
        )}
      </div>
    </Dialog>
  );
}

import { useCallback } from 'react';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { useSignOutErrorMessage } from '#web/lib/error-message.ts';
import { Notice } from '#web/ui/notice.tsx';
import { useSignOut } from '../hooks/use-sign-out.ts';

/**
 * A dialog that asks for confirmation when signing out would lose writes that are not on the server yet (those that
 * `signOut` resolved to). Needs the `profile` texts.
 */
export function SignOutConfirmationDialog({ signOut }: { signOut: ReturnType<typeof useSignOut> }) {
  const { t } = useTranslation(['profile']);
  // A second mutation: the first one's result opened this dialog, which stays open while this one runs or has failed.
  const forcedSignOut = useSignOut();
  const { data: unsent, reset: forget } = signOut;
  const { reset: forgetFailure } = forcedSignOut;
  const stay = useCallback(() => {
    forget();
    forgetFailure();
  }, [forget, forgetFailure]);
  return (
    <Dialog
      open={!!unsent}
      onClose={stay}
      title={t('profile:signOut.unsent.title')}
      actions={
        <>
          <Button onClick={stay}>{t('profile:signOut.unsent.stay')}</Button>
          <Button
            variant="secondary"
            busy={forcedSignOut.isPending}
            onClick={() => forcedSignOut.mutate(true)}
          >
            {t('profile:signOut.unsent.leave')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {!!unsent?.writes && <p>{t('profile:signOut.unsent.text', { count: unsent.writes })}</p>}
        {unsent?.answers && <p>{t('profile:signOut.unsent.answers')}</p>}
        {forcedSignOut.error && <SignOutFailureNotice error={forcedSignOut.error} />}
      </div>
    </Dialog>
  );
}

const scrollIntoView = (element: HTMLElement | null) =>
  element?.scrollIntoView({ block: 'nearest' });

/** Says that signing out failed, scrolled into view above sticky elements. */
export function SignOutFailureNotice({ error }: { error: unknown }) {
  const { title, detail } = useSignOutErrorMessage()(error);
  return (
    <div ref={scrollIntoView}>
      <Notice tone="refusal" title={title}>
        {detail}
      </Notice>
    </div>
  );
}

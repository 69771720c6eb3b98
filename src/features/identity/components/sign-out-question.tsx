import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { useSignOut } from '../queries.ts';
import { SignOutFailed } from './sign-out-failed.tsx';

/** Asks whether to sign out all the same, where something done would be lost by it. Its words are the profile's. */
export function SignOutQuestion({ signOut }: { signOut: ReturnType<typeof useSignOut> }) {
  const { t } = useTranslation(['profile', 'ui']);
  // Apart from the first try, whose outcome is the question: it stays open while this one is under way or failed.
  const anyway = useSignOut();
  const { data: unsent, reset: forget } = signOut;
  const { reset: forgetFailure } = anyway;
  const stay = useCallback(() => {
    forget();
    forgetFailure();
  }, [forget, forgetFailure]);
  return (
    <Dialog
      open={!!unsent}
      onClose={stay}
      title={t('profile:signOut.unsent.title')}
      closeLabel={t('ui:actions.close')}
      actions={
        <>
          <Button onClick={stay}>{t('profile:signOut.unsent.stay')}</Button>
          <Button variant="secondary" busy={anyway.isPending} onClick={() => anyway.mutate(true)}>
            {t('profile:signOut.unsent.leave')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {!!unsent?.things && <p>{t('profile:signOut.unsent.text', { count: unsent.things })}</p>}
        {unsent?.answers && <p>{t('profile:signOut.unsent.answers')}</p>}
        {anyway.error && <SignOutFailed error={anyway.error} />}
      </div>
    </Dialog>
  );
}

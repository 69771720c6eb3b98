import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { SignOutQuestion } from '#web/features/identity/components/sign-out-question.tsx';
import { useSignOut } from '#web/features/identity/queries.ts';
import { useErrorSentence } from '#web/lib/error-sentence.ts';
import { paths } from '#web/lib/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { FieldError } from '#web/ui/field.tsx';

/** What leaving an assessment half-way means, and the ways out. */
export function LeaveDialog({
  open,
  onClose,
  onWithdraw,
  pending,
  flush,
  canReadProfile,
}: {
  open: boolean;
  onClose: () => void;
  /** Asks whether to take the consent back. */
  onWithdraw: () => void;
  /** Answers that only this device has. */
  pending: boolean;
  /** Sends what waits. */
  flush: () => Promise<unknown>;
  /** Someone who takes the assessment again has a profile to go to; before that there is only signing out. */
  canReadProfile: boolean;
}) {
  const { t } = useTranslation(['assessment', 'ui', 'security']);
  const sentence = useErrorSentence();
  const signOut = useSignOut();
  const [leaving, setLeaving] = useState(false);

  // Signing out forgets this device's copy: what the server still does not have is asked about.
  const leave = async () => {
    setLeaving(true);
    await flush();
    signOut.mutate(false, {
      onSuccess: (unsent) => unsent && onClose(),
      onSettled: () => setLeaving(false),
    });
  };

  return (
    <>
      <Dialog
        open={open}
        onClose={onClose}
        title={t('assessment:leaving.title')}
        closeLabel={t('ui:actions.close')}
        actions={
          <>
            <Button onClick={onClose}>{t('assessment:leaving.stay')}</Button>
            {canReadProfile ? (
              <Link
                href={paths.profile()}
                className="text-link inline-flex min-h-12 items-center justify-center px-2"
              >
                {t('assessment:leaving.profile')}
              </Link>
            ) : (
              <Button variant="secondary" busy={leaving} onClick={() => void leave()}>
                {t('assessment:leaving.signOut')}
              </Button>
            )}
          </>
        }
      >
        <p>{t(pending ? 'assessment:leaving.waiting' : 'assessment:leaving.kept')}</p>
        {signOut.error && <FieldError>{sentence(signOut.error)}</FieldError>}
        <p className="mt-4 flex flex-wrap gap-x-6">
          <Link href={paths.sos()} className="text-link inline-flex min-h-11 items-center">
            {t('ui:nav.helpNow')}
          </Link>
          {!canReadProfile && (
            <button type="button" className="text-link min-h-11" onClick={onWithdraw}>
              {t('security:consent.open')}
            </button>
          )}
        </p>
      </Dialog>
      <SignOutQuestion signOut={signOut} />
    </>
  );
}

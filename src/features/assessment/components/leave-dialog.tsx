import { Link } from 'wouter';
import { SignOutConfirmationDialog } from '#web/features/identity/components/sign-out-question.tsx';
import { useSignOut } from '#web/features/identity/hooks/use-sign-out.ts';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { FieldError } from '#web/ui/field.tsx';

/** A dialog that explains what leaving an unfinished assessment means, and offers the ways to leave. */
export function LeaveAssessmentDialog({
  open,
  onClose,
  onWithdraw,
  onDiscard,
  pending,
  canReadProfile,
}: {
  open: boolean;
  onClose: () => void;
  /** Opens the question whether to withdraw the consent. */
  onWithdraw: () => void;
  /** Deletes the answers; given where there is an earlier result that stays. */
  onDiscard: (() => void) | undefined;
  /** Whether there are answers that only this device has. */
  pending: boolean;
  /** Whether there is a profile page to go to (when retaking); before that one can only sign out. */
  canReadProfile: boolean;
}) {
  const { t } = useTranslation(['assessment', 'ui', 'security']);
  const describeError = useErrorMessage();
  const signOut = useSignOut();
  // Signing out deletes this device's copy, so answers the server does not have yet are asked about first.
  const leave = () => signOut.mutate(false, { onSuccess: (unsent) => unsent && onClose() });

  return (
    <>
      <Dialog
        open={open}
        onClose={onClose}
        title={t('assessment:leaving.title')}
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
              <Button variant="secondary" busy={signOut.isPending} onClick={leave}>
                {t('assessment:leaving.signOut')}
              </Button>
            )}
          </>
        }
      >
        <p>{t(pending ? 'assessment:leaving.waiting' : 'assessment:leaving.kept')}</p>
        {onDiscard && (
          <div className="mt-4">
            <p className="text-ink-2">{t('assessment:leaving.discardText')}</p>
            <Button variant="secondary" className="mt-3" onClick={onDiscard}>
              {t('assessment:leaving.discard')}
            </Button>
          </div>
        )}
        {signOut.error && <FieldError>{describeError(signOut.error)}</FieldError>}
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
      <SignOutConfirmationDialog signOut={signOut} />
    </>
  );
}

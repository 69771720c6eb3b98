import { useCallback, useState } from 'react';
import { useProfile } from '#web/features/account/queries.ts';
import { useSignOut } from '#web/features/identity/hooks/use-sign-out.ts';
import { EraseAccountButton } from '#web/features/security/components/erase-button.tsx';
import { WithdrawHealthConsentDialog } from '#web/features/security/components/withdraw-consent-dialog.tsx';
import { useSignOutErrorMessage } from '#web/lib/error-message.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button, type ButtonVariant } from '#web/ui/button.tsx';
import { useToast } from '#web/ui/toast.tsx';

const QUIET = 'font-normal text-ink-2!';

/**
 * The footer during onboarding, which withdraws the consent (before it is given: erases the account) and signs out; the
 * links of every page follow below it. Hidden after onboarding, when other pages offer these.
 */
export function OnboardingFooter({ beforeConsent = false }: { beforeConsent?: boolean }) {
  const { t } = useTranslation('security');
  const { onboardingComplete } = useProfile();
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  if (onboardingComplete) return null;
  return (
    <div className="flex flex-wrap justify-between gap-x-6 border-t border-line pt-1 pb-[max(0.25rem,env(safe-area-inset-bottom))] text-sm">
      {beforeConsent ? (
        <EraseAccountButton className={QUIET} />
      ) : (
        <Button variant="quiet" className={QUIET} onClick={() => setOpen(true)}>
          {t('consent.open')}
        </Button>
      )}
      <SignOutButton className={QUIET} />
      <OnboardingWithdrawConsentDialog open={open} onClose={close} />
    </div>
  );
}

/** A dialog that asks for confirmation to withdraw the consent; onboarding then returns to the consent step. */
export function OnboardingWithdrawConsentDialog(props: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation('security');
  const { toast } = useToast();
  return (
    <WithdrawHealthConsentDialog
      {...props}
      atStart
      onWithdrawn={() => toast({ title: t('consent.gone') })}
    />
  );
}

/** A button that signs out of an unfinished onboarding. */
export function SignOutButton({
  variant = 'quiet',
  className = '',
}: {
  variant?: ButtonVariant;
  className?: string;
}) {
  const { t } = useTranslation('onboarding');
  const { toast } = useToast();
  const signOut = useSignOut();
  const failure = useSignOutErrorMessage();
  return (
    <Button
      variant={variant}
      className={className}
      busy={signOut.isPending}
      onClick={() =>
        signOut.mutate(true, {
          onError: (error) => toast({ tone: 'refusal', ...failure(error) }),
        })
      }
    >
      {t('signOut')}
    </Button>
  );
}

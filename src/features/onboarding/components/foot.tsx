import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProfile } from '#web/features/account/queries.ts';
import { EraseButton } from '#web/features/security/components/erase-button.tsx';
import { WithdrawDialog } from '#web/features/security/components/withdraw-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { SignOutButton } from './sign-out-button.tsx';

const QUIET = 'font-normal text-ink-2!';

/**
 * The quiet ways out, outside any form: from the consent on to take it back, before it to erase the account.
 * Whoever is past onboarding has them in the profile.
 */
export function Foot({ beforeConsent = false }: { beforeConsent?: boolean }) {
  const { t } = useTranslation('security');
  const { onboardingComplete } = useProfile();
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  if (onboardingComplete) return null;
  return (
    <div className="flex flex-wrap justify-between gap-x-6 border-t border-line pt-1 pb-[max(0.25rem,env(safe-area-inset-bottom))] text-sm">
      {beforeConsent ? (
        <EraseButton className={QUIET} />
      ) : (
        <Button variant="quiet" className={QUIET} onClick={() => setOpen(true)}>
          {t('consent.open')}
        </Button>
      )}
      <SignOutButton className={QUIET} />
      <Withdraw open={open} onClose={close} />
    </div>
  );
}

/** Asks whether to take the consent back; once it is, the page asks for it again by itself. */
export function Withdraw(props: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation('security');
  const { toast } = useToast();
  return (
    <WithdrawDialog {...props} atStart onWithdrawn={() => toast({ title: t('consent.gone') })} />
  );
}

import { SignOutFailureNotice } from '#web/features/identity/components/sign-out-question.tsx';
import { SignOutConfirmationDialog } from '#web/features/identity/components/sign-out-question.tsx';
import { useSignOut } from '#web/features/identity/hooks/use-sign-out.ts';
import { useIsOnline } from '#web/lib/device.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icons.tsx';

/** The sign-out button: sends unsent writes, asks for confirmation if some cannot be sent, shows a failure. */
export function SignOutSection() {
  const { t } = useTranslation('profile');
  const signOut = useSignOut();
  const isOnline = useIsOnline();
  return (
    <>
      <Button
        variant="secondary"
        className="px-[min(1.5rem,6vw)]!"
        icon={<Icon name="leave" className="size-5" />}
        busy={signOut.isPending}
        onClick={() => signOut.mutate(false)}
      >
        {t('signOut.button')}
      </Button>
      <p className="mt-2.5 text-sm text-ink-2">
        {t(isOnline ? 'signOut.hint' : 'signOut.offline')}
      </p>
      <SignOutConfirmationDialog signOut={signOut} />
      {signOut.error && (
        <div className="mt-4">
          <SignOutFailureNotice error={signOut.error} />
        </div>
      )}
    </>
  );
}

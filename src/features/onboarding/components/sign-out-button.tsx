import { useTranslation } from 'react-i18next';
import { useSignOut } from '#web/features/identity/queries.ts';
import { useSignOutFailure } from '#web/lib/error-sentence.ts';
import { Button, type ButtonVariant } from '#web/ui/button.tsx';
import { useToast } from '#web/ui/toast.tsx';

/** The way out, for whoever does not want to go on now. */
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
  const failure = useSignOutFailure();
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

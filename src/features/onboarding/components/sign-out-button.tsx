import { useTranslation } from 'react-i18next';
import { useSignOut } from '#web/features/identity/queries.ts';
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
  const { t } = useTranslation(['onboarding', 'errors']);
  const { toast } = useToast();
  const signOut = useSignOut();
  return (
    <Button
      variant={variant}
      className={className}
      busy={signOut.isPending}
      onClick={() =>
        signOut.mutate(true, {
          onError: () => toast({ tone: 'refusal', title: t('errors:sign_out') }),
        })
      }
    >
      {t('onboarding:signOut')}
    </Button>
  );
}

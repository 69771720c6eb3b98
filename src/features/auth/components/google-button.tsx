import { useTranslation } from 'react-i18next';
import { useGoogleSignIn } from '#web/features/identity/queries.ts';
import { useConfig } from '#web/lib/config.ts';
import { Button } from '#web/ui/button.tsx';
import { SignInError } from './outcome.tsx';

/** The Google sign-in button, where this installation offers it. */
export function GoogleButton({ next }: { next: string }) {
  const { t } = useTranslation('auth');
  const { data: config } = useConfig();
  const google = useGoogleSignIn();
  if (!config?.google) return null;
  const isLeaving = google.isPending || google.data === 'redirecting';
  return (
    <div className="mt-8 border-t border-line pt-6">
      <Button variant="secondary" wide busy={isLeaving} onClick={() => google.mutate(next)}>
        {t('google')}
      </Button>
      {google.error && (
        <div className="mt-4">
          <SignInError error={google.error} />
        </div>
      )}
    </div>
  );
}

import { paths } from '#web/lib/paths.ts';
import { useSignUpMode } from '#web/lib/sign-up-mode.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { ButtonLink } from '#web/ui/button.tsx';

/** A link to sign-up, or to the waitlist where accounts are by invitation; nothing while sign-up is closed. */
export function SignUpLink({
  children,
  ...button
}: {
  /** What the button says while sign-up is open. */
  children: string;
  variant?: 'secondary' | 'quiet';
  className: string;
  'aria-describedby'?: string;
}) {
  const { t } = useTranslation('landing');
  const mode = useSignUpMode();
  if (mode === 'closed') return null;
  const isOpen = mode === 'open';
  return (
    <ButtonLink href={isOpen ? paths.auth('sign-up') : paths.waitlist()} {...button}>
      {isOpen ? children : t('join.waitlist')}
    </ButtonLink>
  );
}

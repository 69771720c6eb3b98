import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { LegalButton } from '#web/features/legal/components/legal-button.tsx';
import { paths } from '#web/lib/paths.ts';
import { Trans } from '#web/lib/trans.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { useCredentialsForm } from '../hooks/use-credentials.ts';
import type { CredentialsMode } from '../model.ts';
import { EmailField } from './email-field.tsx';
import { FormResult, SignInFailureNotice } from './outcome.tsx';
import { PasswordField } from './password-field.tsx';
import { SecondFactorStep } from './second-step.tsx';

/** Builds the page's URL for the other mode (sign in, sign up), keeping `next`. */
function buildOtherModeUrl(mode: CredentialsMode, search: string): string {
  const query = new URLSearchParams(search);
  if (mode === 'sign-up') query.delete('mode');
  else query.set('mode', 'sign-up');
  return query.size > 0 ? `/auth?${query.toString()}` : '/auth';
}

/** The form for e-mail and password. Its content stays when the mode changes or the server refuses. */
export function CredentialsForm({ mode, search }: { mode: CredentialsMode; search: string }) {
  const { t } = useTranslation(['auth', 'errors']);
  const { form, step, signUp, sendSignIn, reset } = useCredentialsForm(mode);
  const words = mode === 'sign-up' ? 'signUp' : 'signIn';

  if (signUp.data === 'confirm_email')
    return (
      <FormResult>{t('auth:confirmSignUp.sent', { email: signUp.variables.email })}</FormResult>
    );
  const otherMode = { href: buildOtherModeUrl(mode, search), onChange: reset };
  return (
    <form {...form.props} className="grid gap-5">
      <EmailField {...form.bindValue('email')} />
      <PasswordField
        {...form.bindValue('password')}
        kind={mode === 'sign-up' ? 'new' : 'current'}
      />
      {mode === 'sign-in' && (
        <SecondFactorStep
          step={step}
          busy={form.isPending}
          onSigned={(passkey) => sendSignIn({ passkey })}
        />
      )}
      {form.error && (
        <SignInFailureNotice
          error={form.error}
          other={<OtherModeLink {...otherMode}>{t('auth:signUp.otherAction')}</OtherModeLink>}
        />
      )}
      {mode === 'sign-in' && <ForgottenLink />}
      <LegalNotice mode={mode} />
      <Button type="submit" wide busy={form.isPending}>
        {t(`auth:${words}.submit`)}
      </Button>
      <p className="text-ink-2">
        {t(`auth:${words}.other`)}{' '}
        <OtherModeLink {...otherMode} className="text-ink">
          {t(`auth:${words}.otherAction`)}
        </OtherModeLink>
      </p>
    </form>
  );
}

function OtherModeLink({
  href,
  onChange,
  className = '',
  children,
}: {
  href: string;
  onChange: () => void;
  className?: string;
  children: ReactNode;
}) {
  return (
    <Link
      href={href}
      replace
      onClick={onChange}
      className={`text-link inline-flex min-h-11 items-center ${className}`}
    >
      {children}
    </Link>
  );
}

function ForgottenLink() {
  const { t } = useTranslation('auth');
  return (
    <p className="-my-2">
      <Link
        href={paths.auth('forgot')}
        className="text-link inline-flex min-h-11 items-center text-sm"
      >
        {t('forgotten')}
      </Link>
    </p>
  );
}

/** Links to the terms and the privacy notice; both open in a dialog, so that the form keeps its content. */
function LegalNotice({ mode }: { mode: CredentialsMode }) {
  const { t } = useTranslation('auth');
  return (
    <div className="text-sm text-ink-2">
      <Trans
        t={t}
        i18nKey={mode === 'sign-up' ? 'notice' : 'noticeSignIn'}
        components={{
          terms: <LegalButton which="terms" />,
          privacy: <LegalButton which="privacy" />,
        }}
      />
    </div>
  );
}

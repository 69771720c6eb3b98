import { Link, Redirect } from 'wouter';
import { useMutation } from '@tanstack/react-query';
import { api, hasErrorCode, type InputOf } from '#web/lib/api.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { useForm } from '#web/lib/use-form.ts';
import { Button, getButtonClassName } from '#web/ui/button.tsx';
import { useCredentialValidation } from '../hooks/use-credential-validation.ts';
import type { EmailLinkSecret } from '../model.ts';
import { useConfirmSignUp } from '#web/features/identity/hooks/use-sign-in.ts';
import { FormResult, SignInFailureNotice } from './outcome.tsx';
import { PasswordField } from './password-field.tsx';

const TEXT_KEYS = {
  reset: 'reset',
  'confirm-sign-up': 'confirmSignUp',
  invited: 'invited',
} as const;

/** Where another link comes from once one has expired. */
const EXPIRED_LINK_PATHS = {
  reset: paths.auth('forgot'),
  'confirm-sign-up': paths.auth('sign-up'),
  invited: paths.waitlist(),
};

/**
 * Sets a password with the secret from an e-mail: a new one after a reset, or the first one of a new account, which is
 * signed in.
 */
export function EmailLinkPasswordForm({
  what,
  secret: { token, email },
}: {
  what: keyof typeof TEXT_KEYS;
  secret: EmailLinkSecret;
}) {
  const { t } = useTranslation(['auth', 'errors']);
  const reset = useResetPassword();
  const open = useConfirmSignUp();
  const send = what === 'reset' ? reset : open;
  const words = TEXT_KEYS[what];
  const form = useForm({
    initial: { password: '' },
    ...useCredentialValidation('sign-up'),
    request: send,
    onSubmit: ({ password }) => {
      if (what === 'reset') reset.mutate({ token, password });
      else open.mutate({ token, password, invitation: what === 'invited' });
    },
  });
  if (open.isSuccess) return <Redirect to={paths.home()} replace />;
  if (reset.isSuccess)
    return (
      <div className="grid gap-6">
        <FormResult>{t('auth:reset.done')}</FormResult>
        <Link href={paths.auth()} className={getButtonClassName('primary', true)}>
          {t('auth:signIn.submit')}
        </Link>
      </div>
    );
  if (hasErrorCode(send.error, 'link_expired') || token === '')
    return (
      <FormResult
        tone="refusal"
        actions={
          <Link
            href={EXPIRED_LINK_PATHS[what]}
            className="text-link inline-flex min-h-11 items-center"
          >
            {t(`auth:${words}.again`)}
          </Link>
        }
      >
        {t('errors:link_expired')}
      </FormResult>
    );
  return (
    <form {...form.props} className="grid gap-5">
      {/* Tells a password manager whose password this is (web.dev, sign-in form best practices). */}
      {email !== '' && (
        <input hidden readOnly type="text" name="username" autoComplete="username" value={email} />
      )}
      <PasswordField {...form.bindValue('password')} label={t(`auth:${words}.label`)} kind="new" />
      {form.error && <SignInFailureNotice error={form.error} />}
      <Button type="submit" wide busy={send.isPending}>
        {t(`auth:${words}.submit`)}
      </Button>
    </form>
  );
}

/** Sets a new password with the secret from an e-mail. */
function useResetPassword() {
  return useMutation({
    mutationFn: (body: InputOf<'POST /api/auth/reset'>['body']) =>
      api('POST /api/auth/reset', { body }),
  });
}

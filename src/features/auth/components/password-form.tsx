import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Redirect } from 'wouter';
import { useMutation } from '@tanstack/react-query';
import { ApiError, api, type InputOf } from '#web/lib/api.ts';
import { paths } from '#web/lib/paths.ts';
import { Button, getButtonClass } from '#web/ui/button.tsx';
import { showFaultsAndFocusFirst, useFocusOnRefusal } from '#web/ui/field.tsx';
import { toCredentialFaults, validatePassword, type EmailLinkSecret } from '../model.ts';
import { useConfirmSignUp } from '#web/features/identity/queries.ts';
import { FormOutcome, SignInError } from './outcome.tsx';
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
export function PasswordForm({
  what,
  secret: { token, email },
}: {
  what: keyof typeof TEXT_KEYS;
  secret: EmailLinkSecret;
}) {
  const { t } = useTranslation(['auth', 'errors']);
  const [password, setPassword] = useState('');
  const [checked, setChecked] = useState(false);
  const reset = useResetPassword();
  const open = useConfirmSignUp();
  const send = what === 'reset' ? reset : open;
  const words = TEXT_KEYS[what];
  const form = useRef<HTMLFormElement>(null);
  const missing = validatePassword(password, 'sign-up').password;
  const refused = toCredentialFaults(send.error).password;
  const fault = (checked && missing) || refused;
  useFocusOnRefusal(form, refused && send.error);
  const code = send.error instanceof ApiError ? send.error.code : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    showFaultsAndFocusFirst(form.current, () => setChecked(true));
    if (missing) return;
    if (what === 'reset') reset.mutate({ token, password });
    else open.mutate({ token, password, invitation: what === 'invited' });
  };
  if (open.isSuccess) return <Redirect to={paths.home()} replace />;
  if (reset.isSuccess)
    return (
      <div className="grid gap-6">
        <FormOutcome>{t('auth:reset.done')}</FormOutcome>
        <Link href={paths.auth()} className={getButtonClass('primary', true)}>
          {t('auth:signIn.submit')}
        </Link>
      </div>
    );
  if (code === 'link_expired' || token === '')
    return (
      <FormOutcome
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
      </FormOutcome>
    );
  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-5">
      {/* Tells a password manager whose password this is (web.dev, sign-in form best practices). */}
      {email !== '' && (
        <input hidden readOnly type="text" name="username" autoComplete="username" value={email} />
      )}
      <PasswordField
        label={t(`auth:${words}.label`)}
        kind="new"
        value={password}
        onChange={setPassword}
        error={fault && t(fault)}
      />
      {send.error && !refused && <SignInError error={send.error} />}
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

import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { useMutation } from '@tanstack/react-query';
import { ApiError, api, type InputOf } from '#web/lib/api.ts';
import { paths } from '#web/lib/paths.ts';
import { Button, getButtonClass } from '#web/ui/button.tsx';
import { validatePassword, type EmailLinkSecret } from '../model.ts';
import { FormOutcome, SignInError } from './outcome.tsx';
import { PasswordField } from './password-field.tsx';

/** Sets a password with the secret from an e-mail: a new one after a reset, or the first one of a new account. */
export function PasswordForm({
  what,
  secret: { token, email },
}: {
  what: 'reset' | 'confirm-sign-up';
  secret: EmailLinkSecret;
}) {
  const { t } = useTranslation(['auth', 'errors']);
  const [password, setPassword] = useState('');
  const [checked, setChecked] = useState(false);
  const send = useSetPasswordByEmailLink(what);
  const words = what === 'reset' ? 'reset' : 'confirmSignUp';
  const fault = checked ? validatePassword(password, 'sign-up').password : undefined;
  const code = send.error instanceof ApiError ? send.error.code : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (!validatePassword(password, 'sign-up').password) send.mutate({ token, password });
  };
  if (send.isSuccess)
    return (
      <div className="grid gap-6">
        <FormOutcome>{t(`auth:${words}.done`)}</FormOutcome>
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
            href={paths.auth(what === 'reset' ? 'forgot' : 'sign-up')}
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
    <form noValidate onSubmit={submit} className="grid gap-5">
      {/* Tells a password manager whose password this is (web.dev, sign-in form best practices). */}
      {email !== '' && (
        <input hidden readOnly type="text" name="username" autoComplete="username" value={email} />
      )}
      <PasswordField
        label={t(`auth:${words}.label`)}
        kind="new"
        value={password}
        onChange={setPassword}
        error={
          (fault && t(`auth:fields.${fault}`)) ||
          (code === 'password_too_common' && t('errors:password_too_common'))
        }
      />
      {send.error && code !== 'password_too_common' && <SignInError error={send.error} />}
      <Button type="submit" wide busy={send.isPending}>
        {t(`auth:${words}.submit`)}
      </Button>
    </form>
  );
}

/** Sets an account's password with the secret from an e-mail: after a reset, or for a new account. */
function useSetPasswordByEmailLink(what: 'reset' | 'confirm-sign-up') {
  return useMutation({
    mutationFn: (body: InputOf<'POST /api/auth/reset'>['body']) =>
      what === 'reset'
        ? api('POST /api/auth/reset', { body })
        : api('POST /api/auth/sign-up/confirm', { body }),
  });
}

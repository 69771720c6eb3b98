import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { ApiError } from '#web/lib/api.ts';
import { paths } from '#web/lib/paths.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { passwordFault, type Secret } from '../model.ts';
import { useLetterPassword } from '../queries.ts';
import { Outcome } from './outcome.tsx';
import { PasswordField } from './password-field.tsx';
import { Refusal } from './refusal.tsx';

/** A password, by the secret of a letter: a new one for the account, or the one that opens it. */
export function PasswordForm({
  what,
  secret: { token, email },
}: {
  what: 'reset' | 'confirm-sign-up';
  secret: Secret;
}) {
  const { t } = useTranslation(['auth', 'errors']);
  const [password, setPassword] = useState('');
  const [checked, setChecked] = useState(false);
  const send = useLetterPassword(what);
  const words = what === 'reset' ? 'reset' : 'confirmSignUp';
  const fault = checked ? passwordFault(password, 'sign-up').password : undefined;
  const code = send.error instanceof ApiError ? send.error.code : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (!passwordFault(password, 'sign-up').password) send.mutate({ token, password });
  };
  if (send.isSuccess)
    return (
      <div className="grid gap-6">
        <Outcome>{t(`auth:${words}.done`)}</Outcome>
        <Link href={paths.auth()} className={buttonClass('primary', true)}>
          {t('auth:signIn.submit')}
        </Link>
      </div>
    );
  if (code === 'link_expired' || token === '')
    return (
      <Outcome
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
      </Outcome>
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
      {send.error && code !== 'password_too_common' && <Refusal error={send.error} />}
      <Button type="submit" wide busy={send.isPending}>
        {t(`auth:${words}.submit`)}
      </Button>
    </form>
  );
}

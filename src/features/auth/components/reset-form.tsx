import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { ApiError } from '#web/lib/api.ts';
import { paths } from '#web/lib/paths.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { passwordFault } from '../model.ts';
import { useResetPassword } from '../queries.ts';
import { PasswordField } from './password-field.tsx';
import { Refusal } from './refusal.tsx';

/** A new password, by the secret of a letter. */
export function ResetForm({ token }: { token: string }) {
  const { t } = useTranslation(['auth', 'errors']);
  const [password, setPassword] = useState('');
  const [checked, setChecked] = useState(false);
  const reset = useResetPassword();
  const fault = checked ? passwordFault(password, 'sign-up').password : undefined;
  const code = reset.error instanceof ApiError ? reset.error.code : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (!passwordFault(password, 'sign-up').password) reset.mutate({ token, password });
  };
  if (reset.isSuccess)
    return (
      <>
        <output className="mb-6 block">
          <Notice>{t('auth:reset.done')}</Notice>
        </output>
        <Link href={paths.auth()} className={buttonClass('primary', true)}>
          {t('auth:signIn.submit')}
        </Link>
      </>
    );
  if (code === 'link_expired' || token === '')
    return (
      <Notice
        tone="refusal"
        actions={
          <Link href={paths.auth('forgot')} className="text-link inline-flex min-h-11 items-center">
            {t('auth:reset.again')}
          </Link>
        }
      >
        {t('errors:link_expired')}
      </Notice>
    );
  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <PasswordField
        label={t('auth:reset.label')}
        kind="new"
        value={password}
        onChange={setPassword}
        error={
          (fault && t(`auth:fields.${fault}`)) ||
          (code === 'password_too_common' && t('errors:password_too_common'))
        }
      />
      {reset.error && code !== 'password_too_common' && <Refusal error={reset.error} />}
      <Button type="submit" wide busy={reset.isPending}>
        {t('auth:reset.submit')}
      </Button>
    </form>
  );
}

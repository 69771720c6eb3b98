import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { isLanguage } from '#shared/rules/languages.ts';
import { useSendPasswordReset } from '#web/features/identity/queries.ts';
import { paths } from '#web/lib/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { validateEmail } from '../model.ts';
import { FormOutcome, SignInError } from './outcome.tsx';

/**
 * Requests an e-mail with a link to reset the password. The answer does not reveal whether the address has an
 * account.
 */
export function ForgotPasswordForm() {
  const { t, i18n } = useTranslation('auth');
  const [email, setEmail] = useState('');
  const [checked, setChecked] = useState(false);
  const send = useSendPasswordReset();
  const fault = validateEmail(email.trim()).email;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (fault) return;
    const language = isLanguage(i18n.language) ? i18n.language : 'en';
    send.mutate({ email: email.trim(), language });
  };
  const back = (
    <Link href={paths.auth()} className="text-link inline-flex min-h-11 items-center">
      {t('forgot.back')}
    </Link>
  );
  if (send.isSuccess)
    return (
      <>
        <FormOutcome>{t('forgot.sent', { email: send.variables.email })}</FormOutcome>
        <p className="mt-4">{back}</p>
      </>
    );
  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <TextField
        label={t('email')}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        error={checked && fault && t(`fields.${fault}`)}
      />
      {send.error && <SignInError error={send.error} />}
      <Button type="submit" wide busy={send.isPending}>
        {t('forgot.submit')}
      </Button>
      <p>{back}</p>
    </form>
  );
}

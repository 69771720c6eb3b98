import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { isLanguage } from '#shared/rules/languages.ts';
import { useSendPasswordReset } from '#web/features/identity/queries.ts';
import { paths } from '#web/lib/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { showFaultsAndFocusFirst, useFocusOnRefusal } from '#web/ui/field.tsx';
import { toCredentialFaults, validateEmail } from '../model.ts';
import { EmailField } from './email-field.tsx';
import { FormOutcome, SignInError } from './outcome.tsx';

/**
 * Requests an e-mail with a link to reset the password. The answer does not reveal whether the address has an
 * account.
 */
export function ForgotPasswordForm() {
  const { t, i18n } = useTranslation(['auth', 'errors']);
  const [email, setEmail] = useState('');
  const [checked, setChecked] = useState(false);
  const send = useSendPasswordReset();
  const form = useRef<HTMLFormElement>(null);
  const missing = validateEmail(email.trim()).email;
  const refused = toCredentialFaults(send.error).email;
  const fault = (checked && missing) || refused;
  useFocusOnRefusal(form, refused && send.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    showFaultsAndFocusFirst(form.current, () => setChecked(true));
    if (missing) return;
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
    <form ref={form} noValidate onSubmit={submit} className="grid gap-5">
      <EmailField value={email} onChange={setEmail} error={fault && t(fault)} />
      {send.error && !refused && <SignInError error={send.error} />}
      <Button type="submit" wide busy={send.isPending}>
        {t('forgot.submit')}
      </Button>
      <p>{back}</p>
    </form>
  );
}

import { Link } from 'wouter';
import { isLanguage } from '#shared/rules/languages.ts';
import { useSendPasswordResetEmail } from '#web/features/identity/hooks/use-sign-in.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { useForm } from '#web/lib/use-form.ts';
import { Button } from '#web/ui/button.tsx';
import { useCredentialValidation } from '../hooks/use-credential-validation.ts';
import { EmailField } from './email-field.tsx';
import { FormResult, SignInFailureNotice } from './outcome.tsx';

/**
 * Requests an e-mail with a link to reset the password. The answer does not reveal whether the address has an
 * account.
 */
export function ForgotPasswordForm() {
  const { t, i18n } = useTranslation('auth');
  const send = useSendPasswordResetEmail();
  const form = useForm({
    initial: { email: '' },
    ...useCredentialValidation('sign-in'),
    request: send,
    onSubmit: ({ email }) => {
      const language = isLanguage(i18n.language) ? i18n.language : 'en';
      send.mutate({ email: email.trim(), language });
    },
  });
  const back = (
    <Link href={paths.auth()} className="text-link inline-flex min-h-11 items-center">
      {t('forgot.back')}
    </Link>
  );
  if (send.isSuccess)
    return (
      <>
        <FormResult>{t('forgot.sent', { email: send.variables.email })}</FormResult>
        <p className="mt-4">{back}</p>
      </>
    );
  return (
    <form {...form.props} className="grid gap-5">
      <EmailField {...form.bindValue('email')} />
      {form.error && <SignInFailureNotice error={form.error} />}
      <Button type="submit" wide busy={send.isPending}>
        {t('forgot.submit')}
      </Button>
      <p>{back}</p>
    </form>
  );
}

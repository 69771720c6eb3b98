import { useMutation } from '@tanstack/react-query';
import { isLanguage } from '#shared/rules/languages.ts';
import { useSendPasswordResetEmail } from '#web/features/identity/hooks/use-sign-in.ts';
import { api } from '#web/lib/api.ts';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { EmailLinkPasswordForm } from './password-form.tsx';

/**
 * Locks an account by the secret of an e-mail about its security, and goes on with a new password. By a button, because
 * mail scanners open links by themselves. Where Firebase signs people in, Firebase sends the link to it.
 */
export function LockAccountForm({ token }: { token: string }) {
  const { t, i18n } = useTranslation('auth');
  const describeError = useErrorMessage();
  const send = useSendPasswordResetEmail();
  const lock = useMutation({
    mutationFn: () => api('POST /api/auth/lock', { body: { token } }),
    onSuccess: ({ token: secret, email }) => {
      const language = isLanguage(i18n.language) ? i18n.language : 'en';
      if (secret === null) send.mutate({ email, language });
    },
  });
  const { token: secret = null, email = '' } = lock.data ?? {};
  if (secret !== null)
    return (
      <div className="grid gap-6">
        <output>
          <Notice>{t('lock.done')}</Notice>
        </output>
        <EmailLinkPasswordForm what="reset" secret={{ token: secret, email }} />
      </div>
    );
  const error = lock.error ?? send.error;
  return (
    <div className="grid gap-5">
      {send.isSuccess && (
        <output>
          <Notice>{t('lock.sent', { email })}</Notice>
        </output>
      )}
      {error && <Notice tone="refusal">{describeError(error)}</Notice>}
      <Button wide busy={lock.isPending || send.isPending} onClick={() => lock.mutate()}>
        {t('lock.submit')}
      </Button>
    </div>
  );
}

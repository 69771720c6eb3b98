import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#web/lib/api.ts';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PasswordForm } from './password-form.tsx';

/**
 * Locks an account by the secret of an e-mail about its security, and goes on with a new password. By a button, because
 * mail scanners open links by themselves.
 */
export function LockAccount({ token }: { token: string }) {
  const { t } = useTranslation('auth');
  const describeError = useErrorMessage();
  const lock = useMutation({
    mutationFn: () => api('POST /api/auth/lock', { body: { token } }),
  });
  if (lock.data)
    return (
      <div className="grid gap-6">
        <output>
          <Notice>{t('lock.done')}</Notice>
        </output>
        <PasswordForm what="reset" secret={lock.data} />
      </div>
    );
  return (
    <div className="grid gap-5">
      {lock.error && <Notice tone="refusal">{describeError(lock.error)}</Notice>}
      <Button wide busy={lock.isPending} onClick={() => lock.mutate()}>
        {t('lock.submit')}
      </Button>
    </div>
  );
}

import { useQueryClient, useMutation } from '@tanstack/react-query';
import { Link } from 'wouter';
import { PROFILE_QUERY_KEY } from '#web/features/account/queries.ts';
import { IDENTITY_QUERY_KEY } from '#web/features/identity/queries.ts';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button, getButtonClassName } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { api } from '#web/lib/api.ts';
import { FormResult } from './outcome.tsx';

/** Confirms a new e-mail address by a button, because mail scanners open links by themselves. */
export function ConfirmEmailForm({ token }: { token: string }) {
  const { t } = useTranslation('auth');
  const describeError = useErrorMessage();
  const queryClient = useQueryClient();
  const confirm = useConfirmEmail();
  const press = () =>
    confirm.mutate(token, {
      onSuccess: () => {
        // The signed-in person's address may have changed.
        void queryClient.invalidateQueries({ queryKey: IDENTITY_QUERY_KEY });
        void queryClient.invalidateQueries({ queryKey: PROFILE_QUERY_KEY });
      },
    });
  if (confirm.isSuccess)
    return (
      <div className="grid gap-6">
        <FormResult>{t('confirmEmail.done')}</FormResult>
        <Link href={paths.auth()} className={getButtonClassName('primary', true)}>
          {t('goOn')}
        </Link>
      </div>
    );
  return (
    <div className="grid gap-5">
      {confirm.error && <Notice tone="refusal">{describeError(confirm.error)}</Notice>}
      <Button wide busy={confirm.isPending} onClick={press}>
        {t('confirmEmail.submit')}
      </Button>
    </div>
  );
}

/** Confirms a new e-mail address with the secret from an e-mail. */
function useConfirmEmail() {
  return useMutation({
    mutationFn: (token: string) => api('POST /api/auth/email/confirm', { body: { token } }),
  });
}

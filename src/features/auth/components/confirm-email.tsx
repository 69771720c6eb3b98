import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { PROFILE_KEY } from '#web/features/account/queries.ts';
import { IDENTITY_KEY } from '#web/features/identity/queries.ts';
import { useErrorSentence } from '#web/lib/error-sentence.ts';
import { paths } from '#web/lib/paths.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useConfirmEmail } from '../queries.ts';
import { Outcome } from './outcome.tsx';

/** One press to confirm a new address: a link that confirmed by itself would serve mail scanners too. */
export function ConfirmEmail({ token }: { token: string }) {
  const { t } = useTranslation('auth');
  const sentence = useErrorSentence();
  const queryClient = useQueryClient();
  const confirm = useConfirmEmail();
  const press = () =>
    confirm.mutate(token, {
      onSuccess: () => {
        // Whoever is signed in here may have another address now.
        void queryClient.invalidateQueries({ queryKey: IDENTITY_KEY });
        void queryClient.invalidateQueries({ queryKey: PROFILE_KEY });
      },
    });
  if (confirm.isSuccess)
    return (
      <div className="grid gap-6">
        <Outcome>{t('confirmEmail.done')}</Outcome>
        <Link href={paths.auth()} className={buttonClass('primary', true)}>
          {t('goOn')}
        </Link>
      </div>
    );
  return (
    <div className="grid gap-5">
      {confirm.error && <Notice tone="refusal">{sentence(confirm.error)}</Notice>}
      <Button wide busy={confirm.isPending} onClick={press}>
        {t('confirmEmail.submit')}
      </Button>
    </div>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { PROFILE_KEY } from '#web/features/account/queries.ts';
import { IDENTITY_KEY } from '#web/features/identity/queries.ts';
import { useErrorSentence } from '#web/lib/error-sentence.ts';
import { paths } from '#web/lib/paths.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useConfirm } from '../queries.ts';

/** One press to confirm what a letter asked: a link that confirmed by itself would serve mail scanners too. */
export function ConfirmLink({
  what,
  token,
}: {
  what: 'confirm-sign-up' | 'confirm-email';
  token: string;
}) {
  const { t } = useTranslation('auth');
  const sentence = useErrorSentence();
  const queryClient = useQueryClient();
  const confirm = useConfirm(what);
  const words = what === 'confirm-sign-up' ? 'confirmSignUp' : 'confirmEmail';
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
      <>
        <output className="mb-6 block">
          <Notice>{t(`${words}.done`)}</Notice>
        </output>
        <Link href={paths.auth()} className={buttonClass('primary', true)}>
          {t('goOn')}
        </Link>
      </>
    );
  return (
    <div className="grid gap-5">
      {confirm.error && <Notice tone="refusal">{sentence(confirm.error)}</Notice>}
      <Button wide busy={confirm.isPending} onClick={press}>
        {t(`${words}.submit`)}
      </Button>
    </div>
  );
}

import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { ApiError } from '#web/lib/api.ts';
import { useErrorSentence } from '#web/lib/error-sentence.ts';
import { Notice } from '#web/ui/notice.tsx';

/** Why the server did not let the person in. It never says whether an address is known here. */
export function Refusal({
  error,
  otherHref,
  onOther,
}: {
  error: Error;
  otherHref: string;
  onOther: () => void;
}) {
  const { t } = useTranslation('auth');
  const sentence = useErrorSentence();
  const unusable = error instanceof ApiError && error.code === 'email_unusable';
  return (
    <Notice
      tone="refusal"
      title={t('refused')}
      actions={
        unusable && (
          <Link
            href={otherHref}
            onClick={onOther}
            className="text-link inline-flex min-h-11 items-center"
          >
            {t('signUp.otherAction')}
          </Link>
        )
      }
    >
      {sentence(error)} {t('safe')}
    </Notice>
  );
}

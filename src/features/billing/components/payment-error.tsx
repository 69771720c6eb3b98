import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { useErrorSentence } from '#web/lib/error-sentence.ts';
import { paths } from '#web/lib/paths.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';

/** A payment that did not come about: what happened, what is safe, and the two ways on. */
export function PaymentError({
  title,
  error,
  safe,
  busy,
  onTryAgain,
}: {
  title?: string;
  /** A failure of the call; none when the card itself was declined. */
  error?: Error | null;
  safe: string;
  busy: boolean;
  onTryAgain: () => void;
}) {
  const { t } = useTranslation(['billing', 'errors']);
  const sentence = useErrorSentence();
  return (
    <Notice
      tone="refusal"
      title={title ?? t('errors:payment')}
      actions={
        <>
          <Button variant="secondary" busy={busy} onClick={onTryAgain}>
            {t('billing:error.tryAgain')}
          </Button>
          <Link href={paths.help()} asChild>
            <ButtonLink variant="quiet" className="px-2">
              {t('billing:error.support')}
            </ButtonLink>
          </Link>
        </>
      }
    >
      {error && `${sentence(error)} `}
      {safe}
    </Notice>
  );
}

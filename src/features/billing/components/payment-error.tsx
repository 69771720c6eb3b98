import { Link } from 'wouter';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';

/** A failed payment: what happened, what is safe, and two ways to continue. */
export function PaymentFailureView({
  about = 'payment',
  error,
  safe,
  busy,
  onTryAgain,
}: {
  /** What failed: the title, and the case that support is told. */
  about?: 'payment' | 'subscription_start';
  /** The error of the request; absent when the card was declined. */
  error?: Error | null;
  safe: string;
  busy: boolean;
  onTryAgain: () => void;
}) {
  const { t } = useTranslation(['billing', 'errors']);
  const describeError = useErrorMessage();
  return (
    <Notice
      tone="refusal"
      title={t(`errors:${about}`)}
      actions={
        <>
          <Button variant="secondary" busy={busy} onClick={onTryAgain}>
            {t('billing:error.tryAgain')}
          </Button>
          <Link href={paths.contact(paths.subscription(), about)} asChild>
            <ButtonLink variant="quiet" className="px-2">
              {t('billing:error.support')}
            </ButtonLink>
          </Link>
        </>
      }
    >
      {error && `${describeError(error)} `}
      {safe}
    </Notice>
  );
}

import { useErrorMessage } from '#web/lib/error-message.ts';
import { formatAmounts, formatDateTime } from '#web/lib/format.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { LoadError, Notice } from '#web/ui/notice.tsx';
import { Section } from '#web/ui/page.tsx';
import { useHeldWithdrawals, useRefundHeldWithdrawal } from '../queries.ts';

/** Withdrawals whose refund waits for the operator, with the button that makes it. */
export function WithdrawalsAwaitingRefund() {
  const { t, i18n } = useTranslation(['studio-pricing', 'billing']);
  const describeError = useErrorMessage();
  const { data, error, refetch } = useHeldWithdrawals();
  const release = useRefundHeldWithdrawal();
  const formatTime = (at: string) => formatDateTime(new Date(at), i18n.language);
  return (
    <Section title={t('studio-pricing:held.title')}>
      <p className="mb-4 max-w-prose text-ink-2">{t('studio-pricing:held.text')}</p>
      {error && <LoadError retry={() => void refetch()}>{describeError(error)}</LoadError>}
      {release.error && <Notice tone="refusal">{describeError(release.error)}</Notice>}
      {data?.withdrawals.length === 0 && <p>{t('studio-pricing:held.none')}</p>}
      <ul className="divide-y divide-line border-y border-line empty:hidden">
        {data?.withdrawals.map(({ id, email, plan, amounts, ...at }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-4 py-3">
            <div className="min-w-0">
              <p className="font-medium wrap-anywhere">{email}</p>
              <p className="text-sm text-ink-2">
                {t('studio-pricing:held.line', {
                  plan: t(`billing:plans.${plan}`),
                  date: formatTime(at.withdrawnAt),
                })}
              </p>
              <p className="text-sm text-ink-2">
                {t('studio-pricing:held.by', { date: formatTime(at.refundBy) })}
              </p>
            </div>
            <Button
              variant="secondary"
              busy={release.isPending && release.variables === id}
              onClick={() => release.mutate(id)}
            >
              {t('studio-pricing:held.refund', {
                amount: formatAmounts(amounts, i18n.language),
              })}
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  );
}

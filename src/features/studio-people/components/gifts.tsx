import { useState } from 'react';
import type { GiftOfPerson } from '#shared/contract/gifts.ts';
import { formatDateInSentence, formatMoney } from '#web/lib/format.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Section } from '#web/ui/page.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { useGiftsOfPerson, useRefundAndEndGift } from '../queries.ts';
import { ReasonDialog } from './reason-dialog.tsx';

const DAY = { dateStyle: 'long' } as const;

/** The passes that a person has bought for others, each with a button that refunds it; nothing without any. */
export function PersonGiftsSection({ personId }: { personId: string }) {
  const { t, i18n } = useTranslation(['studio-people', 'billing']);
  const { toast } = useToast();
  const { data } = useGiftsOfPerson(personId);
  const refund = useRefundAndEndGift(personId);
  const [refunded, setRefunded] = useState<GiftOfPerson | null>(null);
  const gifts = data?.gifts ?? [];
  if (gifts.length === 0) return null;
  const formatDay = (at: string) => formatDateInSentence(new Date(at), i18n.language, DAY);
  const formatAmount = ({ amountMinor, currency }: GiftOfPerson) =>
    formatMoney(amountMinor, currency, i18n.language);
  const describe = ({ redeemedAt, returnedAt }: GiftOfPerson) => {
    if (returnedAt) return t('studio-people:gifts.returned');
    return redeemedAt
      ? t('studio-people:gifts.redeemed', { day: formatDay(redeemedAt) })
      : t('studio-people:gifts.open');
  };
  return (
    <Section title={t('studio-people:gifts.title')}>
      <ul className="divide-y divide-line">
        {gifts.map((gift) => (
          <li
            key={gift.id}
            className="grid gap-x-8 py-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center"
          >
            <div className="min-w-0 wrap-anywhere">
              <p className={gift.returnedAt ? 'text-ink-2' : 'font-medium'}>
                {t(`billing:plans.${gift.plan}`)} · {describe(gift)}
              </p>
              <p className="text-sm text-ink-2">
                {[formatDay(gift.boughtAt), formatAmount(gift), gift.paymentRef].join(' · ')}
              </p>
            </div>
            {!gift.returnedAt && (
              <Button
                variant="quiet"
                className="justify-self-start"
                onClick={() => setRefunded(gift)}
              >
                {t('studio-people:gifts.refund')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {refunded && (
        <ReasonDialog
          title={t('studio-people:gifts.refundTitle')}
          text={t('studio-people:gifts.refundText', { amount: formatAmount(refunded) })}
          confirm={t('studio-people:gifts.refund')}
          isBusy={refund.isPending}
          error={refund.error}
          onClose={() => setRefunded(null)}
          onConfirm={(reason) =>
            refund.mutate(
              { gift: refunded.id, reason },
              {
                onSuccess: () => {
                  toast({ title: t('studio-people:gifts.done') });
                  setRefunded(null);
                },
              },
            )
          }
        />
      )}
    </Section>
  );
}

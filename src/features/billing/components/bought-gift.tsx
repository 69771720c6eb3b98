import { useState } from 'react';
import type { OwnGift } from '#shared/contract/gifts.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { usePassFormatters } from '../hooks/use-pass-formats.ts';
import { useBoughtGifts, useWithdrawGift } from '../queries.ts';
import { ConfirmPanel } from './action-row.tsx';

/** A gift that the person has bought: its code while it can be redeemed, and the way to give it back. */
export function BoughtGift({ gift }: { gift: OwnGift }) {
  const { t } = useTranslation(['gifts', 'billing']);
  const { formatDay, formatAmount } = usePassFormatters(gift);
  const [isAsked, setAsked] = useState(false);
  const withdraw = useWithdrawGift();
  const { id, plan, boughtAt, code, redeemedAt, returnedAt, withdrawUntil } = gift;
  const terms = { day: formatDay(withdrawUntil), amount: formatAmount(gift.amountMinor) };
  const standing = returnedAt
    ? t('gifts:own.returned')
    : redeemedAt
      ? t('gifts:own.redeemed', { day: formatDay(redeemedAt) })
      : t('gifts:own.open');
  return (
    <li className="grid gap-2 py-4">
      <p>{t('gifts:own.bought', { plan: t(`billing:plans.${plan}`), day: formatDay(boughtAt) })}</p>
      {code && <p className="font-serif text-xl tracking-wide wrap-anywhere">{code}</p>}
      <p className="text-sm text-ink-2">{standing}</p>
      {withdraw.isSuccess && <Notice>{t('gifts:own.withdrawn', terms)}</Notice>}
      {withdrawUntil &&
        (isAsked ? (
          <ConfirmPanel
            text={t('gifts:own.withdrawText', terms)}
            submit={t('gifts:own.withdrawConfirm')}
            change={withdraw}
            onConfirm={() => withdraw.mutate(id)}
            onCancel={() => setAsked(false)}
          />
        ) : (
          <>
            <p className="text-sm text-ink-2">{t('gifts:own.withdrawText', terms)}</p>
            <Button
              variant="secondary"
              className="justify-self-start"
              onClick={() => setAsked(true)}
            >
              {t('gifts:own.withdraw')}
            </Button>
          </>
        ))}
    </li>
  );
}

/** The gifts that the person can still give back, or has; nothing without one. */
export function WithdrawableGifts() {
  const { t } = useTranslation('gifts');
  const { data } = useBoughtGifts();
  const gifts = (data?.gifts ?? []).filter(
    ({ withdrawUntil, returnedAt }) => withdrawUntil !== null || returnedAt !== null,
  );
  if (gifts.length === 0) return null;
  return (
    <section className="my-8">
      <h2 className="mb-2 text-lg">{t('own.title')}</h2>
      <ul className="divide-y divide-line border-y border-line">
        {gifts.map((gift) => (
          <BoughtGift key={gift.id} gift={gift} />
        ))}
      </ul>
    </section>
  );
}

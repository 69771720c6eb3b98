import type { PassPlan } from '#shared/contract/fields.ts';
import { formatMoney } from '#web/lib/format.ts';
import { useTranslation } from '#web/lib/translation.ts';

export interface OrderAmounts {
  plan: PassPlan;
  currency: string;
  amountMinor: number;
  /** What is deducted, and of which plan it is the unused part. */
  credit?: { plan: PassPlan; amountMinor: number };
}

/** The amount to pay now; where a credit is deducted, also how the amount is computed. */
export function OrderSum({ plan, currency, amountMinor, credit }: OrderAmounts) {
  const { t, i18n } = useTranslation('billing');
  const format = (amount: number) => formatMoney(amount, currency, i18n.language);
  const row = 'flex flex-wrap items-baseline justify-between gap-x-6';
  return (
    <dl className="grid gap-2 border-y border-line py-4 phone-low:py-2">
      {credit && (
        <>
          <div className={row}>
            <dt>{t(`plans.${plan}`)}</dt>
            <dd className="tabular ml-auto">{format(amountMinor + credit.amountMinor)}</dd>
          </div>
          <div className={row}>
            <dt>{t('sum.credit', { plan: t(`names.${credit.plan}`) })}</dt>
            <dd className="tabular ml-auto">{format(-credit.amountMinor)}</dd>
          </div>
        </>
      )}
      <div className={row}>
        <dt>{t(credit ? 'sum.due' : `plans.${plan}`)}</dt>
        <dd className="tabular ml-auto font-serif text-2xl">{format(amountMinor)}</dd>
      </div>
    </dl>
  );
}

/** A notice that no money is charged in test mode, shown beside every amount. */
export function TestModeNotice() {
  const { t } = useTranslation('billing');
  return (
    <div className="rounded-2xl bg-notice-ground px-5 py-4">
      <p className="font-medium tracking-wide text-notice">{t('test.mark')}</p>
      <p className="mt-1">{t('test.text')}</p>
    </div>
  );
}

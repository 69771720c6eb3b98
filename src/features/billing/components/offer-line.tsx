import { useTranslation } from 'react-i18next';
import { getCivilDate } from '#shared/rules/flight-date.ts';
import type { Currency } from '#shared/contract/fields.ts';
import { getDeviceTimeZone } from '#web/lib/clock.ts';
import { formatDate, formatMoney } from '#web/lib/format.ts';
import { getPrice, canTakeOffer, type PlanOnSale } from '../model.ts';

/**
 * One sentence for each plan with a running price offer in `currency`: until when, at which price, and the price
 * afterwards; nothing when no offer runs.
 */
export function OfferLine({
  plans,
  currency,
  now,
}: {
  plans: readonly PlanOnSale[];
  currency: Currency;
  now: Date;
}) {
  const { t, i18n } = useTranslation('billing');
  return plans.map((plan) => {
    const price = getPrice(plan, currency);
    if (!price || !canTakeOffer(price.offer, now)) return null;
    const format = (amount: number) => formatMoney(amount, currency, i18n.language);
    // The last day on which it can be taken.
    const last = new Date(new Date(price.offer.endsAt).getTime() - 1);
    return (
      <p key={plan.plan} className="mb-3 border-l-2 border-horizon pl-4">
        {t('offer.line', {
          date: formatDate(getCivilDate(getDeviceTimeZone(), last), i18n.language),
          plan: t(`names.${plan.plan}`),
          price: format(price.offer.amountMinor),
        })}{' '}
        <span className="text-ink-2">{t('offer.after', { usual: format(price.amountMinor) })}</span>
      </p>
    );
  });
}

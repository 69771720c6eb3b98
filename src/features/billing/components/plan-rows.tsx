import type { Currency, PassPlan } from '#shared/contract/fields.ts';
import { getCivilDate } from '#shared/rules/flight-date.ts';
import { computeYearlySavingPercent } from '#shared/rules/offers.ts';
import { type Translate, useTranslation } from '#web/lib/translation.ts';
import {
  getChargedMinor,
  findPriceOnSale,
  isOfferNotOver,
  type PlanOnSale,
  type PriceOnSale,
} from '../model.ts';
import { getDeviceTimeZone } from '#web/lib/clock.ts';
import { formatDate, formatMoney } from '#web/lib/format.ts';

interface RowsProps {
  plans: readonly PlanOnSale[];
  currency: Currency;
  chosen: PassPlan;
  now: Date;
  onChoose: (plan: PassPlan) => void;
}

/** The plans for sale as rows with their prices, one of them selected. */
export function PlanRows({ plans, currency, chosen, now, onChoose }: RowsProps) {
  const { t } = useTranslation('billing');
  const monthly = plans.find(({ plan }) => plan === 'monthly');
  const monthlyPrice = monthly && findPriceOnSale(monthly, currency);
  return (
    <fieldset className="border-t border-line">
      <legend className="sr-only">{t('question')}</legend>
      {plans.map((plan) => {
        const price = findPriceOnSale(plan, currency);
        if (!price) return null;
        const saving = describeSaving(t, plan.plan, price, monthlyPrice ?? null);
        return (
          <label
            key={plan.plan}
            className="flex cursor-pointer flex-wrap items-center gap-x-3 border-b border-line py-3 has-checked:border-ink has-checked:shadow-[0_-1px_0_0_var(--ink)] has-focus-visible:outline-[2.5px] has-focus-visible:outline-load sm:gap-x-5 wide:py-4"
          >
            <input
              type="radio"
              name="plan"
              value={plan.plan}
              checked={plan.plan === chosen}
              onChange={() => onChoose(plan.plan)}
              className="peer sr-only"
            />
            <PlanWindow />
            <span className="min-w-0 grow basis-28">
              <span className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
                <span className="font-serif text-lg sm:text-xl">{t(`plans.${plan.plan}`)}</span>
                {plan.tag && (
                  <span className="rounded-full border border-edge px-2.5 text-sm">
                    {t(`tags.${plan.tag}`)}
                  </span>
                )}
              </span>
              <span className="block text-sm text-ink-2 max-sm:hidden">
                {saving ?? t(`detail.${plan.plan}`)}
              </span>
            </span>
            <RowPrice plan={plan.plan} price={price} now={now} />
            {saving && (
              <span className="mt-1 basis-full pl-9 text-sm text-ink-2 sm:hidden">{saving}</span>
            )}
          </label>
        );
      })}
    </fieldset>
  );
}

/** How much less a year costs than its months; null where it does not. */
function describeSaving(
  t: Translate<'billing'>,
  plan: PassPlan,
  price: PriceOnSale,
  monthly: PriceOnSale | null,
) {
  const percent =
    plan === 'yearly' && monthly
      ? computeYearlySavingPercent(monthly.amountMinor, price.amountMinor)
      : 0;
  if (percent >= 49 && percent <= 51) return t('half');
  return percent > 0 ? t('saving', { percent }) : null;
}

/** A small aeroplane window; the chosen one holds a sunrise. */
function PlanWindow() {
  return (
    <span
      aria-hidden="true"
      className="h-9 w-6 shrink-0 rounded-full border-2 border-edge bg-raised peer-checked:border-ink peer-checked:bg-linear-to-b peer-checked:from-ink peer-checked:via-horizon peer-checked:to-glow"
    />
  );
}

function RowPrice({ plan, price, now }: { plan: PassPlan; price: PriceOnSale; now: Date }) {
  const { t, i18n } = useTranslation('billing');
  const format = (amount: number) => formatMoney(amount, price.currency, i18n.language);
  const usual = format(price.amountMinor);
  const hasOffer = isOfferNotOver(price.offer, now);
  return (
    <span className="ml-auto min-w-0 text-right">
      <span className="flex flex-wrap items-baseline justify-end gap-x-2">
        {hasOffer && (
          <s className="tabular font-serif text-sm text-ink-2">
            <span className="sr-only">{t('offer.usual')} </span>
            {usual}
          </s>
        )}
        <span className="tabular font-serif text-xl sm:text-2xl">
          {format(getChargedMinor(price, now))}
        </span>
      </span>
      <span className="block text-sm text-ink-2">
        {hasOffer ? t('offer.then', { usual }) : t(`per.${plan}`)}
      </span>
    </span>
  );
}

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
    const price = findPriceOnSale(plan, currency);
    if (!price || !isOfferNotOver(price.offer, now)) return null;
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

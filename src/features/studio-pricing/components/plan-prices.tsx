import { useState } from 'react';
import type { Currency } from '#shared/contract/fields.ts';
import type { StudioOffer } from '#shared/contract/pricing.ts';
import { now } from '#web/lib/clock.ts';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { formatDateTime, formatMoney } from '#web/lib/format.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Checkbox } from '#web/ui/choice.tsx';
import { InlineSelect } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { listOfferPayments, sortPrices, PLAN_TAGS } from '../model.ts';
import { type PricedPlan, useChangePlanSaleStateAndTag } from '../queries.ts';
import { PriceDialog } from './price-dialog.tsx';

interface PlanPricesProps {
  plan: PricedPlan;
  offers: readonly StudioOffer[];
}

/** One plan: whether it is on sale, its tag, and today's price in each currency, which can be changed. */
export function PlanPrices({ plan, offers }: PlanPricesProps) {
  const { t } = useTranslation(['studio-pricing', 'billing']);
  const [edited, setEdited] = useState<Currency | null>(null);
  const price = plan.prices.find(({ currency }) => currency === edited);
  return (
    <section className="grid gap-x-10 gap-y-4 py-6 wide:grid-cols-[16rem_minmax(0,1fr)]">
      <div>
        <h2 className="text-xl">{t(`billing:plans.${plan.plan}`)}</h2>
        <p className="text-sm text-ink-2">{t(`billing:per.${plan.plan}`)}</p>
        <PlanSwitch plan={plan} />
      </div>
      <ul className="grid grid-cols-2 content-start gap-x-6 gap-y-3 sm:grid-cols-3 wide:grid-cols-5">
        {sortPrices(plan.prices).map((one) => (
          <li key={one.currency}>
            <Price plan={plan} price={one} offers={offers} onEdit={() => setEdited(one.currency)} />
          </li>
        ))}
      </ul>
      {price && (
        <PriceDialog
          key={price.currency}
          plan={plan.plan}
          price={price}
          onClose={() => setEdited(null)}
        />
      )}
    </section>
  );
}

/** Takes effect at once; a buyer who is paying just then goes on with what they were shown. */
function PlanSwitch({ plan: { plan, onSale, tag } }: Pick<PlanPricesProps, 'plan'>) {
  const { t } = useTranslation(['studio-pricing', 'billing']);
  const { toast } = useToast();
  const describeError = useErrorMessage();
  const change = useChangePlanSaleStateAndTag();
  const set = (next: { onSale?: boolean; tag?: typeof tag }) =>
    change.mutate(
      { plan, onSale, tag, ...next, was: { onSale, tag } },
      { onSuccess: () => toast({ title: t('studio-pricing:saved') }) },
    );
  return (
    <div className="mt-2">
      <Checkbox
        label={t('studio-pricing:onSale')}
        checked={onSale}
        disabled={change.isPending}
        onChange={({ currentTarget }) => set({ onSale: currentTarget.checked })}
      />
      <InlineSelect
        label={t('studio-pricing:tag.label')}
        value={tag ?? ''}
        disabled={change.isPending}
        options={[
          { value: '', label: t('studio-pricing:tag.none') },
          ...PLAN_TAGS.map((value) => ({ value, label: t(`studio-pricing:tag.${value}`) })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          set({ tag: PLAN_TAGS.find((one) => one === value) ?? null })
        }
      />
      {change.error && <Notice tone="refusal">{describeError(change.error)}</Notice>}
    </div>
  );
}

function Price({
  plan,
  price,
  offers,
  onEdit,
}: PlanPricesProps & { price: PricedPlan['prices'][number]; onEdit: () => void }) {
  const { t, i18n } = useTranslation(['studio-pricing', 'billing']);
  const format = (minor: number) => formatMoney(minor, price.currency, i18n.language);
  return (
    <div>
      <button
        type="button"
        className="tabular min-h-11 text-lg underline decoration-edge decoration-1 underline-offset-6 hover:decoration-current"
        onClick={onEdit}
      >
        {format(price.amountMinor)}
        <span className="sr-only">, {t('studio-pricing:price.change')}</span>
      </button>
      {listOfferPayments(plan, price, offers, now()).map(({ audience, amountMinor, endsAt }) => (
        <p key={audience} className="text-sm text-ink-2">
          {t(`studio-pricing:price.lower.${audience}`, {
            amount: format(amountMinor),
            at: formatDateTime(new Date(endsAt), i18n.language),
          })}
        </p>
      ))}
    </div>
  );
}

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Checkout } from '#shared/contract/billing.ts';
import type { Currency, Plan } from '#shared/contract/fields.ts';
import type { ReplyOf } from '#web/lib/api.ts';
import { formatMoney } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { InlineSelect } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Page, PageHeading } from '#web/ui/page.tsx';
import { listCurrencies, chooseInitialCurrency, findOfferedPlan, getPrice } from '../model.ts';
import { useStartCheckout } from '../queries.ts';
import { PaymentStep, TestModeNotice } from './payment-step.tsx';
import { PaymentError } from './payment-error.tsx';

/** Shows what a pass includes, its price in the person's currency, and the button to buy it. */
export function PassOffer({ testMode, plans }: ReplyOf<'GET /api/plans'>) {
  const { t, i18n } = useTranslation(['billing', 'errors']);
  const plan = findOfferedPlan(plans);
  const [currency, setCurrency] = useState<Currency | null>(() =>
    plan ? chooseInitialCurrency(navigator.languages, listCurrencies(plan)) : null,
  );
  const [checkout, setCheckout] = useState<Checkout | null>(null);
  const start = useStartCheckout();
  const amount = plan && currency ? getPrice(plan, currency) : null;

  const begin = async (body: { plan: Plan; currency: Currency }) => {
    try {
      const begun = await start.mutateAsync(body);
      setCheckout(begun);
      return begun;
    } catch (error) {
      // If a second checkout cannot be opened, the offer shows the error.
      setCheckout(null);
      throw error;
    }
  };
  const open = () => {
    if (plan && currency) void begin({ plan: plan.plan, currency }).catch(() => undefined);
  };
  if (checkout) {
    return (
      <PaymentStep
        checkout={checkout}
        reopenCheckout={() => begin({ plan: checkout.plan, currency: checkout.currency })}
        onBack={() => setCheckout(null)}
      />
    );
  }
  return (
    <Page className="max-wide:pt-4">
      <div className="grid grid-cols-1 gap-x-20 wide:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)] wide:grid-rows-[auto_1fr]">
        <div className="max-wide:-mb-4">
          <PageHeading title={t('billing:choose.title')} lead={t('billing:choose.lead')} />
        </div>
        <PassBenefits />
        <div className="max-wide:mt-4 wide:col-start-2 wide:row-span-2 wide:row-start-1 wide:border-l wide:border-line wide:pl-12">
          {plan && currency && amount !== null && testMode ? (
            <div className="grid grid-cols-1 gap-3 wide:gap-4">
              <Price plan={plan.plan} amount={formatMoney(amount, currency, i18n.language)} />
              {start.error && (
                <PaymentError
                  title={t('errors:subscription_start')}
                  error={start.error}
                  safe={t('billing:error.start')}
                  busy={start.isPending}
                  onTryAgain={open}
                />
              )}
              <Button wide busy={start.isPending} onClick={open}>
                {t('billing:take')}
              </Button>
              <InlineSelect
                label={t('billing:currency')}
                name="currency"
                value={currency}
                options={listCurrencies(plan).map((code) => ({
                  value: code,
                  label: t(`billing:currencies.${code}`),
                }))}
                onChange={(event) => setCurrency(event.target.value as Currency)}
              />
              <TestModeNotice />
            </div>
          ) : (
            <Notice>{t('billing:closed')}</Notice>
          )}
        </div>
      </div>
    </Page>
  );
}

function Price({ plan, amount }: { plan: Plan; amount: string }) {
  const { t } = useTranslation('billing');
  return (
    <div>
      <h2 className="font-sans text-base font-medium text-ink-2">{t(`plans.${plan}`)}</h2>
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="tabular font-serif text-4xl wide:text-5xl">{amount}</span>
        <span className="text-ink-2">{t(`per.${plan}`)}</span>
      </p>
    </div>
  );
}

function PassBenefits() {
  const { t } = useTranslation('billing');
  return (
    <div>
      <h2 className="text-xl max-wide:sr-only">{t('opens.title')}</h2>
      <ul className="border-t wide:mt-3 border-line">
        {t('opens.points', { returnObjects: true }).map((point) => (
          <li
            key={point}
            className="flex items-start gap-3.5 border-b border-line py-1.5 wide:py-3"
          >
            <Icon name="check" className="mt-0.5 size-5 shrink-0 text-flow" />
            <span className="min-w-0">{point}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearch } from 'wouter';
import type { Currency, PassPlan } from '#shared/contract/fields.ts';
import { CURRENCY_STORAGE_KEY, getDefaultCurrency } from '#shared/rules/currencies.ts';
import { countDaysBetween, getCivilDate } from '#shared/rules/flight-date.ts';
import { VAT_EXEMPTION_NOTICE } from '#shared/rules/operator.ts';
import { subscriptionQuery, useProfile } from '#web/features/account/queries.ts';
import { SessionArt } from '#web/features/art/components/session-art.tsx';
import { useOperator } from '#web/features/legal/queries.ts';
import { LazyNetworkNotice } from '#web/features/offline/components/needs-network.tsx';
import type { ReplyOf } from '#web/lib/api.ts';
import { getDeviceTimeZone, now as readClock } from '#web/lib/clock.ts';
import { useHistoryEntryState } from '#web/lib/entry-state.ts';
import { useFocusHeadingOnStepChange } from '#web/lib/step-focus.ts';
import { deviceStorage } from '#web/lib/storage.ts';
import { formatMoney } from '#web/lib/format.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { InlineSelect } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Page } from '#web/ui/page.tsx';
import { useOpenPaymentPage } from '#web/lib/open-page.ts';
import { useNowUpdatedAt } from '#web/lib/updated-now.ts';
import {
  chooseInitialCurrency,
  chooseInitialPlan,
  getChargedMinor,
  findPriceOnSale,
  listCurrencies,
  putCurrencyFirst,
  type OrderConsent,
} from '../model.ts';
import { isPassAlreadyActiveError, useCreateCheckout } from '../queries.ts';
import { ActivePassPage } from './active-pass.tsx';
import { GiftsSection } from './gifts.tsx';
import { OrderStep } from './order-step.tsx';
import { OfferLine, PlanRows } from './plan-rows.tsx';
import { BillingPortalAction } from './pass-actions.tsx';
import { TestModeNotice } from './order-sum.tsx';
import { TitledHeading } from './titled-heading.tsx';

/** The windows beside the passes. */
const WINDOWS = [
  ['passes-1', 'flow'],
  ['passes-2', 'load'],
  ['passes-3', 'flow'],
  ['passes-4', 'load'],
] as const;

function useCurrency(onSale: readonly Currency[], ofCountry: Currency | null) {
  const [chosen, setChosen] = useState(() => deviceStorage.read(CURRENCY_STORAGE_KEY));
  const wanted = ofCountry ?? getDefaultCurrency(null, getDeviceTimeZone());
  const currency = onSale.find((one) => one === chosen) ?? chooseInitialCurrency(wanted, onSale);
  const choose = (next: Currency) => {
    deviceStorage.write(CURRENCY_STORAGE_KEY, next);
    setChosen(next);
  };
  return [currency, choose, wanted] as const;
}

/** The passes for sale with their prices in the person's currency, then the order step for the chosen one. */
export function PassPurchasePage({
  testMode,
  plans,
  currency: ofCountry,
  hasReceipts,
}: ReplyOf<'GET /api/plans'> & { hasReceipts: boolean }) {
  const { t, i18n } = useTranslation('billing');
  const openPage = useOpenPaymentPage();
  const vat = useOperator()?.vat;
  const search = useSearch();
  const [currency, setCurrency, wanted] = useCurrency(listCurrencies(plans), ofCountry);
  const { flightDate } = useProfile();
  const [chosen, setChosen] = useState<PassPlan | null>(() => {
    const today = getCivilDate(getDeviceTimeZone(), readClock());
    const daysUntil = flightDate === null ? null : countDaysBetween(today, flightDate);
    return chooseInitialPlan(plans, daysUntil);
  });
  // In the history, so that the browser's Back leads from the order to the passes.
  const [ordered, setOrdered] = useHistoryEntryState<PassPlan>('order');
  const { data: status } = useQuery({ ...subscriptionQuery, enabled: false });
  const now = useNowUpdatedAt(plans.flatMap(listOfferEnds));
  const [openedAt] = useState(now);
  const start = useCreateCheckout();
  const hasEnded = new URLSearchParams(search).has('ended');
  const plan = plans.find((one) => one.plan === (ordered ?? chosen)) ?? plans[0];
  const price = plan && currency ? findPriceOnSale(plan, currency) : null;
  const isAlready = isPassAlreadyActiveError(start.error);
  useFocusHeadingOnStepChange(isAlready ? 'active' : ordered ? 'pay' : 'choose');

  if (isAlready && status?.hasActiveAccess) return <ActivePassPage status={status} already />;
  if (!plan || !currency || !price)
    return (
      <Page narrow>
        <TitledHeading tab={t('title')} title={t('choose.title')} lead={t('choose.lead')} />
        <Notice>{t('closed')}</Notice>
        {hasReceipts && <BillingPortalAction cardLast4={null} />}
      </Page>
    );

  const amountMinor = getChargedMinor(price, now);
  const isLowered = amountMinor < price.amountMinor;
  const pay = (consent: OrderConsent) => {
    const offerId = isLowered ? (price.offer?.id ?? null) : null;
    const body = { plan: plan.plan, currency, priceId: price.id, offerId, consent };
    // The mutation keeps the error, which is shown in the order.
    void start.mutateAsync(body).then(
      ({ url }) => openPage(url),
      () => undefined,
    );
  };
  if (ordered) {
    const order = { plan: plan.plan, amountMinor, usualAmountMinor: price.amountMinor, currency };
    return (
      <OrderStep
        order={order}
        testMode={testMode}
        start={start}
        onPay={pay}
        onBack={() => history.back()}
      />
    );
  }
  const amount = formatMoney(amountMinor, currency, i18n.language);
  const offerEnded =
    price.offer !== null && !isLowered && openedAt.getTime() < Date.parse(price.offer.endsAt);
  return (
    <Page className="max-wide:pt-4">
      <div className="grid grid-cols-1 gap-x-14 gap-y-6 wide:grid-cols-[minmax(0,1fr)_minmax(0,1.25fr)]">
        <div>
          <TitledHeading
            {...(!hasEnded && { tab: t('title') })}
            title={t(hasEnded ? 'ended.title' : 'choose.title')}
            lead={
              <span className="max-wide:hidden">{t(hasEnded ? 'ended.lead' : 'choose.lead')}</span>
            }
          />
          <PassBenefits className="max-wide:hidden" />
          <div aria-hidden="true" className="mt-12 grid grid-cols-4 gap-4 max-wide:hidden">
            {WINDOWS.map(([id, kind]) => (
              <SessionArt key={id} id={id} kind={kind} />
            ))}
          </div>
        </div>
        <div className="max-wide:-mt-8 wide:border-l wide:border-line wide:pl-12">
          <OfferLine plans={plans} currency={currency} now={now} />
          <PlanRows
            plans={plans}
            currency={currency}
            chosen={plan.plan}
            now={now}
            onChoose={setChosen}
          />
          <LazyNetworkNotice what="payment" />
          {offerEnded && <p className="mt-3 text-sm text-notice">{t('offer.ended')}</p>}
          {/* Held above the places of a phone, so that it is in sight whatever stands above it. */}
          <div className="bottom-(--held) z-30 -mx-5 bg-ground px-5 pt-4 pb-2 max-wide:tall:sticky wide:mx-0 wide:px-0">
            <Button wide onClick={() => setOrdered(plan.plan)}>
              {t(`takePlan.${plan.plan}`, { amount })}
            </Button>
          </div>
          <div className="mt-2">
            <InlineSelect
              label={t('currency')}
              name="currency"
              value={currency}
              options={putCurrencyFirst(wanted, listCurrencies(plans)).map((code) => ({
                value: code,
                label: t(`currencies.${code}`),
              }))}
              onChange={(event) => setCurrency(event.target.value as Currency)}
            />
          </div>
          <p className="mt-3 mb-4 text-sm text-ink-2">
            {vat === VAT_EXEMPTION_NOTICE ? t('lawExempt', { vat }) : t('law')}{' '}
            {!testMode && t('card')}
          </p>
          {testMode && <TestModeNotice />}
          {hasReceipts && <BillingPortalAction cardLast4={null} />}
          <p className="mt-6 text-ink-2 wide:hidden">
            {t(hasEnded ? 'ended.lead' : 'choose.lead')}
          </p>
          <PassBenefits className="mt-6 wide:hidden" />
          <GiftsSection />
        </div>
      </div>
    </Page>
  );
}

const listOfferEnds = ({ prices }: ReplyOf<'GET /api/plans'>['plans'][number]) =>
  prices.flatMap(({ offer }) => offer?.endsAt ?? []);

/** Lists what a pass gives access to; answers to private questions are named only while an admin gives them. */
function PassBenefits({ className }: { className: string }) {
  const { t } = useTranslation('billing');
  const { data: status } = useQuery({ ...subscriptionQuery, enabled: false });
  const points = t('opens.points', { returnObjects: true });
  return (
    <div className={className}>
      <h2 className="text-xl">{t('opens.title')}</h2>
      <ul className="mt-3 border-t border-line">
        {[...points, t(status?.isSupported ? 'opens.support' : 'opens.supportClosed')].map(
          (point) => (
            <li
              key={point}
              className="flex items-start gap-3.5 border-b border-line py-1.5 wide:py-3"
            >
              <Icon name="check" className="mt-0.5 size-5 shrink-0 text-flow" />
              <span className="min-w-0">{point}</span>
            </li>
          ),
        )}
      </ul>
    </div>
  );
}

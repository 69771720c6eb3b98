import type { OwnPass } from '#shared/contract/billing.ts';
import type { Currency } from '#shared/contract/fields.ts';
import { LazyNetworkNotice } from '#web/features/offline/components/needs-network.tsx';
import { formatMoney } from '#web/lib/format.ts';
import { useOpenPaymentPage } from '#web/lib/open-page.ts';
import { useFocusHeadingOnStepChange } from '#web/lib/step-focus.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Page } from '#web/ui/page.tsx';
import type { OrderConsent } from '../model.ts';
import { useCreateCheckout } from '../queries.ts';
import { OrderConsentFields, useOrderConsent } from './order-consent.tsx';
import { type OrderAmounts, OrderSum, TestModeNotice } from './order-sum.tsx';
import { PaymentFailureView } from './payment-error.tsx';
import { TitledHeading } from './titled-heading.tsx';

/** What is about to be bought, as the page showed it. */
export interface OrderSummary extends OrderAmounts {
  usualAmountMinor: number;
}

/**
 * The last step before the payment of a pass: what is bought, what follows, and the two consents. `onPay` is called
 * with them, only once both are ticked.
 */
export function OrderStep({
  order,
  testMode,
  start,
  onPay,
  onBack,
}: {
  order: OrderSummary;
  testMode: boolean;
  start: ReturnType<typeof useCreateCheckout>;
  onPay: (consent: OrderConsent) => void;
  onBack: () => void;
}) {
  const { t, i18n } = useTranslation(['billing', 'errors']);
  const form = useOrderConsent(onPay);
  const format = (amount: number) => formatMoney(amount, order.currency, i18n.language);
  return (
    <Page narrow className="max-w-xl">
      <TitledHeading title={t('billing:pay.title')} />
      <LazyNetworkNotice what="payment" />
      <form {...form.props} data-undisturbed="" className="grid grid-cols-1 gap-6 phone-low:gap-3">
        <div>
          <OrderSum {...order} />
          <p className="mt-2 text-sm text-ink-2">
            {t(`billing:follows.${order.plan}`, { amount: format(order.usualAmountMinor) })}{' '}
            {order.credit &&
              t('billing:sum.until', { plan: t(`billing:names.${order.credit.plan}`) })}
          </p>
        </div>
        <OrderConsentFields form={form} />
        {start.error ? (
          <PaymentFailureView
            about="subscription_start"
            error={start.error}
            safe={t('billing:error.start')}
            busy={start.isPending}
            onTryAgain={form.submit}
          />
        ) : (
          <Button type="submit" wide busy={start.isPending}>
            {t('billing:pay.go')}
          </Button>
        )}
        {testMode && <TestModeNotice />}
        <Button variant="quiet" onClick={onBack}>
          {t('billing:pay.back')}
        </Button>
      </form>
    </Page>
  );
}

/** The order of a lifetime pass by a person who has a subscription, which it replaces; shown before the payment. */
export function LifetimeOrderForm({
  pass,
  currency,
  lifetimeMinor,
  testMode,
}: {
  pass: OwnPass;
  currency: Currency;
  lifetimeMinor: number;
  testMode: boolean;
}) {
  const openPage = useOpenPaymentPage();
  const { i18n } = useTranslation();
  const start = useCreateCheckout();
  useFocusHeadingOnStepChange(`lifetime ${pass.id} ${i18n.language}`);
  // The mutation keeps the error, which is shown in the order.
  const pay = (consent: OrderConsent) =>
    void start.mutateAsync({ plan: 'lifetime', currency, consent }).then(
      ({ url }) => openPage(url),
      () => undefined,
    );
  const amounts = { amountMinor: lifetimeMinor, usualAmountMinor: lifetimeMinor };
  const credit = pass.plan && { plan: pass.plan, amountMinor: pass.lifetimeCreditMinor };
  return (
    <OrderStep
      order={{ plan: 'lifetime', currency, ...amounts, ...(credit && { credit }) }}
      testMode={testMode}
      start={start}
      onPay={pay}
      onBack={() => history.back()}
    />
  );
}

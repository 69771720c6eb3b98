import { useTranslation } from 'react-i18next';
import type { OwnPass } from '#shared/contract/billing.ts';
import type { Currency } from '#shared/contract/fields.ts';
import { useStepFocus } from '#web/lib/step-focus.ts';
import type { OrderConsent } from '../model.ts';
import { useOpenPaymentPage } from '#web/lib/open-page.ts';
import { useStartCheckout } from '../queries.ts';
import { OrderStep } from './order-step.tsx';

/** The order of a lifetime pass by a person who has a subscription, which it replaces; shown before the payment. */
export function LifetimeOrder({
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
  const start = useStartCheckout();
  useStepFocus(`lifetime ${pass.id} ${i18n.language}`);
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

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Plan } from '#shared/contract/fields.ts';
import { formatMoney } from '#web/lib/format.ts';
import { NeedsNetwork } from '#web/features/offline/components/needs-network.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/choice.tsx';
import { FieldError } from '#web/ui/field.tsx';
import { Page, PageHeading } from '#web/ui/page.tsx';
import type { useStartCheckout } from '../queries.ts';
import { PaymentError } from './payment-error.tsx';
import { TestModeNotice } from './test-mode-notice.tsx';

/** What is about to be bought, as the page showed it. */
export interface OrderShown {
  plan: Plan;
  amountMinor: number;
  usualAmountMinor: number;
  currency: string;
}

/** The step before the payment: what is bought, what follows, and the two consents, neither ticked. */
export function OrderStep({
  order,
  testMode,
  start,
  onPay,
  onBack,
}: {
  order: OrderShown;
  testMode: boolean;
  start: ReturnType<typeof useStartCheckout>;
  onPay: () => void;
  onBack: () => void;
}) {
  const { t, i18n } = useTranslation(['billing', 'errors']);
  const [given, setGiven] = useState({ immediateAccess: false, withdrawalKnown: false });
  const [isMissing, setMissing] = useState(false);
  const format = (amount: number) => formatMoney(amount, order.currency, i18n.language);
  const submit = () => {
    const isGiven = given.immediateAccess && given.withdrawalKnown;
    setMissing(!isGiven);
    if (isGiven) onPay();
  };
  return (
    <Page narrow className="max-w-xl">
      <PageHeading title={t('billing:pay.title')} />
      <NeedsNetwork what="payment" />
      <form
        className="grid grid-cols-1 gap-6 phone-low:gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <div>
          <dl className="flex flex-wrap items-baseline justify-between gap-x-6 border-y border-line py-4 phone-low:py-2">
            <dt>{t(`billing:plans.${order.plan}`)}</dt>
            <dd className="tabular font-serif text-2xl">{format(order.amountMinor)}</dd>
          </dl>
          <p className="mt-2 text-sm text-ink-2">
            {t(`billing:follows.${order.plan}`, { amount: format(order.usualAmountMinor) })}
          </p>
        </div>
        <fieldset>
          <legend className="sr-only">{t('billing:consent.legend')}</legend>
          {(['immediateAccess', 'withdrawalKnown'] as const).map((name) => (
            <Checkbox
              key={name}
              name={name}
              label={t(`billing:consent.${name}`)}
              checked={given[name]}
              onChange={(event) => setGiven({ ...given, [name]: event.target.checked })}
            />
          ))}
          {isMissing && <FieldError>{t('billing:consent.missing')}</FieldError>}
        </fieldset>
        {start.error ? (
          <PaymentError
            about="subscription_start"
            error={start.error}
            safe={t('billing:error.start')}
            busy={start.isPending}
            onTryAgain={submit}
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

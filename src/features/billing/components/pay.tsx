import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { Checkout } from '#shared/contract/billing.ts';
import { formatMoney } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { ChoiceCards } from '#web/ui/choice.tsx';
import { Page, PageHeading } from '#web/ui/page.tsx';
import { usePayCheckout } from '../queries.ts';
import { PaymentError } from './payment-error.tsx';
import { TestMode } from './test-mode.tsx';

type Card = 'accepted' | 'declined';

/** The last look before a pass is taken: what, how much, with which test card. */
export function Pay({
  checkout,
  again,
  starting,
  onBack,
}: {
  checkout: Checkout;
  /** Opens a new checkout, since a declined one is over. */
  again: () => void;
  /** Whether that is under way. */
  starting: boolean;
  onBack: () => void;
}) {
  const { t, i18n } = useTranslation(['billing', 'ui']);
  const [, navigate] = useLocation();
  const [card, setCard] = useState<Card>('accepted');
  const pay = usePayCheckout();
  const declined = pay.data?.status === 'declined';
  const amount = formatMoney(checkout.amountMinor, checkout.currency, i18n.language);

  const submit = async () => {
    const { status } = await pay.mutateAsync({ params: { id: checkout.id }, body: { card } });
    if (status === 'paid') navigate(paths.subscriptionSuccess(), { replace: true });
  };
  // A failure is kept by the mutation and shown below.
  const tryPaying = () => void submit().catch(() => undefined);

  return (
    <Page narrow className="max-w-xl">
      <PageHeading title={t('billing:pay.title')} />
      <form
        className="grid gap-7"
        onSubmit={(event) => {
          event.preventDefault();
          tryPaying();
        }}
      >
        <TestMode />
        <dl className="grid grid-cols-[1fr_auto] items-baseline gap-x-6 border-y border-line py-4">
          <dt>{t(`billing:plans.${checkout.plan}`)}</dt>
          <dd className="tabular font-serif text-2xl">{amount}</dd>
        </dl>
        <ChoiceCards
          legend={t('billing:pay.card')}
          name="card"
          choices={(['accepted', 'declined'] as const).map((value) => ({
            value,
            label: t(`billing:pay.${value}`),
            detail: t(`billing:pay.${value}Detail`),
            disabled: declined,
          }))}
          value={card}
          onChange={setCard}
        />
        {declined && (
          <PaymentError safe={t('billing:error.declined')} busy={starting} onTryAgain={again} />
        )}
        {pay.error && (
          <PaymentError
            error={pay.error}
            safe={t('billing:error.pay')}
            busy={pay.isPending}
            onTryAgain={tryPaying}
          />
        )}
        {!declined && !pay.error && (
          <Button type="submit" wide busy={pay.isPending}>
            {t('billing:pay.submit', { amount })}
          </Button>
        )}
        <Button variant="quiet" onClick={onBack}>
          {t('billing:pay.back')}
        </Button>
      </form>
    </Page>
  );
}

import { useEffect, useState } from 'react';
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

type TestCard = 'accepted' | 'declined';

/** The payment step: what is bought, the price, and which test card is used. */
export function PaymentStep({
  checkout,
  reopenCheckout,
  onBack,
}: {
  checkout: Checkout;
  /** Opens a new checkout; a declined one cannot be paid again. */
  reopenCheckout: () => Promise<Checkout>;
  onBack: () => void;
}) {
  const { t, i18n } = useTranslation(['billing', 'ui']);
  const [, navigate] = useLocation();
  const [card, setCard] = useState<TestCard>('accepted');
  const pay = usePayCheckout();
  const [busy, setBusy] = useState(false);
  const declined = pay.data?.status === 'declined';
  const amount = formatMoney(checkout.amountMinor, checkout.currency, i18n.language);

  // Replaces the offer at the same URL, so the focus moves to the heading as on a page change.
  useEffect(() => {
    scrollTo(0, 0);
    const heading = document.querySelector<HTMLElement>('main h1');
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, []);

  const submit = async () => {
    setBusy(true);
    const { id } = declined ? await reopenCheckout() : checkout;
    const { status } = await pay.mutateAsync({ params: { id }, body: { card } });
    if (status === 'paid') navigate(paths.subscriptionSuccess(), { replace: true });
  };
  // The mutation keeps the error, which is shown below.
  const tryPaying = () =>
    void submit()
      .catch(() => undefined)
      .finally(() => setBusy(false));

  return (
    <Page narrow className="max-w-xl">
      <PageHeading title={t('billing:pay.title')} />
      <form
        className="grid grid-cols-1 gap-7"
        onSubmit={(event) => {
          event.preventDefault();
          tryPaying();
        }}
      >
        <TestModeNotice />
        <dl className="flex flex-wrap items-baseline justify-between gap-x-6 border-y border-line py-4">
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
          }))}
          value={card}
          onChange={setCard}
        />
        {declined && (
          <PaymentError safe={t('billing:error.declined')} busy={busy} onTryAgain={tryPaying} />
        )}
        {pay.error && (
          <PaymentError
            error={pay.error}
            safe={t('billing:error.pay')}
            busy={busy}
            onTryAgain={tryPaying}
          />
        )}
        {!pay.error && (
          <Button type="submit" wide busy={busy}>
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

/** A notice that no money is charged in test mode, shown beside every amount. */
export function TestModeNotice() {
  const { t } = useTranslation('billing');
  return (
    <div className="rounded-2xl bg-notice-ground px-5 py-4">
      <p className="font-medium tracking-wide text-notice">{t('test.mark')}</p>
      <p className="mt-1">
        {t('test.text')} {t('test.ends')}
      </p>
    </div>
  );
}

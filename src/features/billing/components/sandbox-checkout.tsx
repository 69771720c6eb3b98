import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import type { TestCard } from '#shared/contract/sandbox.ts';
import { api, type ReplyOf } from '#web/lib/api.ts';
import { paths } from '#web/lib/paths.ts';
import { formatMoney } from '#web/lib/format.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { useForm } from '#web/lib/use-form.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { ChoiceCards } from '#web/ui/choice.tsx';
import { TextField } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Page } from '#web/ui/page.tsx';
import { usePassChangeMutation, useSyncPass } from '../queries.ts';
import { PaymentFailureView } from './payment-error.tsx';
import { TestModeNotice } from './order-sum.tsx';
import { TitledHeading } from './titled-heading.tsx';

/** The test cards, named after what paying with them does. */
export const TEST_CARDS = [
  'accepted',
  'declined',
  'insufficient_funds',
  'authentication',
  'authentication_always',
  'declined_later',
  'disputed',
  'refund_fails',
] as const satisfies readonly TestCard[];

/** Test mode: radio buttons that choose a test card to pay with. */
export function TestCards({
  card,
  onChoose,
}: {
  card: TestCard;
  onChoose: (card: TestCard) => void;
}) {
  const { t } = useTranslation('billing');
  return (
    <ChoiceCards
      legend={t('sandbox.card')}
      name="card"
      choices={TEST_CARDS.map((value) => ({
        value,
        label: t(`sandbox.cards.${value}`),
        detail: t(`sandbox.details.${value}`),
      }))}
      value={card}
      onChange={onChoose}
    />
  );
}

type Outcome = ReplyOf<'POST /api/sandbox/checkouts/:id/pay'>['outcome'];

/** Test mode: the payment page of a checkout, in place of Stripe's. */
export function SandboxCheckout({
  id,
  checkout,
}: {
  id: string;
  checkout: ReplyOf<'GET /api/sandbox/checkouts/:id'>;
}) {
  const { t, i18n } = useTranslation('billing');
  const [, navigate] = useLocation();
  const after = new URLSearchParams(useSearch()).get('next') ?? undefined;
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [asksBank, setAsksBank] = useState(false);
  const sync = useSyncPass();
  const amount = formatMoney(checkout.amountMinor, checkout.currency, i18n.language);
  const pay = usePassChangeMutation(async (card: TestCard) => {
    const body = { card, isAuthenticated: asksBank };
    const answer = await api('POST /api/sandbox/checkouts/:id/pay', { params: { id }, body });
    // When it can't be read now, the event or the next page brings it.
    if (answer.outcome === 'paid') await sync.mutateAsync().catch(() => undefined);
    return answer.outcome;
  });
  // The mutation keeps the error, which is shown below.
  const submit = ({ card }: { card: TestCard }) =>
    void pay.mutateAsync(card).then(
      (result) => {
        const came = result as Outcome;
        setAsksBank(came === 'authentication');
        setOutcome(came === 'authentication' ? null : came);
        if (came !== 'paid') return;
        if (checkout.isGift) {
          navigate(`${paths.subscription()}?gift=paid`, { replace: true });
          return;
        }
        // The browser's Back leads home from the success page, not to the payment.
        navigate(paths.home(), { replace: true });
        navigate(paths.subscriptionSuccess(after));
      },
      () => undefined,
    );
  const form = useForm({ initial: { card: 'accepted' }, onSubmit: submit });
  const refuse = () => {
    setAsksBank(false);
    setOutcome('authentication');
  };

  return (
    <Page narrow className="max-w-xl">
      <TitledHeading title={t(asksBank ? 'sandbox.bank' : 'sandbox.title')} />
      <form {...form.props} className="grid grid-cols-1 gap-6">
        <TestModeNotice />
        <dl className="flex flex-wrap items-baseline justify-between gap-x-6 border-y border-line py-4">
          <dt>{t(`plans.${checkout.plan}`)}</dt>
          <dd className="tabular font-serif text-2xl">{amount}</dd>
        </dl>
        {asksBank ? (
          <>
            <p>{t('sandbox.bankText')}</p>
            <Button type="submit" wide busy={pay.isPending}>
              {t('sandbox.confirm')}
            </Button>
            {/* With a key: the button that pays, in its place later, must not be the one being pressed. */}
            <Button key="refuse" variant="secondary" wide onClick={refuse}>
              {t('sandbox.refuse')}
            </Button>
          </>
        ) : (
          <>
            {checkout.takesCodes && <PromotionCode id={id} />}
            <TestCards card={form.draft.card} onChoose={(card) => form.set({ card })} />
            {outcome && outcome !== 'paid' && (
              <PaymentFailureView
                safe={t(`error.${outcome}`)}
                busy={pay.isPending}
                onTryAgain={form.submit}
              />
            )}
            {pay.error ? (
              <PaymentFailureView
                error={pay.error}
                safe={t('error.pay')}
                busy={pay.isPending}
                onTryAgain={form.submit}
              />
            ) : (
              <Button type="submit" wide busy={pay.isPending}>
                {t('sandbox.submit', { amount })}
              </Button>
            )}
          </>
        )}
        <Link href={paths.subscription()} asChild>
          <ButtonLink variant="quiet">{t('pay.back')}</ButtonLink>
        </Link>
      </form>
    </Page>
  );
}

/** Test mode: shown in place of a payment page when its checkout was paid or has expired. */
export function ClosedCheckout() {
  const { t } = useTranslation('billing');
  return (
    <Page narrow>
      <TitledHeading title={t('sandbox.closed')} />
      <Notice
        actions={
          <Link href={paths.subscription()} asChild>
            <ButtonLink variant="secondary">{t('success.choose')}</ButtonLink>
          </Link>
        }
      >
        {t('sandbox.closedText')}
      </Notice>
    </Page>
  );
}

/** Test mode: where a promotion code is typed, as on Stripe's page; one that is valid lowers the amount above it. */
function PromotionCode({ id }: { id: string }) {
  const { t } = useTranslation('billing');
  const queryClient = useQueryClient();
  const [code, setCode] = useState('');
  const apply = useMutation({
    mutationFn: () =>
      api('POST /api/sandbox/checkouts/:id/code', { params: { id }, body: { code: code.trim() } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['/api/sandbox/checkouts', id] }),
  });
  return (
    <div className="grid items-end gap-3 sm:grid-cols-[minmax(0,1fr)_auto]">
      <TextField
        label={t('sandbox.code')}
        autoComplete="off"
        error={apply.data?.isValid === false ? t('sandbox.codeRefused') : undefined}
        value={code}
        onChange={({ currentTarget }) => setCode(currentTarget.value)}
      />
      <Button
        variant="secondary"
        busy={apply.isPending}
        disabled={code.trim() === ''}
        onClick={() => apply.mutate()}
      >
        {t('sandbox.applyCode')}
      </Button>
    </div>
  );
}

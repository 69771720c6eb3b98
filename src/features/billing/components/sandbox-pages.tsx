import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { TestCard } from '#shared/contract/sandbox.ts';
import { api } from '#web/lib/api.ts';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { formatDateTime, formatMoney } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { LoadError, Notice } from '#web/ui/notice.tsx';
import { Page } from '#web/ui/page.tsx';
import { SkeletonList } from '#web/ui/skeleton.tsx';
import {
  usePassChangeMutation,
  useSandboxCheckout,
  useSandboxPortal,
  useSyncPass,
} from '../queries.ts';
import { ClosedCheckout, SandboxCheckout, TestCards } from './sandbox-checkout.tsx';
import { TestModeNotice } from './order-sum.tsx';
import { useQuery } from '@tanstack/react-query';
import { TitledHeading } from './titled-heading.tsx';

/** TEST MODE: loads the checkout with this id; shows its payment page, or that it is closed. */
export function SandboxCheckoutPage({ id }: { id: string }) {
  const { t } = useTranslation('billing');
  const describeError = useErrorMessage();
  const { data, error, refetch } = useSandboxCheckout(id);
  if (data?.status === 'open') return <SandboxCheckout id={id} checkout={data} />;
  if (data) return <ClosedCheckout />;
  return (
    <Page narrow>
      <TitledHeading title={t('sandbox.title')} isThere={error !== null} />
      {error ? (
        <LoadError retry={() => void refetch()}>{describeError(error)}</LoadError>
      ) : (
        <SkeletonList count={3} shape="line" label={t('sandbox.loading')} />
      )}
    </Page>
  );
}

/** TEST MODE: the page where the card is changed and receipts are found, in place of Stripe's. */
export function SandboxPortalPage({ id }: { id: string }) {
  const { t, i18n } = useTranslation('billing');
  const describeError = useErrorMessage();
  const { data, error, refetch } = useSandboxPortal(id);
  const [card, setCard] = useState<TestCard>('accepted');
  const sync = useSyncPass();
  const change = usePassChangeMutation(async () => {
    await api('POST /api/sandbox/portals/:id/card', { params: { id }, body: { card } });
    // When it can't be read now, the event or the next page brings it.
    await sync.mutateAsync().catch(() => undefined);
    await refetch();
  });
  return (
    <Page narrow className="max-w-xl">
      <TitledHeading title={t('sandbox.portalTitle')} />
      <div className="grid grid-cols-1 gap-6">
        <TestModeNotice />
        <TestCards card={card} onChoose={setCard} />
        {change.error && <Notice tone="refusal">{describeError(change.error)}</Notice>}
        {change.isSuccess && <output className="text-flow">{t('sandbox.changed')}</output>}
        <Button wide busy={change.isPending} onClick={() => change.mutate(undefined)}>
          {t('sandbox.newCard')}
        </Button>
        <section>
          <h2 className="mb-3 text-xl">{t('sandbox.receipts')}</h2>
          {error && <LoadError retry={() => void refetch()}>{describeError(error)}</LoadError>}
          {data?.invoices.length === 0 && <p className="text-ink-2">{t('sandbox.none')}</p>}
          <ul>
            {data?.invoices.map(({ number, at, amountMinor, taxMinor, currency, isPaid }) => (
              <li
                key={number}
                className="flex flex-wrap justify-between gap-x-6 border-b border-line py-3"
              >
                <span>{formatDateTime(new Date(at), i18n.language)}</span>
                <span className="tabular">
                  {formatMoney(amountMinor, currency, i18n.language)},{' '}
                  {t(isPaid ? 'sandbox.paid' : 'sandbox.open')}
                  {taxMinor !== null &&
                    ` (${t(taxMinor === 0 ? 'tax.none' : 'tax.amount', {
                      taxAmount: formatMoney(taxMinor, currency, i18n.language),
                    })})`}
                </span>
              </li>
            ))}
          </ul>
        </section>
        <Link href={paths.subscription()} asChild>
          <ButtonLink variant="quiet">{t('sandbox.return')}</ButtonLink>
        </Link>
      </div>
    </Page>
  );
}

/** TEST MODE: the page where a change of the pass is confirmed with the bank, in place of Stripe's page of an invoice. */
export function SandboxInvoicePage({ id }: { id: string }) {
  const { t, i18n } = useTranslation('billing');
  const describeError = useErrorMessage();
  const [, navigate] = useLocation();
  const { data, error, refetch } = useQuery({
    queryKey: ['/api/sandbox/invoices', id],
    queryFn: ({ signal }) => api('GET /api/sandbox/invoices/:id', { params: { id }, signal }),
    staleTime: 0,
  });
  const back = () => navigate(paths.subscription());
  const answer = usePassChangeMutation(async (isAuthenticated: boolean) => {
    await api('POST /api/sandbox/invoices/:id/answer', {
      params: { id },
      body: { isAuthenticated },
    });
    back();
  });
  const amount = data && formatMoney(data.amountMinor, data.currency, i18n.language);
  return (
    <Page narrow className="max-w-xl">
      <TitledHeading title={t('sandbox.invoiceTitle')} lead={data?.isOpen ? amount : null} />
      <div className="grid grid-cols-1 gap-6">
        <TestModeNotice />
        {error && <LoadError retry={() => void refetch()}>{describeError(error)}</LoadError>}
        {!data && !error && <SkeletonList count={2} shape="line" label={t('sandbox.loading')} />}
        {answer.error && <Notice tone="refusal">{describeError(answer.error)}</Notice>}
        {data?.isOpen && (
          <>
            <p>{t('sandbox.bank')}</p>
            <Button wide busy={answer.isPending} onClick={() => answer.mutate(true)}>
              {t('sandbox.confirm')}
            </Button>
            <Button wide variant="secondary" onClick={() => answer.mutate(false)}>
              {t('sandbox.refuse')}
            </Button>
          </>
        )}
        {data?.isOpen === false && <p>{t('sandbox.invoiceClosed')}</p>}
        <Button variant="quiet" onClick={back}>
          {t('sandbox.return')}
        </Button>
      </div>
    </Page>
  );
}

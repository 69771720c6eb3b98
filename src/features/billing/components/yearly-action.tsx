import { useQuery } from '@tanstack/react-query';
import { useState, useEffect } from 'react';
import { api } from '#web/lib/api.ts';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Notice } from '#web/ui/notice.tsx';
import { useOpenPaymentPage } from '#web/lib/open-page.ts';
import { usePassFormatters } from '../hooks/use-pass-formats.ts';
import { type OrderConsent, PROVIDER_CALL_OPTIONS } from '../model.ts';
import { usePassChangeMutation, useSyncPass } from '../queries.ts';
import { ActionRow, ConfirmPanel } from './action-row.tsx';
import { OrderConsentFields, useOrderConsent } from './order-consent.tsx';
import { OrderSum } from './order-sum.tsx';
import type { OwnPass } from '#shared/contract/billing.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';

/** Changes a monthly pass to a yearly one: shows the amount and how it is computed, and asks for both consents. */
export function YearlyChangeAction() {
  const { t } = useTranslation('billing');
  const describeError = useErrorMessage();
  const [isOpen, setOpen] = useState(false);
  const openPage = useOpenPaymentPage();
  const { data, error } = useQuery({
    queryKey: ['/api/passes/mine/yearly'],
    queryFn: ({ signal }) =>
      api('GET /api/passes/mine/yearly', { signal, ...PROVIDER_CALL_OPTIONS }),
    enabled: isOpen,
    staleTime: 0,
  });
  const change = usePassChangeMutation((body: { dueMinor: number; consent: OrderConsent }) =>
    api('POST /api/passes/mine/yearly', { body, ...PROVIDER_CALL_OPTIONS }).then(
      // The bank's page leads back to the pass, which says what became of the change.
      ({ bankUrl }) => bankUrl !== null && openPage(bankUrl),
    ),
  );
  const form = useOrderConsent((consent) => {
    if (data) change.mutate({ dueMinor: data.dueMinor, consent });
  });
  const { formatAmount } = usePassFormatters({ currency: data?.currency ?? null });
  return (
    <ActionRow
      title={t('manage.yearly')}
      detail={t('manage.yearlyText')}
      isOpen={isOpen}
      onPress={() => setOpen(!isOpen)}
    >
      {error && <Notice tone="refusal">{describeError(error)}</Notice>}
      {data && (
        <ConfirmPanel
          text={t('manage.yearlyConfirm', { renewal: formatAmount(data.renewalMinor) })}
          submit={t('manage.yearlySubmit', { due: formatAmount(data.dueMinor) })}
          change={change}
          onConfirm={form.submit}
          onCancel={() => setOpen(false)}
        >
          <OrderSum
            plan="yearly"
            currency={data.currency}
            amountMinor={data.dueMinor}
            credit={{ plan: 'monthly', amountMinor: data.renewalMinor - data.dueMinor }}
          />
          <OrderConsentFields form={form} />
        </ConfirmPanel>
      )}
    </ActionRow>
  );
}

/**
 * A change to the yearly pass, or the end of a pause, that waits for the person's bank, or that it refused: leads to the page where it is
 * confirmed, and gives it up. Coming back to this page has the server ask what became of it.
 */
export function UnpaidChangeNotice({ change }: { change: NonNullable<OwnPass['pendingChange']> }) {
  const { t, i18n } = useTranslation('billing');
  const describeError = useErrorMessage();
  const openPage = useOpenPaymentPage();
  const { mutate: sync, isPending: isLooking } = useSyncPass();
  const giveUp = usePassChangeMutation(() =>
    api('DELETE /api/passes/mine/yearly', PROVIDER_CALL_OPTIONS),
  );
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') sync(undefined);
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [sync]);
  return (
    <div className="mb-8">
      <Notice
        tone={change.isRefused ? 'refusal' : 'notice'}
        title={t(`pending.${change.kind}.${change.isRefused ? 'refusedTitle' : 'title'}`)}
        actions={
          <>
            <Button onClick={() => openPage(change.url)}>
              {t(change.isRefused ? 'pending.again' : 'pending.open')}
            </Button>
            <Button
              variant="quiet"
              busy={giveUp.isPending}
              onClick={() => giveUp.mutate(undefined)}
            >
              {t(`pending.${change.kind}.giveUp`)}
            </Button>
            <Button variant="quiet" busy={isLooking} onClick={() => sync(undefined)}>
              {t('success.again')}
            </Button>
          </>
        }
      >
        {t(`pending.${change.kind}.${change.isRefused ? 'refused' : 'text'}`, {
          until: formatDateTime(new Date(change.until), i18n.language),
        })}
        {giveUp.error && <p className="mt-2">{describeError(giveUp.error)}</p>}
      </Notice>
    </div>
  );
}

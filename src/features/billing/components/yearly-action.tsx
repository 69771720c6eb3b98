import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#web/lib/api.ts';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { Notice } from '#web/ui/notice.tsx';
import { usePassFormats } from '../hooks/use-pass-formats.ts';
import { type OrderConsent as Consent, PROVIDER_CALL } from '../model.ts';
import { usePassChange } from '../queries.ts';
import { ActionRow, ConfirmPanel } from './action-row.tsx';
import { OrderConsent, useOrderConsent } from './order-consent.tsx';
import { OrderSum } from './order-sum.tsx';

/** Changes a monthly pass to a yearly one: shows the amount and how it is computed, and asks for both consents. */
export function YearlyAction() {
  const { t } = useTranslation('billing');
  const describeError = useErrorMessage();
  const [isOpen, setOpen] = useState(false);
  const consent = useOrderConsent();
  const { data, error } = useQuery({
    queryKey: ['/api/passes/mine/yearly'],
    queryFn: ({ signal }) => api('GET /api/passes/mine/yearly', { signal, ...PROVIDER_CALL }),
    enabled: isOpen,
    staleTime: 0,
  });
  const change = usePassChange((body: { dueMinor: number; consent: Consent }) =>
    api('POST /api/passes/mine/yearly', { body, ...PROVIDER_CALL }),
  );
  const confirm = (dueMinor: number) => {
    const given = consent.read();
    if (given) change.mutate({ dueMinor, consent: given });
  };
  const { formatAmount } = usePassFormats({ currency: data?.currency ?? null });
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
          onConfirm={() => confirm(data.dueMinor)}
          onCancel={() => setOpen(false)}
        >
          <OrderSum
            plan="yearly"
            currency={data.currency}
            amountMinor={data.dueMinor}
            credit={{ plan: 'monthly', amountMinor: data.renewalMinor - data.dueMinor }}
          />
          <OrderConsent {...consent} />
        </ConfirmPanel>
      )}
    </ActionRow>
  );
}

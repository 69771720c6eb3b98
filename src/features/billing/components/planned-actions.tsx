import { useState } from 'react';
import type { OwnPass } from '#shared/contract/billing.ts';
import { api } from '#web/lib/api.ts';
import { useOpenPaymentPage } from '#web/lib/open-page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { ChoiceCards } from '#web/ui/choice.tsx';
import { usePassFormatters } from '../hooks/use-pass-formats.ts';
import { PROVIDER_CALL_OPTIONS } from '../model.ts';
import { usePassChangeMutation } from '../queries.ts';
import { ActionRow, ConfirmPanel } from './action-row.tsx';

type Months = 1 | 2 | 3;

/** What the owner of a subscription can plan: pausing a monthly pass, going on monthly after a year, and taking either back. */
export function PauseAndMonthlyPlanActions({ pass }: { pass: OwnPass }) {
  if (pass.source !== 'subscription' || pass.status !== 'live' || !pass.renews) return null;
  if (pass.pausedUntil) return pass.pendingChange ? null : <ResumeAction pass={pass} />;
  if (pass.nextPlan) return <StayAction pass={pass} />;
  if (!pass.isActive || pass.pendingChange) return null;
  if (pass.plan === 'monthly') return <PauseAction pass={pass} />;
  return pass.plan === 'yearly' && pass.monthlyMinor !== null ? (
    <MonthlyAction pass={pass} />
  ) : null;
}

/** A mutation of the pause, and whether its row is open. */
function usePauseRow() {
  const [isOpen, setOpen] = useState(false);
  const openPage = useOpenPaymentPage();
  const change = usePassChangeMutation((body: { months: Months | null; amountMinor?: number }) =>
    api('PUT /api/passes/mine/pause', { body, ...PROVIDER_CALL_OPTIONS }).then(
      // The bank's page leads back to the pass, which says what became of the payment.
      ({ bankUrl }) => bankUrl !== null && openPage(bankUrl),
    ),
  );
  return { isOpen, toggle: () => setOpen(!isOpen), close: () => setOpen(false), change };
}

function PauseAction({ pass }: { pass: OwnPass }) {
  const { t } = useTranslation('billing');
  const { formatDay } = usePassFormatters(pass);
  const { isOpen, toggle, close, change } = usePauseRow();
  const [months, setMonths] = useState<'1' | '2' | '3'>('1');
  const date = formatDay(pass.periodEnd);
  return (
    <ActionRow
      title={t('manage.pause')}
      detail={t('manage.pauseText', { date })}
      isOpen={isOpen}
      onPress={toggle}
    >
      <ConfirmPanel
        text={t('manage.pauseConfirm', { date })}
        submit={t('manage.pauseSubmit')}
        change={change}
        onConfirm={() => change.mutate({ months: Number(months) as Months })}
        onCancel={close}
      >
        <ChoiceCards
          legend={t('manage.pauseLegend')}
          name="months"
          choices={(['1', '2', '3'] as const).map((value) => ({
            value,
            label: t('manage.pauseMonths', { count: Number(value) }),
          }))}
          value={months}
          onChange={setMonths}
        />
      </ConfirmPanel>
    </ActionRow>
  );
}

/** Ends the pause: with the next payment, or at once, with a payment, where the paid time is over. */
function ResumeAction({ pass }: { pass: OwnPass }) {
  const { t } = useTranslation('billing');
  const { formatDay, formatAmount } = usePassFormatters(pass);
  const { isOpen, toggle, close, change } = usePauseRow();
  const amount = formatAmount(pass.amountMinor);
  const now = !pass.isActive && pass.amountMinor !== null ? pass.amountMinor : null;
  const text = now === null ? 'manage.unpauseText' : 'manage.unpauseNowText';
  return (
    <ActionRow
      title={t(now === null ? 'manage.unpause' : 'manage.unpauseNow')}
      detail={t(text, { date: formatDay(pass.periodEnd), amount })}
      isOpen={isOpen}
      onPress={toggle}
    >
      <ConfirmPanel
        text={t(now === null ? 'manage.unpauseText' : 'manage.unpauseNowConfirm', {
          date: formatDay(pass.periodEnd),
          amount,
        })}
        submit={t(now === null ? 'manage.unpause' : 'manage.unpauseNowSubmit', { amount })}
        change={change}
        onConfirm={() => change.mutate({ months: null, ...(now !== null && { amountMinor: now }) })}
        onCancel={close}
      />
    </ActionRow>
  );
}

/** A mutation of the plan with which the pass goes on, and whether its row is open. */
function usePlanRow() {
  const [isOpen, setOpen] = useState(false);
  const change = usePassChangeMutation((amountMinor: number | null) =>
    api('PUT /api/passes/mine/next-plan', { body: { amountMinor }, ...PROVIDER_CALL_OPTIONS }),
  );
  return { isOpen, toggle: () => setOpen(!isOpen), close: () => setOpen(false), change };
}

function MonthlyAction({ pass }: { pass: OwnPass }) {
  const { t } = useTranslation('billing');
  const { formatDay, formatAmount } = usePassFormatters(pass);
  const { isOpen, toggle, close, change } = usePlanRow();
  const terms = { date: formatDay(pass.periodEnd), amount: formatAmount(pass.monthlyMinor) };
  return (
    <ActionRow
      title={t('manage.monthly')}
      detail={t('manage.monthlyText', terms)}
      isOpen={isOpen}
      onPress={toggle}
    >
      <ConfirmPanel
        text={t('manage.monthlyConfirm', terms)}
        submit={t('manage.monthlySubmit', terms)}
        change={change}
        onConfirm={() => change.mutate(pass.monthlyMinor)}
        onCancel={close}
      />
    </ActionRow>
  );
}

function StayAction({ pass }: { pass: OwnPass }) {
  const { t } = useTranslation('billing');
  const { formatDay } = usePassFormatters(pass);
  const { isOpen, toggle, close, change } = usePlanRow();
  const date = formatDay(pass.periodEnd);
  return (
    <ActionRow
      title={t('manage.stayYearly')}
      detail={t('manage.stayYearlyText', { date })}
      isOpen={isOpen}
      onPress={toggle}
    >
      <ConfirmPanel
        text={t('manage.stayYearlyText', { date })}
        submit={t('manage.stayYearly')}
        change={change}
        onConfirm={() => change.mutate(null)}
        onCancel={close}
      />
    </ActionRow>
  );
}

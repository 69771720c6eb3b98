import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { OwnPass } from '#shared/contract/billing.ts';
import { api } from '#web/lib/api.ts';
import { useEntryState } from '#web/lib/entry-state.ts';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { TextArea } from '#web/ui/field.tsx';
import { paths } from '#web/lib/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PROVIDER_CALL } from '../model.ts';
import { useOpenPage } from '../hooks/use-open-page.ts';
import { usePassChange } from '../queries.ts';
import { usePassFormats } from '../hooks/use-pass-formats.ts';
import { ActionRow, ConfirmPanel } from './action-row.tsx';
import { YearlyAction } from './yearly-action.tsx';

/**
 * All actions on a bought pass, such as ending it, each a row that unfolds its form; nothing once the owner has
 * withdrawn from the purchase.
 */
export function PassActions({ pass }: { pass: OwnPass }) {
  if (pass.withdrawnAt) return null;
  return (
    <div className="border-t border-line">
      <PortalAction pass={pass} />
      {pass.plan === 'monthly' && pass.status === 'live' && pass.renews && <YearlyAction />}
      {pass.lifetimeMinor !== null && <LifetimeAction pass={pass} />}
      {pass.source === 'subscription' && pass.status !== 'ended' && <RenewalAction pass={pass} />}
      {pass.withdrawUntil && <WithdrawAction pass={pass} />}
    </div>
  );
}

function PortalAction({ pass }: { pass: OwnPass }) {
  const { t } = useTranslation(['billing', 'errors']);
  const openPage = useOpenPage();
  const open = usePassChange(async () =>
    openPage((await api('POST /api/passes/mine/portal', PROVIDER_CALL)).url),
  );
  const detail = pass.cardLast4
    ? t('billing:manage.paymentText', { last4: pass.cardLast4 })
    : t('billing:manage.paymentPlain');
  return (
    <>
      <ActionRow
        title={t('billing:manage.payment')}
        detail={detail}
        onPress={() => open.mutate(undefined)}
      />
      {open.error && (
        <Notice
          tone="refusal"
          actions={
            <Link href={paths.contact(paths.subscription(), 'billing_portal')} asChild>
              <ButtonLink variant="quiet" className="px-2">
                {t('billing:error.support')}
              </ButtonLink>
            </Link>
          }
        >
          {t('errors:billing_portal')}
        </Notice>
      )}
    </>
  );
}

/** Leads to the order of a lifetime pass, with the unused part of the subscription deducted. */
function LifetimeAction({ pass }: { pass: OwnPass }) {
  const { t } = useTranslation('billing');
  const { formatAmount } = usePassFormats(pass);
  const [, setOrdered] = useEntryState<boolean>('upgrade');
  return (
    <ActionRow
      title={t('manage.lifetime')}
      detail={t('manage.lifetimeText', { amount: formatAmount(pass.lifetimeMinor) })}
      onPress={() => setOrdered(true)}
    />
  );
}

function RenewalAction({ pass }: { pass: OwnPass }) {
  const { t } = useTranslation('billing');
  const { formatDay, formatAmount } = usePassFormats(pass);
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const change = usePassChange((renews: boolean) => {
    const said = renews ? '' : reason.trim();
    const body = { renews, ...(said && { reason: said }) };
    return api('PUT /api/passes/mine/renewal', { body, ...PROVIDER_CALL });
  });
  const date = formatDay(pass.periodEnd);
  if (!pass.renews)
    return (
      <>
        <ActionRow
          title={t('manage.resume')}
          detail={t('manage.resumeText', { amount: formatAmount(pass.amountMinor), date })}
          onPress={() => change.mutate(true)}
        />
        <ChangeError error={change.error} />
      </>
    );
  return (
    <ActionRow
      title={t('manage.stop')}
      detail={t('manage.stopText', { date })}
      isOpen={isOpen}
      onPress={() => setOpen(!isOpen)}
    >
      <ConfirmPanel
        text={t('manage.stopConfirm', { date })}
        submit={t('manage.stopSubmit')}
        change={change}
        onConfirm={() => change.mutate(false)}
        onCancel={() => setOpen(false)}
      >
        <TextArea
          label={t('manage.reason')}
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </ConfirmPanel>
    </ActionRow>
  );
}

function ChangeError({ error }: { error: Error | null }) {
  const describeError = useErrorMessage();
  return error && <Notice tone="refusal">{describeError(error)}</Notice>;
}

function WithdrawAction({ pass }: { pass: OwnPass }) {
  const { t } = useTranslation('billing');
  const { formatDay, formatAmount } = usePassFormats(pass);
  const [isOpen, setOpen] = useState(false);
  const change = usePassChange(() =>
    api('POST /api/passes/mine/withdrawal', { body: { id: pass.id }, ...PROVIDER_CALL }),
  );
  return (
    <ActionRow
      title={t('manage.withdraw')}
      detail={t('manage.withdrawText', { date: formatDay(pass.withdrawUntil) })}
      isOpen={isOpen}
      onPress={() => setOpen(!isOpen)}
    >
      <ConfirmPanel
        text={t('manage.withdrawConfirm', { amount: formatAmount(pass.withdrawMinor) })}
        submit={t('manage.withdrawSubmit')}
        change={change}
        onConfirm={() => change.mutate(undefined)}
        onCancel={() => setOpen(false)}
      />
    </ActionRow>
  );
}

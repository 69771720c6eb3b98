import { useLocation, Link } from 'wouter';
import type { OwnPass } from '#shared/contract/billing.ts';
import { api } from '#web/lib/api.ts';
import { useHistoryEntryState } from '#web/lib/entry-state.ts';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Notice } from '#web/ui/notice.tsx';
import { PROVIDER_CALL_OPTIONS } from '../model.ts';
import { useOpenPaymentPage } from '#web/lib/open-page.ts';
import { usePassChangeMutation } from '../queries.ts';
import { usePassFormatters } from '../hooks/use-pass-formats.ts';
import { ActionRow } from './action-row.tsx';
import { PauseAndMonthlyPlanActions } from './planned-actions.tsx';
import { YearlyChangeAction } from './yearly-action.tsx';
import { ButtonLink } from '#web/ui/button.tsx';

/** Neither a pause nor a change that waits for its payment stands against a change. */
const canChange = ({ pausedUntil, pendingChange }: OwnPass): boolean =>
  !pausedUntil && !pendingChange;

/**
 * All actions on a bought pass, such as ending it, each a row that unfolds its form; nothing once the owner has
 * withdrawn from the purchase.
 */
export function PassActions({ pass }: { pass: OwnPass }) {
  if (pass.withdrawnAt) return null;
  return (
    <div className="border-t border-line">
      <BillingPortalAction cardLast4={pass.cardLast4} />
      {pass.plan === 'monthly' && pass.status === 'live' && pass.renews && canChange(pass) && (
        <YearlyChangeAction />
      )}
      {pass.lifetimeMinor !== null && <LifetimeAction pass={pass} />}
      <PauseAndMonthlyPlanActions pass={pass} />
      {pass.source === 'subscription' && pass.status !== 'ended' && <RenewalAction pass={pass} />}
      {pass.withdrawUntil && <WithdrawAction pass={pass} />}
    </div>
  );
}

/** Leads to the order of a lifetime pass, with the unused part of the subscription deducted. */
function LifetimeAction({ pass }: { pass: OwnPass }) {
  const { t } = useTranslation('billing');
  const { formatAmount } = usePassFormatters(pass);
  const [, setOrdered] = useHistoryEntryState<boolean>('upgrade');
  const amount = formatAmount(pass.lifetimeMinor);
  return (
    <ActionRow
      title={t('manage.lifetime')}
      detail={
        pass.lifetimeCreditMinor > 0
          ? t('manage.lifetimeText', { amount })
          : `${amount}, ${t('per.lifetime')}`
      }
      onPress={() => setOrdered(true)}
    />
  );
}

/** Leads to the page where the contract is ended; once it is, lets it renew again. */
function RenewalAction({ pass }: { pass: OwnPass }) {
  const { t } = useTranslation('billing');
  const { formatDay, formatAmount } = usePassFormatters(pass);
  const [, navigate] = useLocation();
  const resume = usePassChangeMutation(() =>
    api('PUT /api/passes/mine/renewal', { body: { renews: true }, ...PROVIDER_CALL_OPTIONS }),
  );
  const date = formatDay(pass.periodEnd);
  if (pass.renews)
    return (
      <ActionRow
        title={t('manage.stop')}
        detail={pass.isActive ? t('manage.stopText', { date }) : t('manage.stopPlain')}
        onPress={() => navigate(paths.contract())}
      />
    );
  return (
    <>
      <ActionRow
        title={t('manage.resume')}
        detail={t('manage.resumeText', { amount: formatAmount(pass.amountMinor), date })}
        onPress={() => resume.mutate(undefined)}
      />
      <ChangeError error={resume.error} />
    </>
  );
}

function ChangeError({ error }: { error: Error | null }) {
  const describeError = useErrorMessage();
  return error && <Notice tone="refusal">{describeError(error)}</Notice>;
}

/** Leads to the page where a pass is withdrawn from: the one that is shown, or another one, which it names. */
export function WithdrawAction({ pass, isOther = false }: { pass: OwnPass; isOther?: boolean }) {
  const { t } = useTranslation('billing');
  const { formatDay, formatAmounts } = usePassFormatters(pass);
  const [, navigate] = useLocation();
  const date = formatDay(pass.withdrawUntil);
  return (
    <ActionRow
      title={
        isOther
          ? t('manage.withdrawFrom', { plan: t(`names.${pass.plan ?? 'monthly'}`) })
          : t('manage.withdraw')
      }
      detail={t(pass.withdrawAmounts.length > 0 ? 'manage.withdrawText' : 'manage.withdrawFree', {
        date,
        amount: formatAmounts(pass.withdrawAmounts),
      })}
      onPress={() => navigate(`${paths.contract('withdraw')}${isOther ? `=${pass.id}` : ''}`)}
    />
  );
}

/** Opens the payment provider's page where the card is changed and receipts are found, also when the pass has ended. */
export function BillingPortalAction({ cardLast4 }: { cardLast4: string | null }) {
  const { t } = useTranslation(['billing', 'errors']);
  const openPage = useOpenPaymentPage();
  const open = usePassChangeMutation(async () =>
    openPage((await api('POST /api/passes/mine/portal', PROVIDER_CALL_OPTIONS)).url),
  );
  const detail = cardLast4
    ? t('billing:manage.paymentText', { last4: cardLast4 })
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

import { Link } from 'wouter';
import type { OwnPass } from '#shared/contract/billing.ts';
import { LazyNetworkNotice } from '#web/features/offline/components/needs-network.tsx';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Page } from '#web/ui/page.tsx';
import { SunArc } from '#web/ui/sun-arc.tsx';
import { usePassFormatters } from '../hooks/use-pass-formats.ts';
import { OtherChargingSubscriptions } from './also-charging.tsx';
import { GiftsSection } from './gifts.tsx';
import { PassActions, BillingPortalAction, WithdrawAction } from './pass-actions.tsx';
import { UnpaidChangeNotice } from './yearly-action.tsx';
import { TitledHeading } from './titled-heading.tsx';

/** The person's pass with everything that they can do with it. */
export function PassManagementPage({
  pass,
  alsoCharging,
  alsoWithdrawable,
  hasReceipts,
}: {
  pass: OwnPass;
  alsoCharging: readonly OwnPass[];
  alsoWithdrawable: readonly OwnPass[];
  hasReceipts: boolean;
}) {
  const { t } = useTranslation('billing');
  const { formatDay, formatShortDay, formatAmount, formatAmounts } = usePassFormatters(pass);
  const { plan, source, periodStart, periodEnd, endsAt, isActive, status } = pass;
  const date = formatDay(periodEnd);
  const failed = status === 'past_due';
  const lead = () => {
    if (pass.withdrawnAt)
      return t('manage.withdrawn', {
        date: formatDay(pass.withdrawnAt),
        amount: formatAmounts(pass.withdrawAmounts),
      });
    if (source === 'grant')
      return periodEnd ? t('manage.granted', { date }) : t('manage.grantedForever');
    if (failed) return null;
    if (periodEnd === null) return t('active.forever');
    const amount = formatAmount(pass.amountMinor);
    if (pass.pausedUntil) {
      const next = formatDay(pass.pausedUntil);
      return isActive
        ? t('manage.paused', { until: formatDay(endsAt), date: next, amount })
        : t('manage.resting', { date: next, amount });
    }
    if (pass.nextPlan) return t('manage.goesMonthly', { date, amount });
    if (status === 'ended' && isActive && source === 'subscription')
      return t('manage.restored', { date });
    if (pass.renews) return t('manage.renews', { date, amount: formatAmount(pass.amountMinor) });
    return t('manage.ends', { date });
  };
  return (
    <Page
      className="max-wide:gap-0"
      aside={
        <>
          {source !== 'grant' && <PassActions pass={pass} />}
          {alsoWithdrawable.map((one) => (
            <WithdrawAction key={one.id} pass={one} isOther />
          ))}
          {hasReceipts && (source === 'grant' || pass.withdrawnAt) && (
            <BillingPortalAction cardLast4={null} />
          )}
          <GiftsSection />
        </>
      }
    >
      <TitledHeading
        above={plan && source !== 'grant' ? t(`plans.${plan}`) : t(`active.tiers.${pass.tier}`)}
        title={t(
          pass.withdrawnAt
            ? 'manage.withdrawnTitle'
            : pass.pausedUntil
              ? 'manage.pausedTitle'
              : isActive
                ? 'active.title'
                : 'ended.title',
        )}
        lead={lead()}
      />
      {failed && !pass.withdrawnAt && (
        <div className="mb-6">
          <Notice tone="refusal">
            {isActive
              ? t(pass.asksBank ? 'manage.asksBank' : 'manage.failed', { date: formatDay(endsAt) })
              : t('manage.failedEnded')}
          </Notice>
        </div>
      )}
      {periodStart &&
        periodEnd &&
        source !== 'grant' &&
        !failed &&
        !pass.withdrawnAt &&
        isActive && (
          <div className="mb-8">
            <SunArc
              progress={getProgress(periodStart, periodEnd)}
              label={t('manage.year', { from: formatDay(periodStart), to: date })}
            />
            <p aria-hidden="true" className="mt-4 flex justify-between gap-4 text-sm text-ink-2">
              <span>{formatShortDay(periodStart)}</span>
              <span className="text-right">{formatShortDay(periodEnd)}</span>
            </p>
          </div>
        )}
      <LazyNetworkNotice what="payment" />
      {pass.pendingChange && <UnpaidChangeNotice change={pass.pendingChange} />}
      <OtherChargingSubscriptions passes={alsoCharging} />
      {isActive && (
        <Link href={paths.home()} asChild>
          <ButtonLink variant="secondary" className="mt-2 max-wide:mb-8 max-sm:w-full">
            {t('active.go')}
          </ButtonLink>
        </Link>
      )}
    </Page>
  );
}

function getProgress(from: string, to: string): number {
  const start = Date.parse(from);
  const end = Date.parse(to);
  return (Date.now() - start) / (end - start);
}

import { Link } from 'wouter';
import type { OwnPass } from '#shared/contract/billing.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { usePassFormatters } from '../hooks/use-pass-formats.ts';

/**
 * Subscriptions that will be charged besides the pass that is shown, each with a link to the page where it is ended;
 * nothing without any.
 */
export function OtherChargingSubscriptions({ passes }: { passes: readonly OwnPass[] }) {
  if (passes.length === 0) return null;
  return (
    <div className="mb-8 grid gap-4">
      {passes.map((pass) => (
        <ChargingPass key={pass.id} pass={pass} />
      ))}
    </div>
  );
}

function ChargingPass({ pass }: { pass: OwnPass }) {
  const { t } = useTranslation('billing');
  const { formatDay, formatAmount } = usePassFormatters(pass);
  const name = t(`names.${pass.plan ?? 'monthly'}`);
  const amount = formatAmount(pass.amountMinor);
  return (
    <Notice
      title={t('also.title', { plan: name })}
      actions={
        <Link href={paths.contract()} asChild>
          <ButtonLink variant="secondary">{t('manage.stop')}</ButtonLink>
        </Link>
      }
    >
      {pass.status === 'past_due'
        ? t('also.triedAgain', { amount })
        : t('also.renews', { amount, date: formatDay(pass.pausedUntil ?? pass.periodEnd) })}
    </Notice>
  );
}

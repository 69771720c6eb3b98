import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { getDeviceTimeZone } from '#web/lib/clock.ts';
import { paths } from '#web/lib/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { LoadError } from '#web/ui/notice.tsx';
import { SkeletonList } from '#web/ui/skeleton.tsx';
import { AlsoCharging } from '#web/features/billing/components/also-charging.tsx';
import { listBesides } from '#web/features/billing/model.ts';
import { useOwnPass } from '#web/features/billing/queries.ts';
import { useSubscriptionStatus } from '#web/features/account/queries.ts';
import { formatDay, describeAccessEnd } from '../model.ts';

/**
 * The profile's section about the pass: until when it is valid, what else will be charged, and a link to the subscription
 * page.
 */
export function PassSection() {
  const { t, i18n } = useTranslation(['profile', 'ui']);
  const { data, error, refetch } = useSubscriptionStatus();
  const own = useOwnPass();
  if (!data && error)
    return <LoadError retry={() => void refetch()}>{t('profile:pass.error')}</LoadError>;
  if (!data) return <SkeletonList shape="line" count={2} label={t('profile:pass.loading')} />;
  const term = describeAccessEnd(data);
  return (
    <>
      <p className="font-medium">{t(`profile:pass.${data.plan ?? data.tier}`)}</p>
      <p className="mt-1 text-ink-2">
        {term.date === null
          ? t(term.key === 'free' ? 'profile:pass.freeText' : 'profile:pass.forever')
          : t(`profile:pass.${term.key}`, {
              date: formatDay(term.date, i18n.language, getDeviceTimeZone()),
            })}
      </p>
      {own.data && (
        <div className="mt-4 empty:hidden">
          <AlsoCharging passes={listBesides(own.data, data.hasActiveAccess)} />
        </div>
      )}
      <Link href={paths.subscription()} asChild>
        <ButtonLink variant={term.key === 'free' ? 'primary' : 'secondary'} className="mt-4">
          {t(term.key === 'free' ? 'profile:pass.see' : 'profile:pass.manage')}
        </ButtonLink>
      </Link>
    </>
  );
}

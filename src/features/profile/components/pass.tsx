import { Link } from 'wouter';
import { getDeviceTimeZone } from '#web/lib/clock.ts';
import { loadCatalogueGroup } from '#web/lib/i18n.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { createLazyComponent } from '#web/ui/lazy-component.tsx';
import { LoadError } from '#web/ui/notice.tsx';
import { SkeletonList } from '#web/ui/skeleton.tsx';
import { listUnshownChargingPasses } from '#web/features/billing/model.ts';
import { useOwnPass } from '#web/features/billing/queries.ts';
import { useSubscriptionStatus } from '#web/features/account/queries.ts';
import { formatInstantAsDate, getAccessTerm } from '../model.ts';

/** Loaded with its texts for the few members whom it concerns. */
const AlsoCharging = createLazyComponent(async () => {
  const [module] = await Promise.all([
    import('#web/features/billing/components/also-charging.tsx'),
    loadCatalogueGroup('billing'),
  ]);
  return module.OtherChargingSubscriptions;
});

/**
 * The profile's section about the pass: until when it is valid, what else will be charged, and a link to the subscription
 * page.
 */
export function PassAndChargesSection() {
  const { t, i18n } = useTranslation(['profile', 'ui']);
  const { data, error, refetch } = useSubscriptionStatus();
  const own = useOwnPass();
  if (!data && error)
    return <LoadError retry={() => void refetch()}>{t('profile:pass.error')}</LoadError>;
  if (!data) return <SkeletonList shape="line" count={2} label={t('profile:pass.loading')} />;
  const term = getAccessTerm(data);
  const besides = own.data ? listUnshownChargingPasses(own.data, data.hasActiveAccess) : [];
  return (
    <>
      <p className="font-medium">{t(`profile:pass.${data.plan ?? data.tier}`)}</p>
      <p className="mt-1 text-ink-2">
        {term.date === null
          ? t(term.key === 'free' ? 'profile:pass.freeText' : 'profile:pass.forever')
          : t(`profile:pass.${term.key}`, {
              date: formatInstantAsDate(term.date, i18n.language, getDeviceTimeZone()),
            })}
      </p>
      {besides.length > 0 && (
        <div className="mt-4">
          <AlsoCharging passes={besides} />
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

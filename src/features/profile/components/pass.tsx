import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { ownTimeZone } from '#web/lib/clock.ts';
import { paths } from '#web/lib/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { NotLoaded } from '#web/ui/not-loaded.tsx';
import { SkeletonList } from '#web/ui/skeleton.tsx';
import { dayInWords, passTerm } from '../model.ts';
import { usePass } from '../queries.ts';

/** The tier and how long it lasts; the passes, or what was paid, are one step away. */
export function Pass() {
  const { t, i18n } = useTranslation(['profile', 'ui']);
  const { data, error, refetch } = usePass();
  if (!data && error)
    return <NotLoaded retry={() => void refetch()}>{t('profile:pass.error')}</NotLoaded>;
  if (!data) return <SkeletonList shape="line" count={2} label={t('profile:pass.loading')} />;
  const term = passTerm(data);
  return (
    <>
      <p className="font-medium">{t(`profile:pass.${data.tier}`)}</p>
      <p className="mt-1 text-ink-2">
        {term.key === 'free' && t('profile:pass.freeText')}
        {term.key === 'forever' && t('profile:pass.forever')}
        {term.key === 'until' &&
          t('profile:pass.until', {
            date: dayInWords(term.endsAt, i18n.language, ownTimeZone()),
          })}
      </p>
      {term.key !== 'forever' && (
        <Link href={paths.subscription()} asChild>
          <ButtonLink variant={term.key === 'free' ? 'primary' : 'secondary'} className="mt-4">
            {t(term.key === 'free' ? 'profile:pass.see' : 'profile:pass.manage')}
          </ButtonLink>
        </Link>
      )}
    </>
  );
}

import { useTranslation } from 'react-i18next';
import { Skeleton, SkeletonList } from '#web/ui/skeleton.tsx';

/** The shape of the recommendation that is coming. */
export function DayLoading() {
  const { t } = useTranslation('home');
  return (
    <output aria-busy="true" className="block">
      <span className="sr-only">{t('loading')}</span>
      <span className="grid grid-cols-[min(7.75rem,39%)_minmax(0,1fr)] items-center gap-x-5 sm:grid-cols-[11rem_minmax(0,1fr)] sm:gap-x-8">
        <Skeleton className="window w-full" />
        <span className="grid gap-3">
          <Skeleton className="h-4 w-24" />
          <Skeleton className="h-7 w-4/5" />
          <Skeleton className="h-4 w-full" />
          <Skeleton className="h-12 w-28 rounded-full" />
        </span>
      </span>
    </output>
  );
}

/** The shape of the totals and the recent activity. */
export function PracticeLoading() {
  const { t } = useTranslation('home');
  return (
    <div className="pb-8">
      <SkeletonList count={4} label={t('loading')} />
    </div>
  );
}

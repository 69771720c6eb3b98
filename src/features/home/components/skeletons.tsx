import { useTranslation } from '#web/lib/translation.ts';
import { Skeleton, SkeletonList } from '#web/ui/skeleton.tsx';

/** Placeholder shown while the dashboard's recommendation, today's line and the other sessions load. */
export function TodaysSessionsSkeleton() {
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
      <Skeleton className="mt-5 h-5 w-4/5" />
      <Skeleton className="mt-10 h-4 w-36" />
      <span className="mt-5 flex gap-5">
        <WindowSkeleton />
        <WindowSkeleton />
      </span>
    </output>
  );
}

function WindowSkeleton() {
  return (
    <span className="w-27 shrink-0 sm:w-32">
      <Skeleton className="window w-full" />
      <Skeleton className="mt-3 h-4 w-full" />
      <Skeleton className="mt-2 h-4 w-3/5" />
    </span>
  );
}

/** Placeholder shown while the dashboard's totals load. */
export function TotalsSkeleton() {
  const { t } = useTranslation('home');
  return <SkeletonList shape="line" count={2} label={t('loading')} />;
}

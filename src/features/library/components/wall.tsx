import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { now } from '#web/lib/clock.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { badgesOf, type Choice, eachOnce } from '../model.ts';
import { useRecommendedIds, useSessions } from '../queries.ts';
import { LoadFailed, NoSessions } from './nothing.tsx';
import { SessionWindow } from './session-window.tsx';
import { ShowMore } from './show-more.tsx';

const GRID =
  'grid grid-cols-2 gap-x-5 gap-y-9 sm:grid-cols-3 sm:gap-x-8 wide:grid-cols-4 wide:gap-x-10 wide:gap-y-12 xl:grid-cols-5';

/** The library as a wall of windows at different hours. */
export function Wall({ choice }: { choice: Choice }) {
  const { t } = useTranslation('library');
  const { data, error, isPlaceholderData, hasNextPage, isFetchingNextPage, ...query } =
    useSessions(choice);
  const recommended = useRecommendedIds();
  const { fetchNextPage } = query;
  const more = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  if (!data)
    return error ? <LoadFailed error={error} retry={() => void query.refetch()} /> : <Loading />;
  const sessions = eachOnce(data.pages);
  if (sessions.length === 0) return <NoSessions choice={choice} />;
  return (
    <div aria-busy={isPlaceholderData}>
      {data.pages[0]?.near && (
        <p className="mb-6 text-ink-2">{t('search.near', { words: choice.search })}</p>
      )}
      <ul className={`${GRID} transition-opacity ${isPlaceholderData ? 'opacity-50' : ''}`}>
        {sessions.map((session) => (
          <SessionWindow
            key={session.id}
            session={session}
            badges={badgesOf(session, recommended, now())}
          />
        ))}
      </ul>
      <output className="sr-only">
        {isFetchingNextPage ? t('loadingMore') : t('shown', { count: sessions.length })}
      </output>
      {query.isFetchNextPageError && error && <LoadFailed part="more" error={error} retry={more} />}
      {hasNextPage && !query.isFetchNextPageError && !isPlaceholderData && (
        <ShowMore busy={isFetchingNextPage} onMore={more} />
      )}
      {!hasNextPage && (
        <p className="mt-14 text-center text-sm text-ink-2">
          {t('end', { count: sessions.length })}
        </p>
      )}
    </div>
  );
}

function Loading() {
  const { t } = useTranslation('library');
  return (
    <output aria-busy="true" data-skeleton={6} className="block">
      <span className="sr-only">{t('loading')}</span>
      <span className={GRID}>
        {[1, 2, 3, 4, 5, 6].map((item) => (
          <span key={item} className="xl:nth-6:hidden wide:max-xl:nth-[n+5]:hidden">
            <Skeleton className="window w-full" />
            <Skeleton className="mt-4 h-4 w-1/2" />
            <Skeleton className="mt-2 h-5 w-4/5" />
          </span>
        ))}
      </span>
    </output>
  );
}

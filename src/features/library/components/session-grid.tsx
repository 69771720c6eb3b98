import { useCallback, useEffect, useRef } from 'react';
import { useProfile } from '#web/features/account/queries.ts';
import { now } from '#web/lib/clock.ts';
import { useIsOnline } from '#web/lib/device.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { DeferredChildren } from '#web/ui/deferred-children.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { getSessionBadges, type LibraryFilter, flattenSessionPages } from '../model.ts';
import { useRecommendedSessionIds, useSessions } from '../queries.ts';
import { SessionsLoadError, EmptyResults } from './empty-results.tsx';
import { CARD_CLASS_NAME, CARD_ART_CLASS_NAME, SessionCard } from './session-card.tsx';

const GRID_CLASS =
  'grid gap-x-5 gap-y-6 sm:grid-cols-3 sm:gap-x-8 sm:gap-y-9 wide:grid-cols-4 wide:gap-x-10 wide:gap-y-12 xl:grid-cols-5 roomy:grid-cols-6';

/** How many cards the largest screens show at first. */
const FIRST_SCREEN = 12;

/** The library's grid of sessions, with loading, empty and error states. */
export function SessionGrid({ choice }: { choice: LibraryFilter }) {
  const { t } = useTranslation('library');
  const { data, error, isPlaceholderData, hasNextPage, isFetchingNextPage, ...query } =
    useSessions(choice);
  const recommended = useRecommendedSessionIds();
  const { memberSince } = useProfile();
  const { fetchNextPage } = query;
  const more = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  if (!data)
    return error ? (
      <SessionsLoadError error={error} retry={() => void query.refetch()} />
    ) : (
      <Loading />
    );
  const sessions = flattenSessionPages(data.pages);
  if (sessions.length === 0) return <EmptyResults choice={choice} />;
  const renderCard = (session: (typeof sessions)[number]) => (
    <SessionCard
      key={session.id}
      session={session}
      badges={getSessionBadges(session, recommended, { now: now(), memberSince })}
    />
  );
  return (
    <div aria-busy={isPlaceholderData}>
      {data.pages[0]?.near && (
        <p className="mb-6 text-ink-2">{t('search.near', { words: choice.search })}</p>
      )}
      {choice.search !== '' && <OfflineSearchNotice />}
      <Summary total={data.pages[0]?.total ?? null} />
      <ul className={`${GRID_CLASS} transition-opacity ${isPlaceholderData ? 'opacity-50' : ''}`}>
        {sessions.slice(0, FIRST_SCREEN).map(renderCard)}
        <DeferredChildren>{sessions.slice(FIRST_SCREEN).map(renderCard)}</DeferredChildren>
      </ul>
      <output className="sr-only">
        {isFetchingNextPage ? t('loadingMore') : t('shown', { count: sessions.length })}
      </output>
      {query.isFetchNextPageError && error && (
        <SessionsLoadError part="more" error={error} retry={more} />
      )}
      <DeferredChildren>
        {hasNextPage && !query.isFetchNextPageError && !isPlaceholderData && (
          <ShowMore busy={isFetchingNextPage} onMore={more} />
        )}
      </DeferredChildren>
      {!hasNextPage && (
        <p className="mt-14 text-center text-sm text-ink-2">
          {t('end', { count: sessions.length })}
        </p>
      )}
    </div>
  );
}

/** Says without a network what a search on this device cannot know. */
function OfflineSearchNotice() {
  const { t } = useTranslation('library');
  const isOnline = useIsOnline();
  // Always there, so that what comes into it is read out.
  return (
    <output className="block not-empty:mb-6 not-empty:text-ink-2">
      {!isOnline && t('search.offline')}
    </output>
  );
}

/** How many sessions there are, and what the two kinds on the cards mean. */
function Summary({ total }: { total: number | null }) {
  const { t } = useTranslation(['library', 'common']);
  return (
    <p className="mb-4 text-sm text-ink-2 sm:mb-6">
      {total !== null && <>{t('library:total', { count: total })} · </>}
      <span className="text-load">{t('common:kind.load')}</span>
      {t('library:means')}
      {t('common:kindInWords.load')} · <span className="text-flow">{t('common:kind.flow')}</span>
      {t('library:means')}
      {t('common:kindInWords.flow')}
    </p>
  );
}

function Loading() {
  const { t } = useTranslation('library');
  return (
    <output aria-busy="true" data-skeleton={6} className="block">
      <span className="sr-only">{t('loading')}</span>
      <span className={GRID_CLASS}>
        {[1, 2, 3, 4, 5, 6].map((item) => (
          <span
            key={item}
            className={`${CARD_CLASS_NAME} xl:nth-6:hidden wide:max-xl:nth-[n+5]:hidden`}
          >
            <Skeleton className={`window w-full ${CARD_ART_CLASS_NAME}`} />
            <span className="block">
              <Skeleton className="h-4 w-1/2 sm:mt-4" />
              <Skeleton className="mt-2 h-5 w-4/5" />
            </span>
          </span>
        ))}
      </span>
    </output>
  );
}

/** Loads the next page when pressed, or by itself shortly before it scrolls into view. */
function ShowMore({ busy, onMore }: { busy: boolean; onMore: () => void }) {
  const { t } = useTranslation('common');
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const element = button.current;
    if (!element || busy) return undefined;
    // Several entries may come at once: the first is not always the one that says it came into view.
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && onMore(),
      { rootMargin: '0px 0px 320px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [busy, onMore]);
  return (
    <p className="mt-12 text-center">
      <Button ref={button} variant="secondary" busy={busy} onClick={onMore}>
        {t('verbs.showMore')}
      </Button>
    </p>
  );
}

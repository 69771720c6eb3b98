import { useEffect } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { computeCountdown } from '#shared/rules/flight-date.ts';
import { isFlown } from '#shared/rules/flights.ts';
import { getPartOfDay } from '#shared/rules/greeting.ts';
// A name that waits to be sent is shown here too.
import '#web/features/account/hooks/use-change-name.ts';
import { useProfile } from '#web/features/account/queries.ts';
import { LazyLedgerPrompt } from '#web/features/ledger/components/lazy-ledger.tsx';
import { LazyOfflineReadyLine } from '#web/features/offline/components/lazy-ready-line.tsx';
import { useDashboard } from '#web/features/plan/queries.ts';
import { getDeviceTimeZone } from '#web/lib/clock.ts';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { cacheMarkup } from '#web/lib/cached-markup.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/icons.tsx';
import { usePageTitle } from '#web/lib/page-title.ts';
import { DeferredChildren } from '#web/ui/deferred-children.tsx';
import { LoadError } from '#web/ui/notice.tsx';
import { Page, Section } from '#web/ui/page.tsx';
import {
  FlightCountdown,
  TodayDoneUnderRecommendation,
  useCountdownFlight,
} from './components/flight-countdown.tsx';
import { WorldLandingsCounter } from './components/landings.tsx';
import { TodaysSessionsSkeleton, TotalsSkeleton } from './components/skeletons.tsx';
import { QuickActions } from './components/quick-actions.tsx';
import { RecentActivity } from './components/recent-activity.tsx';
import { TodaysSessions } from './components/todays-sessions.tsx';
import { NoPracticeYet, PracticeTotals } from './components/totals.tsx';
import { useNow } from '#web/lib/use-now.ts';
import { hasNeverListened, adaptSessionsToPartOfDay } from './model.ts';

const MINUTE_MS = 60_000;

/** The dashboard of a signed-in person. */
export default function HomePage() {
  const { t } = useTranslation('home');
  usePageTitle(t('title'));
  const now = useNow(MINUTE_MS);
  const { name, flightDate } = useProfile();
  // After a flight, its debrief is asked for before anything else is proposed.
  const counted = useCountdownFlight(now);
  const { state } = computeCountdown({ date: flightDate, timeZone: getDeviceTimeZone(), now });
  const landed = state === 'passed' || (counted !== null && isFlown(counted, now));
  const { data, error, refetch } = useDashboard();
  const part = getPartOfDay(getDeviceTimeZone(), now);
  const isLate = part === 'evening' || part === 'night';
  // A shortcut of the installed app leads to the next session.
  const isAskedForNext = new URLSearchParams(useSearch()).has('next');
  const shown = data && adaptSessionsToPartOfDay(data, part);
  const next = shown?.[0]?.content.id;
  const [, navigate] = useLocation();
  // After the first render, which has to be that of the server.
  useEffect(() => {
    if (isAskedForNext && next !== undefined) navigate(paths.content(next), { replace: true });
  }, [isAskedForNext, next, navigate]);
  return (
    <Page
      className="max-wide:gap-8 max-wide:pt-2"
      aside={
        <div className="border-line empty:hidden max-wide:border-t max-wide:pt-8 max-wide:render-late-280">
          <DeferredChildren>
            {(data || !error) && (
              <Section title={t('totals.heading')}>
                {!data && <TotalsSkeleton />}
                {data &&
                  (hasNeverListened(data) ? <NoPracticeYet /> : <PracticeTotals {...data} />)}
              </Section>
            )}
            {data && data.recentActivity.length > 0 && (
              <Section title={t('activity.heading')}>
                <RecentActivity activity={data.recentActivity} now={now} />
              </Section>
            )}
            {/* Rendered once the content above is loaded, so that it does not jump. */}
            <div
              hidden={!data && !error}
              className="border-t border-line pt-8 first:border-t-0 first:pt-0"
            >
              <Section title={t('landings.heading')}>
                <WorldLandingsCounter />
              </Section>
              <Section title={t('actions.heading')}>
                <QuickActions />
                <LazyOfflineReadyLine />
              </Section>
            </div>
          </DeferredChildren>
        </div>
      }
    >
      <Greeting part={part} name={name} />
      {data !== undefined && data.newAnswers > 0 && (
        <Link
          href={paths.support()}
          className="group mt-3 flex min-h-11 items-center gap-3 border-l-2 border-horizon py-1.5 pl-4"
        >
          <span className="grow group-hover:underline">
            {t('answers', { count: data.newAnswers })}
          </span>
          <Icon name="chevron-right" className="size-5 shrink-0 text-ink-2" />
        </Link>
      )}
      <div className="mt-2 sm:mt-5">
        <FlightCountdown
          now={now}
          practised={data ? data.totalSessions > 0 : error ? false : null}
        />
      </div>
      {landed && (
        <div className="mt-6 empty:hidden">
          <LazyLedgerPrompt />
        </div>
      )}
      <div className="mt-4 border-t border-line pt-5 sm:mt-6 sm:pt-6">
        {data && shown && (
          <TodaysSessions
            recommendations={shown}
            done={data.doneToday}
            tonight={isLate && data.tonight?.id !== next ? data.tonight : null}
            below={<TodayDoneUnderRecommendation now={now} today={data.sessionsToday} />}
          />
        )}
        {!data &&
          (error ? (
            <DashboardError error={error} retry={() => void refetch()} />
          ) : (
            <TodaysSessionsSkeleton />
          ))}
      </div>
      {data && !landed && (
        <div className="mt-8 empty:hidden">
          <LazyLedgerPrompt isLate />
        </div>
      )}
    </Page>
  );
}

const Greeting = cacheMarkup(
  function Greeting({ part, name }: { part: ReturnType<typeof getPartOfDay>; name: string }) {
    const { t } = useTranslation('home');
    // One line on the narrowest phones, so that the play button stays visible.
    return <h1 className="text-2xl min-[24rem]:text-3xl">{t(`greeting.${part}`, { name })}</h1>;
  },
  ['name'],
);

function DashboardError({ error, retry }: { error: Error; retry: () => void }) {
  const { t } = useTranslation(['home', 'ui']);
  const describeError = useErrorMessage();
  return (
    <LoadError title={t('home:error.title')} retry={retry}>
      {describeError(error)} {t('home:error.safe')}
    </LoadError>
  );
}

import { useTranslation } from 'react-i18next';
import { countdown } from '#shared/rules/flight-date.ts';
import { isFlown } from '#shared/rules/flights.ts';
import { partOfDayIn } from '#shared/rules/greeting.ts';
import { useProfile } from '#web/features/account/queries.ts';
import { LateNote } from '#web/features/ledger/components/late.tsx';
import { ownTimeZone } from '#web/lib/clock.ts';
import { useErrorSentence } from '#web/lib/error-sentence.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { NotLoaded } from '#web/ui/not-loaded.tsx';
import { Page, Section } from '#web/ui/page.tsx';
import { FlightCountdown, TodayUnderIt } from './components/flight-countdown.tsx';
import { Landings } from './components/landings.tsx';
import { DayLoading, TotalsLoading } from './components/loading.tsx';
import { QuickActions } from './components/quick-actions.tsx';
import { RecentActivity } from './components/recent-activity.tsx';
import { TodaysSessions } from './components/todays-sessions.tsx';
import { NothingYet, Totals } from './components/totals.tsx';
import { useCountedFlight } from './components/use-counted-flight.ts';
import { useNow } from './components/use-now.ts';
import { isNew } from './model.ts';
import { useDashboard } from './queries.ts';

const MINUTE_MS = 60_000;

/** The dashboard of a signed-in person. */
export default function HomePage() {
  const { t } = useTranslation('home');
  usePageTitle(t('title'));
  const now = useNow(MINUTE_MS);
  const { name, flightDate } = useProfile();
  // After a flight, how it was is asked before anything else is proposed.
  const counted = useCountedFlight(now);
  const { state } = countdown({ date: flightDate, timeZone: ownTimeZone(), now });
  const landed = state === 'passed' || (counted !== null && isFlown(counted, now));
  const { data, error, refetch } = useDashboard();
  return (
    <Page
      className="max-wide:gap-8 max-wide:pt-2"
      aside={
        <div className="border-line max-wide:border-t max-wide:pt-8">
          {(data || !error) && (
            <Section title={t('totals.heading')}>
              {!data && <TotalsLoading />}
              {data && (isNew(data) ? <NothingYet /> : <Totals {...data} />)}
            </Section>
          )}
          {data && data.recentActivity.length > 0 && (
            <Section title={t('activity.heading')}>
              <RecentActivity activity={data.recentActivity} now={now} />
            </Section>
          )}
          {/* How far down it begins is known once what is above is there. */}
          <div
            hidden={!data && !error}
            className="border-t border-line pt-8 first:border-t-0 first:pt-0"
          >
            <Section title={t('landings.heading')}>
              <Landings />
            </Section>
            <Section title={t('actions.heading')}>
              <QuickActions />
            </Section>
          </div>
        </div>
      }
    >
      {/* On the narrowest phones one line of greeting, so that the way into the session stays in sight. */}
      <h1 className="text-2xl min-[24rem]:text-3xl">
        {t(`greeting.${partOfDayIn(ownTimeZone(), now)}`, { name })}
      </h1>
      <div className="mt-2 sm:mt-5">
        <FlightCountdown now={now} />
      </div>
      {landed && (
        <div className="mt-6 empty:hidden">
          <LateNote />
        </div>
      )}
      <div className="mt-4 border-t border-line pt-5 sm:mt-6 sm:pt-6">
        {data && (
          <TodaysSessions
            recommendations={data.recommendations}
            done={data.doneToday}
            below={<TodayUnderIt now={now} today={data.sessionsToday} />}
          />
        )}
        {!data &&
          (error ? <Unavailable error={error} retry={() => void refetch()} /> : <DayLoading />)}
      </div>
      {data && !landed && (
        <div className="mt-8 empty:hidden">
          <LateNote />
        </div>
      )}
    </Page>
  );
}

function Unavailable({ error, retry }: { error: Error; retry: () => void }) {
  const { t } = useTranslation(['home', 'ui']);
  const sentence = useErrorSentence();
  return (
    <NotLoaded title={t('home:error.title')} retry={retry}>
      {sentence(error)} {t('home:error.safe')}
    </NotLoaded>
  );
}

import { useMemo } from 'react';
import type { Plan } from '#shared/contract/plan.ts';
import { alignPlanDaysToToday, getCivilDate } from '#shared/rules/flight-date.ts';
import { PRODUCT_NAME } from '#shared/product.ts';
import { formatFlightTimeAndRoute } from '#web/features/flights/model.ts';
import { useAirportNames } from '#web/features/flights/queries.ts';
import { getDeviceTimeZone, now } from '#web/lib/clock.ts';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { createLazyComponent } from '#web/ui/lazy-component.tsx';
import { LoadError } from '#web/ui/notice.tsx';
import { Page } from '#web/ui/page.tsx';
import { SkeletonList } from '#web/ui/skeleton.tsx';
import { FlightsButton } from '#web/features/flights/components/flights-button.tsx';
import { DailyMinutesField } from './components/daily-minutes.tsx';
import { LazyDownloadAll } from '#web/features/downloads/components/lazy-download-all.tsx';
import { LazyFlightPack } from '#web/features/flight-pack/components/lazy-flight-pack.tsx';
import { PlanDays } from './components/days.tsx';
import { findLongestDayMinutesOverLimit, formatCivilDateWithoutYear } from './model.ts';
import { usePlan } from './queries.ts';

/** With the writer of calendars, whose place is kept. */
const CalendarButton = createLazyComponent(
  () => import('./components/calendar-button.tsx').then((m) => m.CalendarButton),
  () => <span className="min-h-11" />,
);
/** With what few plans show: a session beside the days, and a rehearsal. */
const NextSession = createLazyComponent(() =>
  import('./components/next-in-plan.tsx').then((m) => m.NextInPlan),
);

/** The plan, day by day until the flight; one week without a flight. */
export default function PlanPage() {
  const { t } = useTranslation(['plan', 'ui']);
  usePageTitle(t('plan:title'));
  const { data: planned, error, refetch } = usePlan();
  // By the device's own date, as the countdown counts, also where its clock is a day behind the server's.
  const today = getCivilDate(getDeviceTimeZone(), now());
  const data = useMemo(() => {
    const days = alignPlanDaysToToday(planned?.days ?? [], today);
    return planned && days.length > 0 ? { ...planned, days } : planned;
  }, [planned, today]);
  const describeError = useErrorMessage();
  return (
    <Page>
      <header className="mb-6 wide:max-w-2xl">
        <h1 className="text-3xl">{t('plan:title')}</h1>
        {data && <Lead plan={data} />}
      </header>
      {data && (
        <div className="wide:grid wide:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)] wide:gap-x-16 roomy:gap-x-24">
          {/* Above the days on a phone, beside them where there is room. */}
          <div className="wide:sticky wide:top-8 wide:col-start-2 wide:self-start">
            <NextSession plan={data} />
            <div className="mb-8 flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-y border-line py-1.5">
              <DailyMinutesField />
              <CalendarButton plan={data} />
            </div>
            <LazyFlightPack plan={data} />
          </div>
          <div className="wide:col-start-1 wide:row-start-1">
            <Overrun plan={data} />
            <PlanDays plan={data} />
            <div className="mt-8 border-t border-line pt-6 text-sm text-ink-2">
              <p className="max-w-prose">{t('plan:anew')}</p>
            </div>
            <div className="mt-4">
              <LazyDownloadAll collection="plan" sessionIds={data.contents.map(({ id }) => id)} />
            </div>
          </div>
        </div>
      )}
      {!data && !error && <SkeletonList count={6} label={t('plan:loading')} />}
      {!data && error && (
        <LoadError title={t('plan:failed')} retry={() => void refetch()}>
          {describeError(error)} {t('plan:failedSafe')}
        </LoadError>
      )}
    </Page>
  );
}

/** Says why the plan takes more than the minutes a day that were chosen, where it does. */
function Overrun({ plan }: { plan: Plan }) {
  const { t } = useTranslation('plan');
  const most = findLongestDayMinutesOverLimit(plan);
  if (most === null || plan.dailyMinutes === null) return null;
  return (
    <p className="-mt-4 mb-8 max-w-prose text-sm text-ink-2 wide:mt-0">
      {t('minutes.tight', { count: plan.dailyMinutes, most })}
    </p>
  );
}

function Lead({ plan: { flight, days } }: { plan: Plan }) {
  const { t, i18n } = useTranslation('plan');
  const left = days[0]?.daysUntil ?? null;
  const nameAirport = useAirportNames(flight ? [flight] : []);
  const line = flight ? formatFlightTimeAndRoute(flight, nameAirport) : '';
  return (
    <div
      className={`mt-3 flex justify-between gap-x-4 ${flight ? 'flex-wrap items-center' : 'flex-col items-start sm:flex-row sm:items-center'}`}
    >
      <div className={`min-w-0 ${flight ? 'flex-[1_1_12rem]' : ''}`}>
        <p className="max-w-prose">
          {flight === null || left === null
            ? t('noFlight', { product: PRODUCT_NAME })
            : left === 0
              ? t('flightToday')
              : t('flightIn', {
                  count: left,
                  date: formatCivilDateWithoutYear(flight.departsOn, i18n.language),
                })}
        </p>
        {line && <p className="tabular text-sm text-ink-2">{line}</p>}
      </div>
      <div className="sm:shrink-0">
        <FlightsButton />
      </div>
    </div>
  );
}

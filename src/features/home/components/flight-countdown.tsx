import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Flight } from '#shared/contract/flights.ts';
import { PRODUCT_NAME } from '#shared/product.ts';
import { type Countdown, computeCountdown } from '#shared/rules/flight-date.ts';
import { isFlown, chooseNearestFlight } from '#shared/rules/flights.ts';
import { getPartOfDay } from '#shared/rules/greeting.ts';
import { useProfile } from '#web/features/account/queries.ts';
import { FlightsButton } from '#web/features/flights/components/flights-button.tsx';
import { ReturnFlightButton } from '#web/features/flights/components/return-button.tsx';
import { formatFlightTimeAndRoute } from '#web/features/flights/model.ts';
import { getDeviceTimeZone } from '#web/lib/clock.ts';
import { cacheMarkup } from '#web/lib/cached-markup.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { SunArc } from '#web/ui/sun-arc.tsx';
import { useFlights } from '#web/features/flights/queries.ts';
import { formatFlightDay, computeCountdownProgress } from '../model.ts';
import { TodayDoneCountLine, type TodayDoneCounts } from './today-done-line.tsx';

const KeptSunArc = cacheMarkup(SunArc);

/** The dashboard's countdown to the flight: days until, today, passed, or no date, drawn as the sun's path. */
export function FlightCountdown({
  now,
  practised,
}: {
  now: Date;
  /** Whether the person has finished a session; null until it is known. */
  practised: boolean | null;
}) {
  const { t } = useTranslation('home');
  const { flightDate } = useProfile();
  const flight = useCountdownFlight(now);
  const state = computeCountdown({ date: flightDate, timeZone: getDeviceTimeZone(), now });
  const days = state.state === 'days_until' ? state.days : 0;
  const beforeFlight = state.state === 'days_until' || state.state === 'today';
  return (
    <section
      aria-label={t('flight.heading')}
      className="wide-low:grid wide-low:grid-cols-[2fr_3fr] wide-low:items-center wide-low:gap-x-8"
    >
      <KeptSunArc
        progress={state.state === 'none' ? null : computeCountdownProgress(state)}
        label={t(`flight.arc.${state.state}`, { count: days })}
        // What it shows is said below, and on a low screen the session comes first.
        className="phone-low:hidden"
      />
      {/* Beside the arc on low screens, so that the session below stays visible. */}
      <div>
        {/* The button stays mounted in every state, because its dialog must outlive the change it makes. */}
        <div
          className={`mt-2 flex flex-wrap items-center justify-between sm:mt-4 wide-low:mt-0 ${beforeFlight ? 'gap-x-3' : 'gap-x-4'}`}
        >
          <div className={beforeFlight ? 'grow basis-48' : 'min-w-0'}>
            <CountdownText state={state.state} days={days} date={flightDate} />
          </div>
          <FlightsButton />
        </div>
        {state.state === 'today' && (
          <p className={`mt-1 text-ink-2 ${practised === null ? 'invisible' : ''}`}>
            {t(
              flight && isFlown(flight, now)
                ? 'flight.passedLead'
                : practised
                  ? 'flight.todayLeadPractised'
                  : 'flight.todayLead',
            )}
          </p>
        )}
        {!beforeFlight && (
          // Hidden on short screens to leave room for the recommendation.
          <p className="text-ink-2 [@media(max-height:48rem)]:sr-only">
            {t(`flight.${toNoFlightKey(state.state)}Lead`, { product: PRODUCT_NAME })}
          </p>
        )}
        <CountdownDetails ahead={beforeFlight} isToday={state.state === 'today'} flight={flight} />
      </div>
    </section>
  );
}

/** What the countdown has come to, in words. */
const CountdownText = cacheMarkup(function CountdownText({
  state,
  days,
  date,
}: {
  state: Countdown['state'];
  days: number;
  date: string | null;
}) {
  const { t } = useTranslation('home');
  if (state === 'days_until')
    return (
      <CountdownLine figure={t('flight.days', { count: days })}>
        {t('flight.until', {
          date: formatFlightDay(date ?? '', days, t('flight.day', { returnObjects: true })),
        })}
      </CountdownLine>
    );
  if (state === 'today')
    return <CountdownLine figure={t('flight.today')}>{t('flight.todayIs')}</CountdownLine>;
  return <p className="font-serif text-2xl">{t(`flight.${toNoFlightKey(state)}`)}</p>;
});

/** A large number and what it counts. */
function CountdownLine({ figure, children }: { figure: string; children: ReactNode }) {
  return (
    <p>
      <span className="tabular mr-2.5 font-serif text-2xl">{figure}</span> {children}
    </p>
  );
}

const LINK =
  'inline-flex min-h-11 items-center underline decoration-edge decoration-1 underline-offset-6 hover:decoration-current';

/** Details of a coming flight, and links to the plan (on its day to the companion) and to its return. */
function CountdownDetails({
  ahead,
  isToday,
  flight,
}: {
  ahead: boolean;
  isToday: boolean;
  flight: Flight | null;
}) {
  const { t } = useTranslation('home');
  return (
    <div className="text-sm">
      {/* Its height is reserved, so that late content moves nothing. */}
      {ahead && (
        <p className="tabular min-h-lh text-ink-2">{flight && formatFlightTimeAndRoute(flight)}</p>
      )}
      <p className="flex flex-wrap gap-x-4 sm:gap-x-6">
        {isToday ? (
          <Link href={paths.flight()} className={LINK}>
            {t('actions.flight')}
          </Link>
        ) : (
          <Link href={paths.plan()} className={LINK}>
            {t('plan.open')}
          </Link>
        )}
        <ReturnFlightButton className={LINK} />
      </p>
    </div>
  );
}

/** Today's progress, shown under the recommendation; before a flight also how many sessions a day are recommended. */
export function TodayDoneUnderRecommendation({
  now,
  today,
}: {
  now: Date;
  today: TodayDoneCounts;
}) {
  const { flightDate } = useProfile();
  const countdown = computeCountdown({ date: flightDate, timeZone: getDeviceTimeZone(), now });
  const isAhead = countdown.state === 'days_until';
  return (
    <TodayDoneCountLine
      today={today}
      withPace={isAhead}
      isLastEvening={isAhead && countdown.days === 1}
      isNight={getPartOfDay(getDeviceTimeZone(), now) === 'night'}
    />
  );
}

function toNoFlightKey(state: Countdown['state']): 'passed' | 'none' {
  return state === 'passed' ? 'passed' : 'none';
}

/** Returns the next flight, if it departs on the profile's flight date; null otherwise and until flights are loaded. */
export function useCountdownFlight(now: Date): Flight | null {
  const { flightDate } = useProfile();
  const { data } = useFlights();
  const flight = data && chooseNearestFlight(data.items, now);
  return flight?.departsOn === flightDate ? flight : null;
}

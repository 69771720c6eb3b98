import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { Flight } from '#shared/contract/flights.ts';
import { PRODUCT_NAME } from '#shared/product.ts';
import { type Countdown, countdown } from '#shared/rules/flight-date.ts';
import { isFlown } from '#shared/rules/flights.ts';
import { useProfile } from '#web/features/account/queries.ts';
import { FlightsButton } from '#web/features/flights/components/flights-button.tsx';
import { flightLine } from '#web/features/flights/model.ts';
import { ownTimeZone } from '#web/lib/clock.ts';
import { paths } from '#web/lib/paths.ts';
import { SunArc } from '#web/ui/sun-arc.tsx';
import { flightDay, sunProgress } from '../model.ts';
import { TodayLine, type TodayCount } from './today-line.tsx';
import { useCountedFlight } from './use-counted-flight.ts';

/** The way to the flight as the sun's way: days until, today, passed, or no date yet. */
export function FlightCountdown({ now }: { now: Date }) {
  const { t, i18n } = useTranslation('home');
  const { flightDate } = useProfile();
  const flight = useCountedFlight(now);
  const state = countdown({ date: flightDate, timeZone: ownTimeZone(), now });
  const days = state.state === 'days_until' ? state.days : 0;
  const beforeFlight = state.state === 'days_until' || state.state === 'today';
  return (
    <section
      aria-label={t('flight.heading')}
      className="wide-low:grid wide-low:grid-cols-[2fr_3fr] wide-low:items-center wide-low:gap-x-8"
    >
      <SunArc
        progress={state.state === 'none' ? null : sunProgress(state)}
        label={t(`flight.arc.${state.state}`, { count: days })}
      />
      {/* Beside the arc where the screen is low: the session below stays in sight. */}
      <div>
        {/* One place for the button in every state: its dialog must outlive the change it makes. */}
        <div
          className={`mt-2 sm:mt-4 wide-low:mt-0 ${beforeFlight ? 'flex items-center justify-between gap-3' : 'flex flex-wrap items-center justify-between gap-x-4'}`}
        >
          <div className="min-w-0">
            {state.state === 'days_until' && (
              <Line figure={t('flight.days', { count: days })}>
                {t('flight.until', { date: flightDay(flightDate ?? '', days, i18n.language) })}
              </Line>
            )}
            {state.state === 'today' && (
              <Line figure={t('flight.today')}>{t('flight.todayIs')}</Line>
            )}
            {!beforeFlight && (
              <p className="font-serif text-2xl">{t(`flight.${noFlight(state.state)}`)}</p>
            )}
          </div>
          <FlightsButton />
        </div>
        {state.state === 'today' && (
          <p className="mt-1 text-ink-2">
            {t(flight && isFlown(flight, now) ? 'flight.passedLead' : 'flight.todayLead')}
          </p>
        )}
        {!beforeFlight && (
          // A short screen keeps its room for the one thing to do.
          <p className="text-ink-2 [@media(max-height:48rem)]:sr-only">
            {t(`flight.${noFlight(state.state)}Lead`, { product: PRODUCT_NAME })}
          </p>
        )}
        <UnderIt ahead={beforeFlight} flight={flight} />
      </div>
    </section>
  );
}

/** The figure in the serif, and what it counts. */
function Line({ figure, children }: { figure: string; children: ReactNode }) {
  return (
    <p>
      <span className="tabular mr-2.5 font-serif text-2xl">{figure}</span>
      {children}
    </p>
  );
}

/** What else is known of a flight ahead, and the way to the plan that leads to it. */
function UnderIt({ ahead, flight }: { ahead: boolean; flight: Flight | null }) {
  const { t } = useTranslation('home');
  return (
    <div className="text-sm">
      {/* Its place is kept, so that what comes late moves nothing under it. */}
      {ahead && <p className="tabular min-h-lh text-ink-2">{flight && flightLine(flight)}</p>}
      <Link
        href={paths.plan()}
        className="inline-flex min-h-11 items-center gap-1 underline decoration-edge decoration-1 underline-offset-6 hover:decoration-current"
      >
        {t('plan.open')}
      </Link>
    </div>
  );
}

/** How far today has come, for the place under the recommendation: what to do comes first. */
export function TodayUnderIt({ now, today }: { now: Date; today: TodayCount }) {
  const { flightDate } = useProfile();
  const { state } = countdown({ date: flightDate, timeZone: ownTimeZone(), now });
  return <TodayLine today={today} withPace={state === 'days_until'} />;
}

function noFlight(state: Countdown['state']): 'passed' | 'none' {
  return state === 'passed' ? 'passed' : 'none';
}

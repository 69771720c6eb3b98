import { useTranslation } from 'react-i18next';
import { PRODUCT_NAME } from '#shared/product.ts';
import { type Countdown, countdown } from '#shared/rules/flight-date.ts';
import { useProfile } from '#web/features/account/queries.ts';
import { ownTimeZone } from '#web/lib/clock.ts';
import { formatDate } from '#web/lib/format.ts';
import { SunArc } from '#web/ui/sun-arc.tsx';
import { sunProgress } from '../model.ts';
import { FlightDateActions } from './flight-date-actions.tsx';
import { TodayLine, type TodayCount } from './today-line.tsx';

/** The way to the flight as the sun's way: days until, today, passed, or no date yet. */
export function FlightCountdown({ now, today }: { now: Date; today: TodayCount | undefined }) {
  const { t } = useTranslation('home');
  const { flightDate } = useProfile();
  const state = countdown({ date: flightDate, timeZone: ownTimeZone(), now });
  const days = state.state === 'days_until' ? state.days : 0;
  return (
    <section aria-label={t('flight.heading')}>
      <SunArc
        progress={sunProgress(state)}
        label={t(`flight.arc.${state.state}`, { count: days })}
        className="max-w-xl"
      />
      <div className="mt-3 max-w-xl">
        <Words countdown={state} date={flightDate} />
        {state.state !== 'none' && state.state !== 'passed' && <TodayLine today={today} />}
        <FlightDateActions state={state.state} />
      </div>
    </section>
  );
}

function Words({
  countdown: { state, ...rest },
  date,
}: {
  countdown: Countdown;
  date: string | null;
}) {
  const { t, i18n } = useTranslation('home');
  const shownDate = date === null ? '' : formatDate(date, i18n.language);
  if (state === 'days_until')
    return (
      <p>
        <span className="tabular mr-2.5 font-serif text-2xl">
          {t('flight.days', { count: 'days' in rest ? rest.days : 0 })}
        </span>
        {t('flight.until', { date: shownDate })}
      </p>
    );
  if (state === 'today')
    return (
      <>
        <p>
          <span className="mr-2.5 font-serif text-2xl">{t('flight.today')}</span>
          {t('flight.todayIs')}
        </p>
        <p className="mt-1 text-ink-2">{t('flight.todayLead')}</p>
      </>
    );
  return (
    <>
      <p className="font-serif text-2xl">{t(`flight.${state}`)}</p>
      <p className="mt-1 text-ink-2">{t(`flight.${state}Lead`, { product: PRODUCT_NAME })}</p>
    </>
  );
}

import { useTranslation } from 'react-i18next';
import { isPast } from '#shared/rules/flight-date.ts';
import { useProfile } from '#web/features/account/queries.ts';
import { FlightsButton } from '#web/features/flights/components/flights-button.tsx';
import { now, ownTimeZone } from '#web/lib/clock.ts';
import { formatDate } from '#web/lib/format.ts';

/** The flight date, with the same ways to change it as on the dashboard. */
export function Flight() {
  const { t, i18n } = useTranslation('profile');
  const { flightDate } = useProfile();
  const date = flightDate && formatDate(flightDate, i18n.language);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      {flightDate === null ? (
        <p className="text-ink-2">{t('flight.none')}</p>
      ) : (
        <p className="first-letter:uppercase">
          {isPast({ date: flightDate, timeZone: ownTimeZone(), now: now() })
            ? t('flight.passed', { date })
            : date}
        </p>
      )}
      <FlightsButton />
    </div>
  );
}

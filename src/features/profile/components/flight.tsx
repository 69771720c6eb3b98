import { useTranslation } from 'react-i18next';
import { countdown } from '#shared/rules/flight-date.ts';
import { useProfile } from '#web/features/account/queries.ts';
import { FlightDateActions } from '#web/features/home/components/flight-date-actions.tsx';
import { now, ownTimeZone } from '#web/lib/clock.ts';
import { formatDate } from '#web/lib/format.ts';

/** The flight date, with the same ways to change it as on the dashboard. */
export function Flight() {
  const { t, i18n } = useTranslation('profile');
  const { flightDate } = useProfile();
  const { state } = countdown({ date: flightDate, timeZone: ownTimeZone(), now: now() });
  return (
    <>
      {flightDate === null ? (
        <p className="text-ink-2">{t('flight.none')}</p>
      ) : (
        <p className="first-letter:uppercase">{formatDate(flightDate, i18n.language)}</p>
      )}
      <FlightDateActions state={state} />
    </>
  );
}

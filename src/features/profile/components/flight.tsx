import { useTranslation } from 'react-i18next';
import { useProfile } from '#web/features/account/queries.ts';
import { FlightsButton } from '#web/features/flights/components/flights-button.tsx';
import { formatDate } from '#web/lib/format.ts';

/** The flight date, with the same ways to change it as on the dashboard. */
export function Flight() {
  const { t, i18n } = useTranslation('profile');
  const { flightDate } = useProfile();
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      {flightDate === null ? (
        <p className="text-ink-2">{t('flight.none')}</p>
      ) : (
        <p className="first-letter:uppercase">{formatDate(flightDate, i18n.language)}</p>
      )}
      <FlightsButton />
    </div>
  );
}

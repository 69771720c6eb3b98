import { useTranslation } from 'react-i18next';
import type { Flight } from '#shared/contract/flights.ts';
import { computeCountdown } from '#shared/rules/flight-date.ts';
import { now, getDeviceTimeZone } from '#web/lib/clock.ts';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { formatDate } from '#web/lib/format.ts';
import { Icon } from '#web/ui/icons.tsx';
import { LoadError } from '#web/ui/notice.tsx';
import { SkeletonList } from '#web/ui/skeleton.tsx';
import { joinWithDots, formatFlightLine } from '../model.ts';
import { useFlights } from '../queries.ts';

/** Every flight with its date and details; pressing one edits it. */
export function FlightList({ onEdit }: { onEdit: (flight: Flight) => void }) {
  const { t } = useTranslation(['flights', 'ui']);
  const describeError = useErrorMessage();
  const { data, error, refetch } = useFlights();
  if (data?.items.length === 0) return <p className="text-ink-2">{t('flights:none')}</p>;
  if (data)
    return (
      <ul className="-my-1">
        {data.items.map((flight) => (
          <Row key={flight.id} flight={flight} onEdit={onEdit} />
        ))}
      </ul>
    );
  if (!error) return <SkeletonList count={2} shape="line" label={t('flights:loading')} />;
  return (
    <LoadError title={t('flights:failed')} retry={() => void refetch()}>
      {describeError(error)} {t('flights:failedSafe')}
    </LoadError>
  );
}

function Row({ flight, onEdit }: { flight: Flight; onEdit: (flight: Flight) => void }) {
  const { t, i18n } = useTranslation('flights');
  const day = formatDate(flight.departsOn, i18n.language);
  const { state } = computeCountdown({
    date: flight.departsOn,
    timeZone: getDeviceTimeZone(),
    now: now(),
  });
  const about = joinWithDots([
    flight.kind === 'return' && t('return'),
    state === 'passed' && t('passed'),
    state === 'today' && t('today'),
    formatFlightLine(flight),
  ]);
  return (
    <li className="border-t border-line first:border-t-0">
      <button
        type="button"
        className="group flex min-h-16 w-full items-center justify-between gap-4 py-2.5 text-left"
        onClick={() => onEdit(flight)}
      >
        <span className={`min-w-0 ${state === 'passed' ? 'text-ink-2' : ''}`}>
          <span className="block font-medium first-letter:uppercase group-hover:underline">
            {day}
          </span>
          {about && (
            <span className="tabular block text-sm text-ink-2 first-letter:uppercase">{about}</span>
          )}
        </span>
        <span className="sr-only">{t('change')}</span>
        <Icon name="edit" className="size-5 shrink-0 text-ink-2" />
      </button>
    </li>
  );
}

import { useTranslation } from 'react-i18next';
import type { Flight } from '#shared/contract/flights.ts';
import { countdown } from '#shared/rules/flight-date.ts';
import { now, ownTimeZone } from '#web/lib/clock.ts';
import { useErrorSentence } from '#web/lib/error-sentence.ts';
import { formatDate } from '#web/lib/format.ts';
import { Icon } from '#web/ui/icons.tsx';
import { NotLoaded } from '#web/ui/not-loaded.tsx';
import { SkeletonList } from '#web/ui/skeleton.tsx';
import { dotted, flightLine } from '../model.ts';
import { useFlights } from '../queries.ts';

/** Every flight with its day and what is known of it; pressing one opens it. */
export function FlightList({ onEdit }: { onEdit: (flight: Flight) => void }) {
  const { t } = useTranslation(['flights', 'ui']);
  const sentence = useErrorSentence();
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
    <NotLoaded title={t('flights:failed')} retry={() => void refetch()}>
      {sentence(error)} {t('flights:failedSafe')}
    </NotLoaded>
  );
}

function Row({ flight, onEdit }: { flight: Flight; onEdit: (flight: Flight) => void }) {
  const { t, i18n } = useTranslation('flights');
  const day = formatDate(flight.departsOn, i18n.language);
  const { state } = countdown({ date: flight.departsOn, timeZone: ownTimeZone(), now: now() });
  const about = dotted([
    flight.kind === 'return' && t('return'),
    state === 'passed' && t('passed'),
    state === 'today' && t('today'),
    flightLine(flight),
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

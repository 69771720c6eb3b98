import { useRef, useState } from 'react';
import type { Flight } from '#shared/contract/flights.ts';
import { computeCountdown } from '#shared/rules/flight-date.ts';
import { now, getDeviceTimeZone } from '#web/lib/clock.ts';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { formatDate } from '#web/lib/format.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/icons.tsx';
import { LoadError } from '#web/ui/notice.tsx';
import { SkeletonList } from '#web/ui/skeleton.tsx';
import { joinWithDots, formatFlightTimeAndRoute } from '../model.ts';
import { useAirportNames, useFlights } from '../queries.ts';
import { RemovedFlightNotice, RemoveFlightButton } from './remove-flight.tsx';

interface Removed {
  flight: Flight;
  canUndo: boolean;
}

/** Lists all the person's flights, past ones included, each with buttons to edit and to remove it. */
export function FlightList({ onEdit }: { onEdit: (flight: Flight) => void }) {
  const { t } = useTranslation(['flights', 'ui']);
  const describeError = useErrorMessage();
  const { data, error, refetch } = useFlights();
  const [removed, setRemoved] = useState<Removed | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const show = (next: Removed | null) => {
    setRemoved(next);
    // The pressed button goes with its row.
    list.current?.focus();
  };
  if (data)
    return (
      <div ref={list} tabIndex={-1} className="outline-none">
        {removed && <RemovedFlightNotice {...removed} onAdded={() => show(null)} />}
        {data.items.length === 0 && <p className="text-ink-2">{t('flights:none')}</p>}
        <ul className="-my-1">
          {data.items.map((flight) => (
            <Row key={flight.id} flight={flight} onEdit={onEdit} onRemoved={show} />
          ))}
        </ul>
        {(removed || data.items.length > 0) && (
          <a href="/read/thinking-of-cancelling" className="text-link inline-block py-2.5">
            {t('flights:cancelling')}
          </a>
        )}
      </div>
    );
  if (!error) return <SkeletonList count={2} shape="line" label={t('flights:loading')} />;
  return (
    <LoadError title={t('flights:failed')} retry={() => void refetch()}>
      {describeError(error)} {t('flights:failedSafe')}
    </LoadError>
  );
}

function Row({
  flight,
  onEdit,
  onRemoved,
}: {
  flight: Flight;
  onEdit: (flight: Flight) => void;
  onRemoved: (removed: Removed) => void;
}) {
  const { t, i18n } = useTranslation('flights');
  const nameAirport = useAirportNames([flight]);
  const day = formatDate(flight.departsOn, i18n.language);
  const { state } = computeCountdown({
    date: flight.departsOn,
    timeZone: getDeviceTimeZone(),
    now: now(),
  });
  const canUndo = state !== 'passed';
  const about = joinWithDots([
    flight.kind === 'return' && t('return'),
    state === 'passed' && t('passed'),
    state === 'today' && t('today'),
    formatFlightTimeAndRoute(flight, nameAirport),
  ]);
  return (
    <li className="flex flex-wrap items-center gap-x-1 border-t border-line first:border-t-0">
      <button
        type="button"
        className="group flex min-h-16 min-w-0 flex-1 items-center justify-between gap-4 py-2.5 text-left"
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
      <RemoveFlightButton
        flight={flight}
        day={day}
        canUndo={canUndo}
        onRemoved={() => onRemoved({ flight, canUndo })}
      />
    </li>
  );
}

import { useRef } from 'react';
import { Link } from 'wouter';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/icons.tsx';
import {
  buildLibraryUrl,
  type LibraryFilter,
  SITUATIONS_AND_SEAT,
  sortSeatSessionsByFlightPhase,
} from '../model.ts';
import { useSessions } from '../queries.ts';
import { FILTER_LINK_CLASS_NAME } from './filters.tsx';
import { SessionCard } from './session-card.tsx';

const SEAT: LibraryFilter = { category: null, situationOrSeat: 'seat', sort: 'newest', search: '' };

/**
 * The library's filter by situation or seat, as links, so that each choice has a URL. The panel closes once one is
 * chosen, unless it is `pinned`.
 */
export function SituationOrSeatFilter({
  choice: chosen,
  pinned,
}: {
  choice: LibraryFilter;
  pinned: boolean;
}) {
  const { t } = useTranslation('library');
  const panel = useRef<HTMLDetailsElement>(null);
  const close = () => {
    if (panel.current) panel.current.open = false;
    panel.current?.querySelector('summary')?.focus({ preventScroll: true });
  };
  return (
    <details ref={panel} open={pinned} className="group mb-4 max-sm:-mt-3">
      <summary className="inline-flex min-h-11 list-none items-center gap-1.5 font-medium underline-offset-8 hover:underline [&::-webkit-details-marker]:hidden">
        {t('place.label')}
        {chosen.situationOrSeat && (
          <span className="text-ink-2"> · {t(`place.${chosen.situationOrSeat}`)}</span>
        )}
        <Icon name="chevron-down" className="size-5 group-open:rotate-180" />
      </summary>
      <nav aria-label={t('place.label')} className="mt-1">
        <ul className="flex flex-wrap gap-2">
          {[null, ...SITUATIONS_AND_SEAT].map((place) => (
            <li key={place ?? 'all'}>
              <Link
                href={buildLibraryUrl({ ...chosen, search: '', situationOrSeat: place })}
                aria-current={place === chosen.situationOrSeat ? 'page' : undefined}
                onClick={pinned ? undefined : close}
                className={FILTER_LINK_CLASS_NAME}
              >
                {t(`place.${place ?? 'all'}`)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </details>
  );
}

/**
 * A row of the sessions made for listening in an aircraft seat, in the order of a flight; shown on the day of a flight.
 */
export function SeatSessions() {
  const { t } = useTranslation('library');
  const { data } = useSessions(SEAT);
  const sessions = sortSeatSessionsByFlightPhase(data?.pages.flatMap(({ items }) => items) ?? []);
  if (sessions.length === 0) return null;
  return (
    <section aria-labelledby="in-the-seat" className="mb-10">
      <h2 id="in-the-seat" className="text-2xl">
        {t('place.seat')}
      </h2>
      <p className="mt-1 max-w-prose text-ink-2">{t('place.seatLead')}</p>
      <ul className="mt-4 -ml-5 flex snap-x scroll-px-5 gap-5 overflow-x-auto px-5 pt-1 pb-3 *:w-40 *:shrink-0 max-sm:*:w-72 *:snap-start max-sm:-mr-5">
        {sessions.map((session) => (
          <SessionCard key={session.id} session={session} badges={[]} />
        ))}
      </ul>
    </section>
  );
}

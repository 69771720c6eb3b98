import { useRef } from 'react';
import { Link } from 'wouter';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/icons.tsx';
import {
  buildLibraryUrl,
  FEARS,
  type LibraryFilter,
  SITUATIONS_AND_SEAT,
  sortSeatSessionsByFlightPhase,
} from '../model.ts';
import { useSessions } from '../queries.ts';
import { FILTER_LINK_CLASS_NAME } from './filters.tsx';
import { SessionCard } from './session-card.tsx';

const SEAT: LibraryFilter = {
  category: null,
  situationOrSeat: 'seat',
  fear: null,
  sort: 'newest',
  search: '',
};

/**
 * The library's filters by situation or seat, and by what frightens most: the panel of one opens below both. On the day of a
 * flight the places are `pinned`.
 */
export function PlaceAndFearFilters({
  choice: chosen,
  pinned,
}: {
  choice: LibraryFilter;
  pinned: boolean;
}) {
  const { t } = useTranslation('library');
  const rest = { ...chosen, search: '' };
  return (
    <div className="mb-4 flex flex-wrap gap-x-6 max-sm:-mt-3">
      <FilterPanel
        name="place"
        chosen={chosen.situationOrSeat}
        choices={SITUATIONS_AND_SEAT}
        describe={(place) => t(`place.${place ?? 'all'}`)}
        buildUrl={(situationOrSeat) => buildLibraryUrl({ ...rest, situationOrSeat })}
        pinned={pinned}
      />
      <FilterPanel
        name="fear"
        chosen={chosen.fear}
        choices={FEARS}
        describe={(fear) => t(`fear.${fear ?? 'all'}`)}
        buildUrl={(fear) => buildLibraryUrl({ ...rest, fear })}
        pinned={false}
      />
    </div>
  );
}

/** A panel of links, so that each choice has a URL. It closes once one is chosen, unless it is `pinned`. */
function FilterPanel<Choice extends string>({
  name,
  chosen,
  choices,
  describe,
  buildUrl,
  pinned,
}: {
  name: 'place' | 'fear';
  chosen: Choice | null;
  choices: readonly Choice[];
  describe: (choice: Choice | null) => string;
  buildUrl: (choice: Choice | null) => string;
  pinned: boolean;
}) {
  const { t } = useTranslation('library');
  const panel = useRef<HTMLDetailsElement>(null);
  const close = () => {
    if (panel.current) panel.current.open = false;
    panel.current?.querySelector('summary')?.focus({ preventScroll: true });
  };
  return (
    <details
      ref={panel}
      open={pinned}
      name={pinned ? undefined : 'library-filter'}
      className="group open:basis-full"
    >
      <summary className="inline-flex min-h-11 list-none items-center gap-1.5 font-medium underline-offset-8 hover:underline [&::-webkit-details-marker]:hidden">
        {t(`${name}.label`)}
        {chosen && <span className="text-ink-2"> · {describe(chosen)}</span>}
        <Icon name="chevron-down" className="size-5 group-open:rotate-180" />
      </summary>
      <nav aria-label={t(`${name}.label`)} className="mt-1 mb-2">
        <ul className="flex flex-wrap gap-2">
          {[null, ...choices].map((choice) => (
            <li key={choice ?? 'all'}>
              <Link
                href={buildUrl(choice)}
                aria-current={choice === chosen ? 'page' : undefined}
                onClick={pinned ? undefined : close}
                className={FILTER_LINK_CLASS_NAME}
              >
                {describe(choice)}
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

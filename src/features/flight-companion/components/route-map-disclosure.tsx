import { useState } from 'react';
import type { Flight } from '#shared/contract/flights.ts';
import { useAirports } from '#web/features/flights/queries.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/icons.tsx';
import { createLazyComponent } from '#web/ui/lazy-component.tsx';
import type { JourneyWhereabouts } from '../engine/journey.ts';
import type { Coordinates } from '#web/features/route-map/engine/great-circle.ts';
import { computeFlownShare } from '../model.ts';

/** The map, loaded when it is opened; the page fetches it beforehand, for the seat. */
export const LazyRouteMap = createLazyComponent(() =>
  import('#web/features/route-map/components/route-map.tsx').then((m) => m.RouteMap),
);

/** The route on a map, unfolded by a tap; nothing for a flight whose two airports are not known. */
export function RouteMapDisclosure({
  flight,
  whereabouts,
  now,
  position,
}: {
  flight: Flight | undefined;
  whereabouts: JourneyWhereabouts;
  /** On the journey's own clock. */
  now: number;
  position: Coordinates | null;
}) {
  const { t } = useTranslation('flight');
  const [isOpen, setOpen] = useState(false);
  const { data: airports = [] } = useAirports(true);
  const find = (code: string | null | undefined) => airports.find((one) => one.code === code);
  const [from, to] = [find(flight?.fromAirport), find(flight?.toAirport)];
  if (!from || !to) return null;
  return (
    <details
      className="group mt-4 border-t border-line"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="flex min-h-12 list-none items-center justify-between gap-4 [&::-webkit-details-marker]:hidden">
        {t('map.title')}
        <Icon
          name="chevron-down"
          className="size-5 text-ink-2 transition-transform group-open:rotate-180"
        />
      </summary>
      {isOpen && (
        <div className="pb-4">
          <LazyRouteMap
            from={from}
            to={to}
            airports={airports}
            now={now}
            position={position}
            flown={computeFlownShare(whereabouts, now)}
          />
        </div>
      )}
    </details>
  );
}

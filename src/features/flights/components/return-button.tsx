import { useCallback, useState } from 'react';
import type { Flight } from '#shared/contract/flights.ts';
import { now } from '#web/lib/clock.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { findNextFlightIfReturnMissing } from '../model.ts';
import { useFlights } from '../queries.ts';
import { LazyFlightsDialog } from './lazy-flights-dialog.tsx';

const preload = () => void LazyFlightsDialog.preload();

/**
 * A button that opens the form for the return of the next flight; nothing unless that flight is outbound and lacks a
 * return.
 */
export function ReturnFlightButton({ className }: { className: string }) {
  const { t } = useTranslation('home');
  const { data } = useFlights();
  const [opened, setOpened] = useState<Flight | null>(null);
  const close = useCallback(() => setOpened(null), []);
  const flight = data && findNextFlightIfReturnMissing(data.items, now());
  return (
    <>
      {flight && (
        <button
          type="button"
          className={className}
          onPointerEnter={preload}
          onFocus={preload}
          onClick={() => setOpened(flight)}
        >
          {t('flight.addReturn')}
        </button>
      )}
      {opened && <LazyFlightsDialog onClose={close} toAdd={false} returnOf={opened} />}
    </>
  );
}

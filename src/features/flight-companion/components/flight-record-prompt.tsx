import { useCallback, useState } from 'react';
import type { Flight } from '#shared/contract/flights.ts';
import { countPastFlights, isReturnFlightMissing } from '#web/features/flights/model.ts';
import { LazyFlightsDialog } from '#web/features/flights/components/lazy-flights-dialog.tsx';
import { useFlights } from '#web/features/flights/queries.ts';
import {
  LazyFlightFearCurve,
  LazyKeptRoughness,
} from '#web/features/ledger/components/lazy-flight-fear-curve.tsx';
import { LazyFlightRecordDialog } from '#web/features/ledger/components/lazy-record-dialog.tsx';
import {
  findOrBuildFlightRecord,
  type FlightRecord,
  formatRecordedFlight,
} from '#web/features/ledger/model.ts';
import { useFlightRecords, useQueueFlightRecordChanges } from '#web/features/ledger/queries.ts';
import { now } from '#web/lib/clock.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import type { Journey } from '../engine/journey.ts';
import { toFlightFearRatings } from '../model.ts';
import { useSaveJourneyToRecord } from '../hooks/use-save-journey-to-record.ts';

// Wanted where there may be no network.
for (const part of [LazyFlightFearCurve, LazyKeptRoughness, LazyFlightRecordDialog])
  void part.preload();

/** The fear on the way, kept with the flight beside what was expected; its debrief while it is fresh; the return flight. */
export function FlightRecordPrompt({ journey }: { journey: Journey }) {
  const { data: flights } = useFlights();
  const { data: ledger } = useFlightRecords();
  const flight = flights?.items.find(({ id }) => id === journey.flightId);
  if (!flight || !ledger) return null;
  const record = findOrBuildFlightRecord(flight, ledger.flights);
  return (
    <Record journey={journey} flight={flight} record={record} flights={flights?.items ?? []} />
  );
}

function Record({
  journey,
  flight,
  record,
  flights,
}: {
  journey: Journey;
  flight: Flight;
  record: FlightRecord;
  flights: readonly Flight[];
}) {
  const { t, i18n } = useTranslation('flight');
  const { save } = useQueueFlightRecordChanges();
  const [open, setOpen] = useState<'debrief' | 'return' | null>(null);
  const close = useCallback(() => setOpen(null), []);
  useSaveJourneyToRecord(journey, record);
  const fears = record.onTheWay ?? toFlightFearRatings(journey);
  const rough = record.rough ?? journey.rough;
  const others = flights.filter(({ id }) => id !== flight.id);
  return (
    <section className="grid gap-6 border-t border-line pt-6 wrap-anywhere">
      <p>{t('done.landing', { count: countPastFlights(others, now()) + 1 })}</p>
      {fears.length > 0 && (
        <div>
          <h2 className="mb-2 text-xl">{t('done.fears')}</h2>
          <LazyFlightFearCurve fears={fears} forecast={record.forecast} />
          {record.onTheWay && <p className="mt-2 text-sm text-ink-2">{t('done.text')}</p>}
        </div>
      )}
      {rough.length > 0 && (
        <div>
          <h2 className="text-xl">{t('meter.title')}</h2>
          <LazyKeptRoughness minutes={rough} />
        </div>
      )}
      {record.happened === null && (
        <div>
          <h2 className="text-xl">{t('done.debrief')}</h2>
          <p className="mt-1 text-ink-2">{t('done.debriefHint')}</p>
          <Button variant="secondary" className="mt-3" onClick={() => setOpen('debrief')}>
            {t('done.tell')}
          </Button>
        </div>
      )}
      {isReturnFlightMissing(flight, flights) && (
        <p>
          <Button variant="quiet" onClick={() => setOpen('return')}>
            {t('done.return')}
          </Button>
        </p>
      )}
      {open === 'debrief' && (
        <LazyFlightRecordDialog
          kind="debrief"
          record={record}
          about={formatRecordedFlight(record, flights, i18n.language)}
          onSave={(told) => save(told, 'debrief')}
          onClose={close}
        />
      )}
      {open === 'return' && <LazyFlightsDialog onClose={close} toAdd={false} returnOf={flight} />}
    </section>
  );
}

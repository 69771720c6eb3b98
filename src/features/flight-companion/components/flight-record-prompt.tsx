import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lacksReturn } from '#web/features/flights/model.ts';
import { FlightsDialog } from '#web/features/flights/components/lazy-flights-dialog.tsx';
import { useFlights } from '#web/features/flights/queries.ts';
import { FlightRecordDialog } from '#web/features/ledger/components/lazy-record-dialog.tsx';
import { findOrCreateRecord, formatFlight } from '#web/features/ledger/model.ts';
import { useLedger, useLedgerWrites } from '#web/features/ledger/queries.ts';
import { Button } from '#web/ui/button.tsx';

/** Asks for the flight's debrief while it is fresh, and leads to the return flight. */
export function FlightRecordPrompt({ flightId }: { flightId: string }) {
  const { t, i18n } = useTranslation('flight');
  const { data: flights } = useFlights();
  const { data: ledger } = useLedger();
  const { save } = useLedgerWrites();
  const [open, setOpen] = useState<'debrief' | 'return' | null>(null);
  const close = useCallback(() => setOpen(null), []);
  const flight = flights?.items.find(({ id }) => id === flightId);
  if (!flight || !ledger) return null;
  const record = findOrCreateRecord(flight, ledger.flights);
  return (
    <section className="border-t border-line pt-6">
      {record.happened === null && (
        <>
          <h2 className="text-xl">{t('done.debrief')}</h2>
          <p className="mt-1 text-ink-2">{t('done.debriefHint')}</p>
          <Button variant="secondary" className="mt-3" onClick={() => setOpen('debrief')}>
            {t('done.debrief')}
          </Button>
        </>
      )}
      {lacksReturn(flight, flights?.items ?? []) && (
        <p className="mt-3">
          <Button variant="quiet" onClick={() => setOpen('return')}>
            {t('done.return')}
          </Button>
        </p>
      )}
      {open === 'debrief' && (
        <FlightRecordDialog
          kind="debrief"
          record={record}
          about={formatFlight(record, flights?.items ?? [], i18n.language)}
          onSave={(told) => save(told, 'debrief')}
          onClose={close}
        />
      )}
      {open === 'return' && <FlightsDialog onClose={close} toAdd={false} returnOf={flight} />}
    </section>
  );
}

import { useCallback, useEffect, useState } from 'react';
import type { Flight } from '#shared/contract/flights.ts';
import { useProfile } from '#web/features/account/queries.ts';
import { useAssessment } from '#web/features/assessment/queries.ts';
import { now } from '#web/lib/clock.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { formatRecordedFlight, findLedgerPromptToShow, type FlightRecord } from '../model.ts';
import { useFlightRecords, useQueueFlightRecordChanges } from '../queries.ts';
import { declineDebrief, readDeclinedDebriefs } from '../store.ts';
import { LazyFlightRecordDialog } from './lazy-record-dialog.tsx';
import { FlightRecordView } from './record-view.tsx';

/**
 * A prompt shown around a flight: to write the forecast in the days before, or the debrief after. Nothing without the
 * consent to health data, or when neither is due.
 */
export function FlightLedgerPrompt({ flights }: { flights: readonly Flight[] }) {
  const { t, i18n } = useTranslation('ledger');
  const { data: assessment } = useAssessment();
  const { data } = useFlightRecords();
  const { save, refused } = useQueueFlightRecordChanges();
  const { toast } = useToast();
  const owner = useProfile().id;
  const [declined, setDeclined] = useState(() => readDeclinedDebriefs(owner));
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  const hasFlights = flights.length > 0;
  useEffect(() => {
    if (hasFlights) void LazyFlightRecordDialog.preload();
  }, [hasFlights]);
  if (refused) return <Notice tone="refusal">{t('refused')}</Notice>;
  const prompt =
    data &&
    assessment?.consentGiven &&
    findLedgerPromptToShow(flights, data.flights, declined, now());
  if (!prompt) return null;
  const { kind, record } = prompt;
  const flightText = formatRecordedFlight(record, flights, i18n.language);
  const saveRecord = (record: FlightRecord) => {
    save(record, kind);
    toast({ title: t(`${kind}.saved`) });
  };
  const done = kind === 'forecast' && record.forecast !== null;
  return (
    <section aria-labelledby="ledger-note" className="border-t border-line pt-6">
      <h2 id="ledger-note" className="text-xl">
        {t(`${kind}.title`)}
      </h2>
      {kind === 'debrief' && <p className="tabular mt-2 first-letter:uppercase">{flightText}</p>}
      <p className="mt-2 max-w-prose text-ink-2">{t(done ? 'forecast.done' : `${kind}.text`)}</p>
      {!done && (
        <div className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-2">
          <Button variant="secondary" onClick={() => setOpen(true)}>
            {t(`${kind}.open`)}
          </Button>
          {kind === 'debrief' && (
            <Button
              variant="quiet"
              onClick={() => (
                declineDebrief(owner, record.id),
                setDeclined(readDeclinedDebriefs(owner))
              )}
            >
              {t('debrief.later')}
            </Button>
          )}
        </div>
      )}
      {kind === 'forecast' && prompt.earlier.length > 0 && (
        <div className="mt-6">
          <h3 className="mb-3 text-lg">{t('earlier')}</h3>
          <ul className="grid gap-5">
            {prompt.earlier.map((one) => (
              <li key={one.id}>
                <FlightRecordView
                  record={one}
                  about={formatRecordedFlight(one, flights, i18n.language)}
                />
              </li>
            ))}
          </ul>
        </div>
      )}
      {open && (
        <LazyFlightRecordDialog
          kind={kind}
          record={record}
          about={flightText}
          onSave={saveRecord}
          onClose={close}
        />
      )}
    </section>
  );
}

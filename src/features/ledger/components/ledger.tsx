import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import type { Flight } from '#shared/contract/flights.ts';
import { subscriptionQuery } from '#web/features/account/queries.ts';
import { useAssessment } from '#web/features/assessment/queries.ts';
import { now } from '#web/lib/clock.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Section } from '#web/ui/page.tsx';
import {
  formatRecordedFlight,
  type FlightRecord,
  listPastFlightRecords,
  listFlightsWithFeltFear,
} from '../model.ts';
import { useFlightRecords, useQueueFlightRecordChanges } from '../queries.ts';
import { LazyFlightRecordDialog } from './lazy-record-dialog.tsx';
import { FlightFearComparisons } from './flight-measures.tsx';
import { FlightRecordView } from './record-view.tsx';
import { RehearsalFearComparisons } from './rehearsal-measures.tsx';

/** The flights among a person's measures, under their own heading; nothing before the first, or without the consent to health data. */
export function FlightFearComparisonsSection({ flights }: { flights: readonly Flight[] }) {
  const { t } = useTranslation('ledger');
  const { data: assessment } = useAssessment();
  const { data } = useFlightRecords();
  if (!data || !assessment?.consentGiven) return null;
  const past = listPastFlightRecords(flights, data.flights, now());
  if (listFlightsWithFeltFear(past).length === 0) return null;
  return (
    <Section title={t('measures.caption')}>
      <FlightFearComparisons records={past} />
    </Section>
  );
}

/**
 * The person's past flights, each with buttons to write its debrief, to edit and to remove its record. Nothing without
 * the consent to health data.
 */
export function FlightLedger({ flights }: { flights: readonly Flight[] }) {
  const { t, i18n } = useTranslation('ledger');
  const { data: assessment } = useAssessment();
  const { data } = useFlightRecords();
  // The ladder, on which rehearsals are kept, needs a pass; the ledger of flights does not.
  const { data: pass } = useQuery(subscriptionQuery);
  const { save, remove, refused } = useQueueFlightRecordChanges();
  const [edited, setEdited] = useState<FlightRecord | null>(null);
  const close = useCallback(() => setEdited(null), []);
  useEffect(() => void LazyFlightRecordDialog.preload(), []);
  if (!data || !assessment?.consentGiven) return null;
  const past = listPastFlightRecords(flights, data.flights, now());
  const about = (record: FlightRecord) => formatRecordedFlight(record, flights, i18n.language);
  return (
    <Section title={t('list.heading')}>
      <p className="mb-5 max-w-prose text-ink-2">
        {t(past.length === 0 ? 'list.empty' : 'list.lead')}
      </p>
      {refused && <Notice tone="refusal">{t('refused')}</Notice>}
      <FlightFearComparisons records={past} />
      <ul className="grid gap-7">
        {past.map((record) => (
          <li key={record.id}>
            <FlightRecordView record={record} about={about(record)} />
            <RecordTools
              record={record}
              date={about(record)}
              edit={() => setEdited(record)}
              remove={remove}
            />
          </li>
        ))}
      </ul>
      {past.length > 0 && (
        <Button variant="quiet" className="mt-6" onClick={() => print()}>
          {t('list.print')}
        </Button>
      )}
      {pass?.hasActiveAccess && <RehearsalFearComparisons />}
      {edited && (
        <LazyFlightRecordDialog
          kind="debrief"
          record={edited}
          about={about(edited)}
          onSave={(record) => save(record, 'debrief')}
          onClose={close}
        />
      )}
    </Section>
  );
}

function RecordTools({
  record,
  date,
  edit,
  remove,
}: {
  record: FlightRecord;
  date: string;
  edit: () => void;
  remove: (id: string) => void;
}) {
  const { t } = useTranslation('ledger');
  const [asked, setAsked] = useState(false);
  const told = record.happened !== null;
  const written = told || record.forecast !== null;
  return (
    <div className="flex flex-wrap gap-x-6">
      <Button
        variant="quiet"
        aria-label={t(told ? 'list.changeOf' : 'list.tellOf', { date })}
        onClick={edit}
      >
        {t(told ? 'list.change' : 'list.tell')}
      </Button>
      {written && (
        <Button
          variant="quiet"
          aria-label={asked ? undefined : t('list.removeOf', { date })}
          onClick={() => (asked ? (remove(record.id), setAsked(false)) : setAsked(true))}
        >
          {t(asked ? 'list.removeSure' : 'list.remove')}
        </Button>
      )}
    </div>
  );
}

import { useEffect, useRef } from 'react';
import { useAssessment } from '#web/features/assessment/queries.ts';
import type { FlightRecord } from '#web/features/ledger/model.ts';
import { useFlightRecordMutations } from '#web/features/ledger/queries.ts';
import type { Journey } from '../engine/journey.ts';
import { listFears } from '../model.ts';

/**
 * Keeps the fear that was given on the way with the flight's record, once, where the person has agreed to health data
 * being kept.
 */
export function useSaveFearsOnTheWay(journey: Journey, record: FlightRecord): void {
  const { save } = useFlightRecordMutations();
  const { data } = useAssessment();
  const fears = listFears(journey);
  const isDue = data?.consentGiven === true && !record.onTheWay && fears.length > 0;
  // Once: what is refused is not sent again and again.
  const isSent = useRef(false);
  useEffect(() => {
    if (!isDue || isSent.current) return;
    isSent.current = true;
    save({ ...record, onTheWay: fears }, 'on_the_way');
  });
}

import { useEffect, useRef } from 'react';
import { useAssessment } from '#web/features/assessment/queries.ts';
import type { FlightRecord } from '#web/features/ledger/model.ts';
import { useQueueFlightRecordChanges } from '#web/features/ledger/queries.ts';
import type { Journey } from '../engine/journey.ts';
import { toFlightFearRatings } from '../model.ts';

/**
 * Keeps the fear that was given on the way, and how rough it was where that was wanted, with the flight's record: once, and only
 * where the person has agreed to health data being kept.
 */
export function useSaveJourneyToRecord(journey: Journey, record: FlightRecord): void {
  const { save } = useQueueFlightRecordChanges();
  const { data } = useAssessment();
  const onTheWay = record.onTheWay ? [] : toFlightFearRatings(journey);
  const rough = record.rough ? [] : journey.rough;
  const isDue = data?.consentGiven === true && onTheWay.length + rough.length > 0;
  // Once: what is refused is not sent again and again.
  const isSent = useRef(false);
  useEffect(() => {
    if (!isDue || isSent.current) return;
    isSent.current = true;
    const orNull = <One>(list: One[]) => (list.length > 0 ? list : null);
    save({ ...record, onTheWay: orNull(onTheWay), rough: orNull(rough) }, 'on_the_way');
  });
}

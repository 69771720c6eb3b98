import { useQuery } from '@tanstack/react-query';
import type { FlightRecords } from '#shared/contract/ladder.ts';
import { useProfile } from '#web/features/account/queries.ts';
import { now } from '#web/lib/clock.ts';
import { defineSyncedWrite, useSyncedWrite } from '#web/lib/sync/synced-write.ts';
import {
  type FlightRecord,
  pickEditedRecordPart,
  mergeEditedRecordPart,
  type FlightRecordPart,
} from './model.ts';

const KEY = ['/api/ledger'] as const;

const records = defineSyncedWrite<'POST /api/ledger', FlightRecords>({
  route: 'POST /api/ledger',
  key: () => KEY,
  apply: (ledger, { body }) =>
    mergeEditedRecordPart(ledger, { onTheWay: null, rough: null, ...body }),
});

const removals = defineSyncedWrite<'DELETE /api/ledger/:id', FlightRecords>({
  route: 'DELETE /api/ledger/:id',
  key: () => KEY,
  apply: ({ flights }, { params }) => ({ flights: flights.filter(({ id }) => id !== params.id) }),
});

/** Query of the ledger: expectation and outcome of each flight, latest first. */
export function useFlightRecords() {
  return useQuery<FlightRecords>({ queryKey: KEY });
}

/**
 * Returns functions that change the ledger, shown at once and queued for the server: `save`, one part of a record, and
 * `remove`. `refused` is true when the server refused the last change.
 */
export function useQueueFlightRecordChanges() {
  const owner = useProfile().id;
  const record = useSyncedWrite(records, owner, KEY);
  const removal = useSyncedWrite(removals, owner, KEY);
  const writtenAt = () => now().toISOString();
  return {
    refused: (record.refused ?? removal.refused) !== null,
    save: (told: FlightRecord, kind: FlightRecordPart) =>
      record.write({ body: { ...pickEditedRecordPart(told, kind), writtenAt: writtenAt() } }),
    remove: (id: string) => removal.write({ params: { id }, body: { writtenAt: writtenAt() } }),
  };
}

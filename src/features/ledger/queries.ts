import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Ledger } from '#shared/contract/ladder.ts';
import { useProfile } from '#web/features/account/queries.ts';
import { now } from '#web/lib/clock.ts';
import { enqueue, onOutcome } from '#web/lib/outbox.ts';
import { type FlightRecord, halfOf, withRecord } from './model.ts';

const KEY = ['/api/ledger'] as const;
const SAVE = 'POST /api/ledger';
const REMOVE = 'DELETE /api/ledger/:id';
const REFUSED = ['ledger', 'refused'] as const;
/** The clients whose caches follow the fate of writes, for as long as they live. */
const followed = new WeakSet<QueryClient>();

function failed(queryClient: QueryClient): void {
  queryClient.setQueryData(REFUSED, true);
  void queryClient.invalidateQueries({ queryKey: KEY });
}

/** Hears what the server refuses, on whichever page the person is by then. */
function followLedger(queryClient: QueryClient): void {
  if (followed.has(queryClient)) return;
  followed.add(queryClient);
  onOutcome(({ route }, outcome) => {
    if ((route === SAVE || route === REMOVE) && 'error' in outcome) failed(queryClient);
  });
}

/** What was expected of each flight and what happened, the latest first. */
export function useLedger() {
  return useQuery<Ledger>({ queryKey: KEY });
}

/** Changes are shown at once and sent through the outbox; `refused` when the server would not have one. */
export function useLedgerWrites() {
  const queryClient = useQueryClient();
  const owner = useProfile().id;
  const { data: refused = false } = useQuery<boolean>({ queryKey: REFUSED, enabled: false });
  const show = (change: (ledger: Ledger) => Ledger) => {
    followLedger(queryClient);
    queryClient.setQueryData(REFUSED, false);
    void queryClient.cancelQueries({ queryKey: KEY });
    queryClient.setQueryData<Ledger>(KEY, (old) => change(old ?? { flights: [] }));
  };
  return {
    refused,
    save: (record: FlightRecord, kind: 'forecast' | 'debrief') => {
      show((old) => withRecord(old, record));
      const body = { ...halfOf(record, kind), writtenAt: now().toISOString() };
      enqueue(SAVE, owner, { body }).catch(() => failed(queryClient));
    },
    remove: (id: string) => {
      show(({ flights }) => ({ flights: flights.filter((one) => one.id !== id) }));
      const body = { writtenAt: now().toISOString() };
      enqueue(REMOVE, owner, { params: { id }, body }).catch(() => failed(queryClient));
    },
  };
}

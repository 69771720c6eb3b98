import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import type { Ledger } from '#shared/contract/ladder.ts';
import { useProfile } from '#web/features/account/queries.ts';
import { enqueue, onOutcome } from '#web/lib/outbox.ts';
import { type FlightRecord, withRecord } from './model.ts';

const KEY = ['/api/ledger'] as const;
const SAVE = 'POST /api/ledger';
const REMOVE = 'DELETE /api/ledger/:id';

/** What was expected of each flight and what happened, the latest first. */
export function useLedger() {
  return useQuery<Ledger>({ queryKey: KEY });
}

/** Changes are shown at once and sent through the outbox; `refused` when the server would not have one. */
export function useLedgerWrites() {
  const queryClient = useQueryClient();
  const owner = useProfile().id;
  const [refused, setRefused] = useState(false);
  const failed = useCallback(() => {
    setRefused(true);
    void queryClient.invalidateQueries({ queryKey: KEY });
  }, [queryClient]);
  useEffect(
    () =>
      onOutcome(({ route }, outcome) => {
        if ((route === SAVE || route === REMOVE) && 'error' in outcome) failed();
      }),
    [failed],
  );
  const show = (change: (ledger: Ledger) => Ledger) => {
    setRefused(false);
    void queryClient.cancelQueries({ queryKey: KEY });
    queryClient.setQueryData<Ledger>(KEY, (old) => change(old ?? { flights: [] }));
  };
  return {
    refused,
    save: (record: FlightRecord) => {
      show((old) => withRecord(old, record));
      enqueue(SAVE, owner, { body: record }).catch(failed);
    },
    remove: (id: string) => {
      show(({ flights }) => ({ flights: flights.filter((one) => one.id !== id) }));
      enqueue(REMOVE, owner, { params: { id } }).catch(failed);
    },
  };
}

import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { useProfile } from '#web/features/account/queries.ts';
import { useRefreshDashboard } from '#web/features/home/queries.ts';
import type { InputOf } from '#web/lib/api.ts';
import { enqueue, onOutcome } from '#web/lib/outbox.ts';

const PRACTICES = 'POST /api/practices';
export type Practice = InputOf<typeof PRACTICES>['body'];

/** Keeps an exercise in the outbox; the dashboard counts it once it has arrived. */
export function useRecordPractice(): (practice: Practice) => void {
  const owner = useProfile().id;
  const queryClient = useQueryClient();
  const refreshDashboard = useRefreshDashboard();
  useEffect(
    () => onOutcome(({ route }) => void (route === PRACTICES && refreshDashboard())),
    // The refresh is made anew on each render and stands on the client alone.
    // oxlint-disable-next-line react/exhaustive-deps -- see above
    [queryClient],
  );
  return useCallback(
    (practice) => {
      // Storage refused: the exercise was breathed, and only is not counted.
      enqueue(PRACTICES, owner, { body: practice }).catch(() => {});
    },
    [owner],
  );
}

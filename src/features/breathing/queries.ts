import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { User } from '#shared/contract/users.ts';
import type { Dashboard } from '#shared/contract/dashboard.ts';
import { PROFILE_QUERY_KEY } from '#web/features/account/queries.ts';
import type { InputOf } from '#web/lib/api.ts';
import { defineSyncedWrite, queueWrite } from '#web/lib/sync/synced-write.ts';

/** A dashboard with the ids of what was added to it on this device. */
type KnownDashboard = Dashboard & { added?: readonly string[] };

const practices = defineSyncedWrite<'POST /api/practices'>({
  route: 'POST /api/practices',
  effects: [
    {
      url: /^\/api\/dashboard(?:\?|$)/,
      apply: (dashboard: KnownDashboard, { body: { id, practisedMs } }) => {
        const { added = [], practiceMs, latestPracticeId, dayStreak } = dashboard;
        // The server has it already where only its reply was lost.
        if (added.includes(id) || latestPracticeId === id) return dashboard;
        return {
          ...dashboard,
          added: [...added, id],
          practiceMs: practiceMs + practisedMs,
          dayStreak: Math.max(dayStreak, 1),
        };
      },
    },
  ],
});
export type BreathingPracticeToQueue = InputOf<typeof practices.route>['body'];

/**
 * Returns a function that queues a breathing exercise for the server; the dashboard and the plan are refetched once it
 * has it. Null while the app is locked, when no person is known and no exercise counts.
 */
export function useQueueBreathingPractice(): ((practice: BreathingPracticeToQueue) => void) | null {
  const { data } = useQuery<User>({ queryKey: PROFILE_QUERY_KEY, enabled: false });
  const owner = data?.id;
  const record = useCallback(
    (practice: BreathingPracticeToQueue) => queueWrite(practices, owner ?? '', { body: practice }),
    [owner],
  );
  return owner === undefined ? null : record;
}

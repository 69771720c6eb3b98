import { useCallback } from 'react';
import type { Dashboard } from '#shared/contract/dashboard.ts';
import { useProfile } from '#web/features/account/queries.ts';
import type { InputOf } from '#web/lib/api.ts';
import { defineWrite, queueWrite } from '#web/lib/sync/synced-write.ts';

/** A dashboard with the ids of what was added to it on this device. */
type KnownDashboard = Dashboard & { added?: readonly string[] };

const practices = defineWrite<'POST /api/practices'>({
  route: 'POST /api/practices',
  effects: [
    {
      url: /^\/api\/dashboard(?:\?|$)/,
      apply: (dashboard: KnownDashboard, { body: { id, practisedMs } }) => {
        const { added = [], practiceMs, dayStreak } = dashboard;
        if (added.includes(id)) return dashboard;
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
export type Practice = InputOf<typeof practices.route>['body'];

/**
 * Returns a function that queues a breathing exercise for the server; the dashboard and the plan are refetched once it
 * has it.
 */
export function useRecordPractice(): (practice: Practice) => void {
  const owner = useProfile().id;
  return useCallback((practice) => queueWrite(practices, owner, { body: practice }), [owner]);
}

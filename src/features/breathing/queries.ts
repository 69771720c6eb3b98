import { useCallback } from 'react';
import { useProfile } from '#web/features/account/queries.ts';
import type { InputOf } from '#web/lib/api.ts';
import { defineWrite, queueWrite } from '#web/lib/sync/synced-write.ts';

const practices = defineWrite({ route: 'POST /api/practices' });
export type Practice = InputOf<typeof practices.route>['body'];

/**
 * Returns a function that queues a breathing exercise for the server; the dashboard and the plan are refetched once it
 * has it.
 */
export function useRecordPractice(): (practice: Practice) => void {
  const owner = useProfile().id;
  return useCallback((practice) => queueWrite(practices, owner, { body: practice }), [owner]);
}

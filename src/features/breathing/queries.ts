import { useCallback } from 'react';
import { useProfile } from '#web/features/account/queries.ts';
import type { InputOf } from '#web/lib/api.ts';
import { defineWrite, queueWrite } from '#web/lib/sync/synced-write.ts';

const practices = defineWrite({ route: 'POST /api/practices' });
export type Practice = InputOf<typeof practices.route>['body'];

/** Returns a function that records a breathing exercise; the dashboard is refetched once the server has it. */
export function useRecordPractice(): (practice: Practice) => void {
  const owner = useProfile().id;
  return useCallback((practice) => queueWrite(practices, owner, { body: practice }), [owner]);
}

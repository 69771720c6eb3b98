import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ContentSummary } from '#shared/contract/contents.ts';
import type { Ladder } from '#shared/contract/ladder.ts';
import type { FearArea } from '#shared/rules/fear-areas.ts';
import { subscriptionQuery, useProfile } from '#web/features/account/queries.ts';
import { api } from '#web/lib/api.ts';
import { now } from '#web/lib/clock.ts';
import { defineSyncedWrite, useSyncedWrite } from '#web/lib/sync/synced-write.ts';
import { useTranslation } from '#web/lib/translation.ts';
import {
  type LadderAttempt,
  buildLadderChangeBody,
  type LadderChange,
  addAttemptToLadder,
  applyLadderChange,
} from './model.ts';

const KEY = ['/api/ladder'] as const;

const changes = defineSyncedWrite<'PUT /api/ladder', Ladder>({
  route: 'PUT /api/ladder',
  key: () => KEY,
  apply: (ladder, { body: { steps, order = [], removed = [] } }) =>
    applyLadderChange(ladder, { steps, order: order.map((id) => ({ id })), removed }),
});

const attempts = defineSyncedWrite<'POST /api/ladder/attempts', Ladder>({
  route: 'POST /api/ladder/attempts',
  key: () => KEY,
  apply: (ladder, { body }) => addAttemptToLadder(ladder, body),
});

/** Query of the person's ladder; refetched on window focus, as another device may have changed it. */
export function useLadder() {
  return useQuery<Ladder>({ queryKey: KEY, refetchOnWindowFocus: 'always' });
}

/**
 * Returns `save`, which changes the ladder, and `saveAttempt`, which stores an attempt at a step; both show at once and
 * are queued for the server. `refused` is true when the server refused the last write.
 */
export function useQueueLadderChanges() {
  const queryClient = useQueryClient();
  const owner = useProfile().id;
  const change = useSyncedWrite(changes, owner, KEY);
  const attempt = useSyncedWrite(attempts, owner, KEY);
  return {
    refused: (change.refused ?? attempt.refused) !== null,
    save: (changed: LadderChange) => {
      const known = queryClient.getQueryData<Ladder>(KEY) ?? { steps: [] };
      change.write({
        body: { ...buildLadderChangeBody(known, changed), writtenAt: now().toISOString() },
      });
    },
    saveAttempt: (made: LadderAttempt) =>
      attempt.write({ body: { ...made, writtenAt: now().toISOString() } }),
  };
}

const LIST = 'GET /api/contents';

/**
 * Fetches all sessions of the library, page by page. `open` is whether the person has a pass, without which nothing is
 * fetched; `sessions` is null until all are loaded.
 */
export function useAllLibrarySessions() {
  const { i18n } = useTranslation();
  const pass = useQuery(subscriptionQuery);
  const open = pass.data?.hasActiveAccess ?? false;
  const query = useQuery({
    queryKey: [LIST, 'every', i18n.language],
    enabled: open,
    queryFn: async ({ signal }) => {
      const items: ContentSummary[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const page: { items: ContentSummary[]; nextCursor: string | null } = await api(LIST, {
          query: { limit: 50, ...(cursor && { cursor }) },
          signal,
        });
        items.push(...page.items);
        cursor = page.nextCursor;
      }
      return items;
    },
  });
  return { open, sessions: query.data ?? null, error: query.error };
}

/**
 * Finds a session of a kind to propose for an area: the first one mainly about it, else the first that covers it, else
 * null. Sessions to opt in to are never proposed.
 */
export function findSessionForArea(
  sessions: readonly ContentSummary[],
  kind: ContentSummary['kind'],
  area: FearArea,
): ContentSummary | null {
  const meeting = sessions.filter(
    (one) => one.kind === kind && one.areas.includes(area) && !one.optIn,
  );
  return meeting.find(({ areas }) => areas[0] === area) ?? meeting[0] ?? null;
}

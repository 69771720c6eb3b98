import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContentSummary } from '#shared/contract/contents.ts';
import type { Ladder } from '#shared/contract/ladder.ts';
import type { FearArea } from '#shared/rules/fear-areas.ts';
import { subscriptionQuery, useProfile } from '#web/features/account/queries.ts';
import { api, type InputOf } from '#web/lib/api.ts';
import { now } from '#web/lib/clock.ts';
import { enqueue, onOutcome } from '#web/lib/outbox.ts';
import { type Attempt, changeBody, type LadderChange, withAttempt, withChange } from './model.ts';

const KEY = ['/api/ladder'] as const;
const SAVE = 'PUT /api/ladder';
const ATTEMPT = 'POST /api/ladder/attempts';
const REFUSED = ['ladder', 'refused'] as const;
/** Writes of this tab that the server has not answered; while there are any, the screen knows better. */
let waiting = 0;
/** The clients whose caches follow the fate of writes, for as long as they live. */
const followed = new WeakSet<QueryClient>();

/** Hears what the server made of each write, on whichever page the person is by then. */
function followLadder(queryClient: QueryClient): void {
  if (followed.has(queryClient)) return;
  followed.add(queryClient);
  onOutcome(({ route }, outcome) => {
    if (route !== SAVE && route !== ATTEMPT) return;
    waiting = Math.max(0, waiting - 1);
    if ('error' in outcome) queryClient.setQueryData(REFUSED, true);
    if (waiting === 0) void queryClient.invalidateQueries({ queryKey: KEY });
  });
}

/** The person's ladder, looked at again when its page is: another device may have changed it. */
export function useLadder() {
  return useQuery<Ladder>({
    queryKey: KEY,
    refetchOnWindowFocus: () => waiting === 0 && 'always',
  });
}

/** Changes are shown at once and sent through the outbox; `refused` when the server would not have one. */
export function useLadderWrites() {
  const queryClient = useQueryClient();
  const owner = useProfile().id;
  const { data: refused = false } = useQuery<boolean>({ queryKey: REFUSED, enabled: false });
  const write = useCallback(
    <R extends typeof SAVE | typeof ATTEMPT>(
      route: R,
      input: InputOf<R>,
      change: (ladder: Ladder) => Ladder,
    ) => {
      followLadder(queryClient);
      queryClient.setQueryData(REFUSED, false);
      waiting += 1;
      void queryClient.cancelQueries({ queryKey: KEY });
      queryClient.setQueryData<Ladder>(KEY, (old) => change(old ?? { steps: [] }));
      enqueue(route, owner, input).catch(() => {
        waiting = Math.max(0, waiting - 1);
        queryClient.setQueryData(REFUSED, true);
        void queryClient.invalidateQueries({ queryKey: KEY });
      });
    },
    [queryClient, owner],
  );
  return {
    refused,
    save: (change: LadderChange) => {
      const known = queryClient.getQueryData<Ladder>(KEY) ?? { steps: [] };
      const body = { ...changeBody(known, change), writtenAt: now().toISOString() };
      write(SAVE, { body }, (old) => withChange(old, change));
    },
    saveAttempt: (attempt: Attempt) =>
      write(ATTEMPT, { body: { ...attempt, writtenAt: now().toISOString() } }, (old) =>
        withAttempt(old, attempt),
      ),
  };
}

const LIST = 'GET /api/contents';

/** Every session, with a pass; without one none is asked for. */
export function useEverySession() {
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

/** The session of a kind that meets an area: the one mainly about it, else one that touches it. */
export function sessionFor(
  sessions: readonly ContentSummary[],
  kind: ContentSummary['kind'],
  area: FearArea,
): ContentSummary | null {
  const meeting = sessions.filter((one) => one.kind === kind && one.areas.includes(area));
  return meeting.find(({ areas }) => areas[0] === area) ?? meeting[0] ?? null;
}

import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContentDetail } from '#shared/contract/contents.ts';
import type { Rating } from '#shared/contract/fields.ts';
import type { Progress } from '#shared/contract/player.ts';
import { laterPlace } from '#shared/rules/listens.ts';
import { useProfile } from '#web/features/account/queries.ts';
import { fetchOrKept } from '#web/features/downloads/queries.ts';
import { ApiError, type ReplyOf, urlOf } from '#web/lib/api.ts';
import { now, ownTimeZone } from '#web/lib/clock.ts';
import { enqueue, noteDown, onLastCall, onOutcome, waiting } from '#web/lib/outbox.ts';
import type { Listen } from './engine/listening.ts';
import type { Keeper } from './session/open-session.ts';

/** What is kept of a session, in whichever language: its texts come in the profile's. */
const contentKey = (id: string) => [`/api/contents/${encodeURIComponent(id)}`] as const;
const RATING = 'PUT /api/contents/:id/rating';
const LISTEN = 'POST /api/listens';

/** The last listen of each session that the server has not answered yet. */
const underWay = new Map<string, Listen>();

/** Brings back what waits to be sent since an earlier load of the page, which may have ended while it played. */
async function recallListens(owner: string): Promise<void> {
  const listens = (await waiting(owner, LISTEN).catch(() => [])) as Listen[];
  for (const listen of listens) underWay.set(listen.contentId, listen);
}

/** Where a session stands by the server, or by the listen on its way there when that is later. */
function atLaterPlace(content: ContentDetail): ContentDetail {
  const listen = underWay.get(content.id);
  if (!listen) return content;
  const { positionMs, listenedAt } = laterPlace(
    { ...content, lastListenedAt: Date.parse(content.listenedAt ?? '') || 0 },
    { ...listen, listenedAt: listen.endedAt, lastListenedAt: Date.parse(listen.endedAt) },
  );
  return { ...content, positionMs, listenedAt };
}

/**
 * One session with its script, asked for anew whenever it is opened: another device may have gone further.
 * An id that is none, or a withdrawn session, is not asked for twice.
 */
export function useContent(id: string) {
  const { i18n } = useTranslation();
  const owner = useProfile().id;
  return useQuery<ContentDetail>({
    queryKey: [...contentKey(id), i18n.language],
    queryFn: async ({ signal }) => {
      await recallListens(owner);
      return atLaterPlace(await fetchOrKept(owner, id, signal));
    },
    refetchOnMount: 'always',
    retry: (failures, error) =>
      failures < 1 && !(error instanceof ApiError && error.status >= 400 && error.status < 500),
  });
}

/** The next session of today, asked for once this one is complete. */
export function useNextContent(id: string, enabled: boolean) {
  const { i18n } = useTranslation();
  const url = urlOf('GET /api/contents/:id/next', { id }, { timeZone: ownTimeZone() });
  return useQuery<ReplyOf<'GET /api/contents/:id/next'>>({
    queryKey: [url, i18n.language],
    enabled,
  });
}

/** Rates a session: shown at once, sent through the outbox, taken back if the server refuses. */
export function useRateSession(content: ContentDetail) {
  const queryClient = useQueryClient();
  const owner = useProfile().id;
  const [refusal, setRefusal] = useState<ApiError | null>(null);
  const [confirmed, setConfirmed] = useState(content.rating);
  const { id } = content;
  const show = useCallback(
    (rating: Rating | null) =>
      queryClient.setQueriesData<ContentDetail>(
        { queryKey: contentKey(id) },
        (old) => old && { ...old, rating },
      ),
    [queryClient, id],
  );
  useEffect(
    () =>
      onOutcome((request, outcome) => {
        if (request.route !== RATING || (request.params as { id?: string }).id !== id) return;
        if ('error' in outcome) {
          setRefusal(outcome.error);
          show(confirmed);
        } else setConfirmed((outcome.reply as ReplyOf<typeof RATING>).rating);
      }),
    [id, confirmed, show],
  );
  const rate = (rating: Rating) => {
    setRefusal(null);
    show(rating);
    const body = { rating, ratedAt: now().toISOString() };
    enqueue(RATING, owner, { params: { id }, body }).catch(() => {
      setRefusal(new ApiError(500, ''));
      show(confirmed);
    });
  };
  return { rate, refusal };
}

/** The clients whose caches follow the fate of listens, for as long as they live. */
const followed = new WeakSet<QueryClient>();

/** Brings what the server made of each listen into what is on screen. */
function followListens(queryClient: QueryClient): void {
  if (followed.has(queryClient)) return;
  followed.add(queryClient);
  const change = (id: string, changed: (old: ContentDetail) => ContentDetail) =>
    queryClient.setQueriesData<ContentDetail>(
      { queryKey: contentKey(id) },
      (old) => old && changed(old),
    );
  onOutcome((request, outcome) => {
    if (request.route !== LISTEN) return;
    const listen = request.body as Listen;
    if (underWay.get(listen.contentId)?.id === listen.id) underWay.delete(listen.contentId);
    if ('error' in outcome) {
      // Only the mark that this listen set: one of another day stays.
      change(listen.contentId, (old) =>
        listen.completed && old.completedAt === listen.endedAt
          ? { ...old, completed: false, completedAt: null }
          : old,
      );
      return;
    }
    const { contentId, completedAt, positionMs, listenedAt } = outcome.reply as Progress;
    const completed = completedAt !== null;
    change(contentId, (old) =>
      atLaterPlace({ ...old, completedAt, completed, positionMs, listenedAt }),
    );
    void queryClient.invalidateQueries({ predicate: ({ queryKey }) => showsProgress(queryKey) });
  });
}

/**
 * Keeps the listens of one session in the outbox, and the progress they make in what is already on screen.
 * A refusal is why the server did not count the session as completed, whose mark is taken back.
 */
export function createKeeper(queryClient: QueryClient, owner: string, id: string): Keeper {
  followListens(queryClient);
  return {
    note: (listen) =>
      void noteDown(LISTEN, owner, { body: listen }, { key: listen.id, final: false }),
    record: (listen) => {
      underWay.set(id, listen);
      const forget = noteDown(LISTEN, owner, { body: listen }, { key: listen.id, final: true });
      queryClient.setQueriesData<ContentDetail>({ queryKey: contentKey(id) }, (old) =>
        old
          ? {
              ...old,
              positionMs: listen.positionMs,
              listenedAt: listen.endedAt,
              completed: old.completed || listen.completed,
              completedAt: old.completedAt ?? (listen.completed ? listen.endedAt : null),
            }
          : old,
      );
      // Storage refused: the session goes on, and only this stretch is not counted.
      enqueue(LISTEN, owner, { body: listen })
        .then(forget)
        .catch(() => {});
    },
    onLastCall,
    onFate: (tell) =>
      onOutcome((request, outcome) => {
        if (request.route !== LISTEN) return;
        const listen = request.body as Listen;
        if (listen.contentId !== id) return;
        if ('reply' in outcome) tell({ withdrawn: (outcome.reply as Progress).withdrawn });
        else if (listen.completed) tell({ refusal: outcome.error });
      }),
  };
}

function showsProgress(queryKey: readonly unknown[]): boolean {
  return /^\/api\/(dashboard|contents\?|contents$|contents\/[^/]+\/next)/u.test(
    String(queryKey[0]),
  );
}

import { type QueryClient, useQuery } from '@tanstack/react-query';
import type { ContentDetail, ContentSummary } from '#shared/contract/contents.ts';
import type { Dashboard } from '#shared/contract/dashboard.ts';
import type { Plan } from '#shared/contract/plan.ts';
import type { HelpfulnessRating } from '#shared/contract/fields.ts';
import { chooseLaterPosition } from '#shared/rules/listens.ts';
import { useProfile } from '#web/features/account/queries.ts';
import { fetchSessionOrDownload } from '#web/features/downloads/queries.ts';
import { ApiError, type ReplyOf, buildUrl } from '#web/lib/api.ts';
import { now, getDeviceTimeZone } from '#web/lib/clock.ts';
import { onBeforeWriteFlush, waitForUnsentWritesApplied } from '#web/lib/sync/sync.ts';
import {
  defineSyncedWrite,
  onWriteOutcome,
  queueWrite,
  saveWriteToSendIfPageCloses,
  useSyncedWrite,
} from '#web/lib/sync/synced-write.ts';
import {
  addListenToDashboard,
  addListenToSessionList,
  addListenToPlan,
} from '#web/lib/sync/listen-effects.ts';
import { useTranslation } from '#web/lib/translation.ts';
import type { ListenRecorder } from './engine/open-session.ts';
import type { SelfRating } from '#shared/rules/self-ratings.ts';

/** The query key of a session; the language follows it, since texts come in the profile's. */
const getContentKey = (id: string) => [`/api/contents/${encodeURIComponent(id)}`] as const;

const rating = defineSyncedWrite<'PUT /api/contents/:id/rating', ContentDetail>({
  route: 'PUT /api/contents/:id/rating',
  key: ({ params }) => getContentKey(params.id),
  apply: (content, { body }) => ({ ...content, rating: body.rating }),
  applyReply: (content, reply) => ({ ...content, rating: reply.rating }),
});

const listens = defineSyncedWrite<'POST /api/listens', ContentDetail>({
  route: 'POST /api/listens',
  key: ({ body }) => getContentKey(body.contentId),
  apply: (content, { body: listen }) => ({
    ...withLatestPosition(content, listen.positionMs, listen.endedAt),
    selfRatings: withSelfRatings(content.selfRatings, listen.selfRatings ?? []),
    completed: content.completed || listen.completed,
    completedAt: content.completedAt ?? (listen.completed ? listen.endedAt : null),
  }),
  applyReply: (content, { positionMs, listenedAt, completedAt }) => ({
    ...withLatestPosition(content, positionMs, listenedAt),
    completed: completedAt !== null,
    completedAt,
  }),
  needs: ({ body }) => getContentKey(body.contentId)[0],
  effects: [
    {
      url: /^\/api\/dashboard(?:\?|$)/,
      apply: (dashboard: Dashboard, { body }, _write, find) =>
        addListenToDashboard(
          dashboard,
          body,
          find(getContentKey(body.contentId)[0]) as ContentDetail | undefined,
        ),
    },
    { url: /^\/api\/plan(?:\?|$)/, apply: (plan: Plan, { body }) => addListenToPlan(plan, body) },
    {
      url: /^\/api\/contents(?:\?|$)/,
      apply: (list: ContentSummary[] | { items: ContentSummary[] }, { body }) =>
        addListenToSessionList(list, body),
    },
  ],
});

/** The numbers given in a session with those of a listen; one that is known already is not added again. */
function withSelfRatings(known: ContentDetail['selfRatings'], given: readonly SelfRating[]) {
  const isNew = ({ cue, ratedAt }: SelfRating) =>
    !known?.some((one) => one.cue === cue && one.ratedAt === ratedAt);
  return known && [...known, ...given.filter(isNew)];
}

/** A session at this place, unless the one where it stands is later. */
function withLatestPosition(content: ContentDetail, positionMs: number, listenedAt: string) {
  const stands = { ...content, lastListenedAt: Date.parse(content.listenedAt ?? '') || 0 };
  const place = { positionMs, listenedAt, lastListenedAt: Date.parse(listenedAt) };
  const later = chooseLaterPosition<typeof place | typeof stands>(stands, place);
  return { ...content, positionMs: later.positionMs, listenedAt: later.listenedAt };
}

/**
 * Query of one session with its script, or of its download when the server is not reached. Refetched on every mount,
 * because another device may have gone further; refusals are not retried.
 */
export function useContent(id: string) {
  const { i18n } = useTranslation();
  const owner = useProfile().id;
  return useQuery<ContentDetail>({
    queryKey: [...getContentKey(id), i18n.language],
    queryFn: async ({ signal }) => {
      // Where it stands is read once, by the player: what an earlier load of the page left to be sent counts too.
      const [content] = await Promise.all([
        fetchSessionOrDownload(owner, id, signal),
        waitForUnsentWritesApplied(),
      ]);
      return content;
    },
    // What waits on this device goes before what the server knows, and follows soon.
    meta: { preloaded: 'placeholder' },
    refetchOnMount: 'always',
    retry: (failures, error) =>
      failures < 1 && !(error instanceof ApiError && error.status >= 400 && error.status < 500),
  });
}

/** Stores a session in the query cache, so that its page need not wait for it. */
export const cacheContent = (queryClient: QueryClient, content: ContentDetail): void =>
  void queryClient.setQueryData([...getContentKey(content.id), content.language], content);

/**
 * Query of the session recommended after the one with this id; fetched only while `enabled`, which callers set once
 * that session is complete.
 */
export function useNextContent(id: string, enabled: boolean) {
  const { i18n } = useTranslation();
  const url = buildUrl('GET /api/contents/:id/next', { id }, { timeZone: getDeviceTimeZone() });
  return useQuery<ReplyOf<'GET /api/contents/:id/next'>>({
    queryKey: [url, i18n.language],
    enabled,
  });
}

/**
 * Returns `rate`, which queues a rating for the server, and `refused`, the server's error for the last one, or null.
 */
export function useQueueSessionRating({ id }: ContentDetail) {
  const { write, refused } = useSyncedWrite(rating, useProfile().id, getContentKey(id));
  const rate = (value: HelpfulnessRating) =>
    write({ params: { id }, body: { rating: value, ratedAt: now().toISOString() } });
  return { rate, refused };
}

/**
 * Creates the recorder that queues the listens of one session for `owner` and reports their outcomes: whether the
 * session was unpublished, or why its completion was refused.
 */
export function createListenRecorder(owner: string, id: string): ListenRecorder {
  return {
    saveUnfinished: (listen) =>
      saveWriteToSendIfPageCloses(listens, owner, { body: listen }, listen.id),
    record: (listen) => queueWrite(listens, owner, { body: listen }, listen.id),
    onBeforeFlush: onBeforeWriteFlush,
    onOutcome: (tell) =>
      onWriteOutcome(listens, ({ body: listen }, outcome) => {
        if (listen.contentId !== id) return;
        if ('reply' in outcome) tell({ unpublished: outcome.reply.unpublished });
        else if (outcome.final && listen.completed) tell({ refusal: outcome.error });
      }),
  };
}

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import type { ContentDetail } from '#shared/contract/contents.ts';
import type { Rating } from '#shared/contract/fields.ts';
import type { Progress } from '#shared/contract/player.ts';
import { useProfile } from '#web/features/account/queries.ts';
import { ApiError, type ReplyOf } from '#web/lib/api.ts';
import { now } from '#web/lib/clock.ts';
import { enqueue, onOutcome } from '#web/lib/outbox.ts';
import type { Listen } from './engine/listening.ts';

const contentKey = (id: string) => [`/api/contents/${encodeURIComponent(id)}`] as const;
const RATING = 'PUT /api/contents/:id/rating';
const LISTEN = 'POST /api/listens';

/** One session with its script. An id that is none, or a withdrawn session, is not asked for twice. */
export function useContent(id: string) {
  return useQuery<ContentDetail>({
    queryKey: contentKey(id),
    retry: (failures, error) =>
      failures < 1 && !(error instanceof ApiError && error.status >= 400 && error.status < 500),
  });
}

/** The session recommended next, asked for once this one is complete. */
export function useNextContent(id: string, enabled: boolean) {
  return useQuery<ReplyOf<'GET /api/contents/:id/next'>>({
    queryKey: [`/api/contents/${encodeURIComponent(id)}/next`],
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
      queryClient.setQueryData<ContentDetail>(contentKey(id), (old) => old && { ...old, rating }),
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

/** Keeps a listen in the outbox, and the progress it makes in what is already on screen. */
export function useRecordListen(content: ContentDetail): (listen: Listen) => void {
  const queryClient = useQueryClient();
  const owner = useProfile().id;
  const { id } = content;
  useEffect(
    () =>
      onOutcome((request, outcome) => {
        if (request.route !== LISTEN || 'error' in outcome) return;
        const { contentId, completedAt } = outcome.reply as Progress;
        queryClient.setQueryData<ContentDetail>(
          contentKey(contentId),
          (old) => old && { ...old, completedAt, completed: completedAt !== null },
        );
        void queryClient.invalidateQueries({
          predicate: ({ queryKey }) => showsProgress(queryKey),
        });
      }),
    [queryClient],
  );
  return useCallback(
    (listen) => {
      queryClient.setQueryData<ContentDetail>(contentKey(id), (old) =>
        old
          ? {
              ...old,
              positionMs: listen.positionMs,
              completed: old.completed || listen.completed,
              completedAt: old.completedAt ?? (listen.completed ? listen.endedAt : null),
            }
          : old,
      );
      // Storage refused: the session goes on, and only this stretch is not counted.
      enqueue(LISTEN, owner, { body: listen }).catch(() => {});
    },
    [queryClient, owner, id],
  );
}

function showsProgress(queryKey: readonly unknown[]): boolean {
  return /^\/api\/(dashboard|contents\?|contents$)/u.test(String(queryKey[0]));
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { ContentDetail } from '#shared/contract/contents.ts';
import { useProfile } from '#web/features/account/queries.ts';
import { api, ApiError } from '#web/lib/api.ts';
import { drop } from './keeping/keep.ts';
import { lendRecording } from './keeping/recordings.ts';
import { begin, onRunning, runningOf, stop } from './keeping/running.ts';
import { findSession, listSessions } from './keeping/sessions.ts';
import { announceWithdrawn } from './keeping/withdrawn.ts';
import { isUnreachable } from './model.ts';

export const KEPT_KEY = ['downloads'] as const;
/** How long the network may take when the session is here already, in milliseconds. */
const PATIENCE_MS = 4_000;

/**
 * A session: as the server has it, or as it is kept here when the server cannot be reached or takes
 * long. A kept session that was withdrawn is kept no longer.
 */
export async function fetchOrKept(
  owner: string,
  id: string,
  signal: AbortSignal,
): Promise<ContentDetail> {
  const kept = await findSession(owner, id);
  if (!kept) return api('GET /api/contents/:id', { params: { id }, signal });
  await lendRecording(kept.content.recordingUrl).catch(() => {});
  if (!navigator.onLine) return kept.content;
  try {
    const patience = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]);
    return await api('GET /api/contents/:id', { params: { id }, signal: patience });
  } catch (error) {
    if (signal.aborted) throw error;
    if (isUnreachable(error)) return kept.content;
    if (error instanceof ApiError && error.code === 'content_not_found') {
      await drop(owner, id);
      announceWithdrawn(kept.content.title);
    }
    throw error;
  }
}

/** What this person keeps on this device, the latest first. */
export function useKept() {
  const owner = useProfile().id;
  return useQuery({
    queryKey: [...KEPT_KEY, owner],
    queryFn: () => listSessions(owner),
    staleTime: 0,
  });
}

/** The download of one session: whether it is kept, how far it is, and what can be done. */
export function useDownload(content: ContentDetail) {
  const queryClient = useQueryClient();
  const owner = useProfile().id;
  const { data } = useKept();
  const running = useSyncExternalStore(onRunning, () => runningOf(content.id));
  const read = () => queryClient.invalidateQueries({ queryKey: KEPT_KEY });
  return {
    running,
    kept: data?.find(({ id }) => id === content.id) ?? null,
    begin: async () => {
      await begin(owner, content);
      await read();
    },
    stop: () => stop(content.id),
  };
}

/** Removes a download. */
export function useDrop() {
  const queryClient = useQueryClient();
  const owner = useProfile().id;
  return useMutation({
    mutationFn: (id: string) => drop(owner, id),
    onSettled: () => queryClient.invalidateQueries({ queryKey: KEPT_KEY }),
  });
}

/** How much room there is, and whether the browser promised to keep what is here; nulls where it does not say. */
export function useRoom() {
  return useQuery({
    queryKey: [...KEPT_KEY, 'room'],
    queryFn: async () => {
      const { quota, usage } = (await navigator.storage?.estimate?.()) ?? {};
      const promised = (await navigator.storage?.persisted?.()) ?? false;
      const free = quota !== undefined && usage !== undefined ? quota - usage : null;
      return { free, promised };
    },
    staleTime: 0,
  });
}

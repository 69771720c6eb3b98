import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { ContentDetail } from '#shared/contract/contents.ts';
import { useProfile } from '#web/features/account/queries.ts';
import { api, ApiError } from '#web/lib/api.ts';
import { removeDownload } from './engine/download.ts';
import { provideRecording } from './engine/recordings.ts';
import {
  startDownload,
  onDownloadStatusChange,
  getDownloadStatus,
  cancelDownload,
} from './engine/status.ts';
import { findSession, listSessions } from './engine/sessions.ts';
import { announceWithdrawn } from './store.ts';
import { isServerUnreachable } from './model.ts';

export const DOWNLOADS_KEY = ['downloads'] as const;
/** How long to wait for the server when the session is downloaded, in milliseconds. */
const TIMEOUT_MS = 4_000;

/**
 * Fetches a session, or returns the downloaded copy when the server cannot be reached or takes too long. A download
 * that was withdrawn is removed.
 */
export async function fetchOrUseDownload(
  owner: string,
  id: string,
  signal: AbortSignal,
): Promise<ContentDetail> {
  const stored = await findSession(owner, id);
  if (!stored) return api('GET /api/contents/:id', { params: { id }, signal });
  await provideRecording(stored.content.recordingUrl).catch(() => {});
  if (!navigator.onLine) return stored.content;
  try {
    const timeout = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
    return await api('GET /api/contents/:id', { params: { id }, signal: timeout });
  } catch (error) {
    if (signal.aborted) throw error;
    if (isServerUnreachable(error)) return stored.content;
    if (error instanceof ApiError && error.code === 'content_not_found') {
      await removeDownload(owner, id);
      announceWithdrawn(stored.content.title);
    }
    throw error;
  }
}

/** Returns the person's downloaded sessions, the latest first. */
export function useDownloads() {
  const owner = useProfile().id;
  return useQuery({
    queryKey: [...DOWNLOADS_KEY, owner],
    queryFn: () => listSessions(owner),
    staleTime: 0,
  });
}

/** Returns the download of one session: its stored copy, its status, and functions to start and cancel it. */
export function useDownload(content: ContentDetail) {
  const queryClient = useQueryClient();
  const owner = useProfile().id;
  const { data } = useDownloads();
  const getStatus = () => getDownloadStatus(content.id);
  const status = useSyncExternalStore(onDownloadStatusChange, getStatus, getStatus);
  const refresh = () => queryClient.invalidateQueries({ queryKey: DOWNLOADS_KEY });
  return {
    running: status,
    stored: data?.find(({ id }) => id === content.id) ?? null,
    begin: async () => {
      await startDownload(owner, content);
      await refresh();
    },
    stop: () => cancelDownload(content.id),
  };
}

/** Removes a download. */
export function useRemoveDownload() {
  const queryClient = useQueryClient();
  const owner = useProfile().id;
  return useMutation({
    mutationFn: (id: string) => removeDownload(owner, id),
    onSettled: () => queryClient.invalidateQueries({ queryKey: DOWNLOADS_KEY }),
  });
}

/** Returns the free space and whether the browser promised to keep the data; null where the browser does not say. */
export function useStorageSpace() {
  return useQuery({
    queryKey: [...DOWNLOADS_KEY, 'room'],
    queryFn: async () => {
      const { quota, usage } = (await navigator.storage?.estimate?.()) ?? {};
      const promised = (await navigator.storage?.persisted?.()) ?? false;
      const free = quota !== undefined && usage !== undefined ? quota - usage : null;
      return { free, promised };
    },
    staleTime: 0,
  });
}

import { useQuery } from '@tanstack/react-query';
import type { ContentDetail } from '#shared/contract/contents.ts';
import { useProfile } from '#web/features/account/queries.ts';
import { api, hasErrorCode } from '#web/lib/api.ts';
import { makeRecordingPlayableIfStored } from './engine/recordings.ts';
import { findDownloadedSession, listDownloadedSessions } from './engine/sessions.ts';
import { announceUnpublishedDownload } from './store.ts';
import { isServerUnavailableError } from './model.ts';

export const DOWNLOADS_QUERY_KEY = ['downloads'] as const;
/** How long to wait for the server when the session is downloaded, in milliseconds. */
const TIMEOUT_MS = 1_000;

/**
 * Fetches a session; if it is downloaded and the server is unreachable or takes longer than 1 s, resolves to the
 * download. A download whose session was unpublished is removed, and the promise rejects with the server's refusal.
 */
export async function fetchSessionOrDownload(
  owner: string,
  id: string,
  signal: AbortSignal,
): Promise<ContentDetail> {
  const stored = await findDownloadedSession(owner, id);
  if (!stored) return api('GET /api/contents/:id', { params: { id }, signal });
  // Without it the device's voice reads the session, or the network has it.
  await makeRecordingPlayableIfStored(stored.content.recordingUrl).catch(() => {});
  if (!navigator.onLine) return stored.content;
  try {
    const timeout = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
    return await api('GET /api/contents/:id', { params: { id }, signal: timeout });
  } catch (error) {
    if (signal.aborted) throw error;
    if (isServerUnavailableError(error)) return stored.content;
    if (hasErrorCode(error, 'content_not_found')) {
      const { removeDownload } = await import('./engine/download.ts');
      await removeDownload(owner, id);
      announceUnpublishedDownload(stored.content.title);
    }
    throw error;
  }
}

/** Query of the person's downloaded sessions, the latest first. */
export function useDownloads() {
  const owner = useProfile().id;
  return useQuery({
    queryKey: [...DOWNLOADS_QUERY_KEY, owner],
    queryFn: () => listDownloadedSessions(owner),
    staleTime: 0,
  });
}

import type { QueryClient } from '@tanstack/react-query';
import type { ContentDetail } from '#shared/contract/contents.ts';
import { api, ApiError } from '#web/lib/api.ts';
import { isServerUnavailableError, type DownloadedSession } from '../model.ts';
import {
  removeDownload,
  saveProgressIfDownloaded,
  updateDownloadIfOutdated,
  deleteOrphanedRecordings,
} from './download.ts';
import { listDownloadedSessions } from './sessions.ts';
import { announceUnpublishedDownload } from '../store.ts';

const SESSION_URL = /^\/api\/contents\/[^/?]+$/;

/**
 * Updates one download from the server, or removes it when it was unpublished. Resolves to whether it changed.
 * @throws when the server cannot be reached.
 */
async function refreshDownload(owner: string, stored: DownloadedSession): Promise<boolean> {
  try {
    return await updateDownloadIfOutdated(
      stored,
      // Also where the server is slow: what this device keeps cannot tell whether it is still published.
      await api('GET /api/contents/:id', { params: { id: stored.id }, isFresh: true }),
    );
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'content_not_found') throw error;
    await removeDownload(owner, stored.id);
    announceUnpublishedDownload(stored.content.title);
    return true;
  }
}

/** Updates all downloads in turn; stops when the server cannot be reached. */
async function refreshAllDownloads(owner: string, onChange: () => void): Promise<void> {
  for (const stored of await listDownloadedSessions(owner)) {
    try {
      if (await refreshDownload(owner, stored)) onChange();
    } catch (error) {
      // A full device or one faulty session leaves its old download in place; the others continue.
      if (isServerUnavailableError(error) && error instanceof ApiError) return;
    }
  }
}

/**
 * Keeps a person's downloads in sync while the app is open: stores progress from fetched sessions, deletes orphaned
 * recordings, and updates downloads now and whenever the network returns. Returns a function that stops it.
 */
export function startDownloadsSync(
  queryClient: QueryClient,
  owner: string,
  onChange: () => void,
): () => void {
  const stop = queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return;
    const { queryKey, state } = event.query;
    if (!SESSION_URL.test(String(queryKey[0])) || !state.data) return;
    // Where it cannot be stored, the place stays the one that was known before.
    saveProgressIfDownloaded(owner, state.data as ContentDetail).catch(() => {});
  });
  // What cannot be deleted is tried again at the next start.
  deleteOrphanedRecordings(owner).catch(() => {});
  const check = () => void refreshAllDownloads(owner, onChange);
  if (navigator.onLine) check();
  addEventListener('online', check);
  return () => {
    stop();
    removeEventListener('online', check);
  };
}

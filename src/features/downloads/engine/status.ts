import type { ContentDetail } from '#shared/contract/contents.ts';
import { type DownloadFailure, classifyDownloadFailure } from '../model.ts';
import { downloadSessionAndEvictOtherUsers } from './download.ts';
import { discardPartialRecording } from './recordings.ts';

export type DownloadStatus =
  | { state: 'loading' | 'paused'; loaded: number; total: number | null }
  | { state: 'failed'; why: DownloadFailure };

const statuses = new Map<string, DownloadStatus & { abort?: AbortController }>();
const listeners = new Set<() => void>();

function setStatus(id: string, value: (DownloadStatus & { abort?: AbortController }) | null): void {
  if (value) statuses.set(id, value);
  else statuses.delete(id);
  for (const listener of listeners) listener();
}

/** Subscribes to status changes of all downloads; returns the unsubscribe function. */
export function onDownloadStatusChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the status of a session's download if it is loading, paused or has failed, otherwise null. */
export const findUnfinishedDownloadStatus = (id: string): DownloadStatus | null =>
  statuses.get(id) ?? null;

/** Why a download is aborted that will be gone on with. */
const PAUSED = 'paused';

/**
 * Starts a download or continues a paused one, also after the page is left. Resolves to whether the session was stored.
 * Never rejects: a failure is in `findUnfinishedDownloadStatus`.
 */
export async function runDownloadUnlessRunning(
  owner: string,
  content: ContentDetail,
): Promise<boolean> {
  const { id } = content;
  if (statuses.get(id)?.state === 'loading') return false;
  const abort = new AbortController();
  setStatus(id, { state: 'loading', loaded: 0, total: null, abort });
  let came = { loaded: 0, total: null as number | null };
  const onProgress = (loaded: number, total: number | null) => {
    came = { loaded, total };
    setStatus(id, { state: 'loading', ...came, abort });
  };
  try {
    await downloadSessionAndEvictOtherUsers(owner, content, onProgress, abort.signal);
    setStatus(id, null);
    return true;
  } catch (error) {
    if (abort.signal.reason === PAUSED) setStatus(id, { state: 'paused', ...came });
    else if (abort.signal.aborted) {
      discardPartialRecording(content.recordingUrl);
      setStatus(id, null);
    } else setStatus(id, { state: 'failed', why: classifyDownloadFailure(error) });
    return false;
  }
}

/** Cancels a download and discards the part that has arrived; a failed status is removed. */
export function cancelDownload({ id, recordingUrl }: ContentDetail): void {
  discardPartialRecording(recordingUrl);
  const status = statuses.get(id);
  if (status?.abort) status.abort.abort();
  else setStatus(id, null);
}

/** Pauses a download; the part that has arrived is kept while the page is open. */
export const pauseDownload = (id: string): void => statuses.get(id)?.abort?.abort(PAUSED);

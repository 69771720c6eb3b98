import type { ContentDetail } from '#shared/contract/contents.ts';
import { ApiError } from '#web/lib/api.ts';
import { now } from '#web/lib/clock.ts';
import {
  countJsonBytes,
  isSameSessionButForProgress,
  type DownloadedSession,
  mergeStoredProgress,
} from '../model.ts';
import {
  findDownloadsOwnerId,
  deleteAllDownloads,
  findDownloadsDeletionMarker,
  setDownloadsOwner,
} from '../store.ts';
import {
  deleteRecording,
  deleteRecordingsExcept,
  downloadRecording,
  type DownloadProgressListener,
} from './recordings.ts';
import {
  deleteDownloadedSession,
  findDownloadedSession,
  listDownloadedSessions,
  putDownloadedSession,
} from './sessions.ts';

/** Runs one task at a time across all tabs, so that no unfinished download is deleted as orphaned. */
function withDownloadsLock<T>(work: () => Promise<T>): Promise<T> {
  // Web Locks need a secure context, without which no recording is stored either.
  return 'locks' in navigator ? navigator.locks.request('envol-downloads', work) : work();
}

/** Deletes stored recordings that belong to none of the person's downloads; waits for a running download. */
export const deleteOrphanedRecordings = (owner: string): Promise<void> =>
  withDownloadsLock(async () => {
    const stored = await listDownloadedSessions(owner);
    await deleteRecordingsExcept(new Set(stored.map(({ content }) => content.recordingUrl)));
  });

/**
 * Downloads a session with its recording; if either fails, neither is stored. Deletes another person's downloads first,
 * and stores no self-ratings, which are health data. One download runs at a time across all tabs.
 * @throws the error of the network, the server or the storage; {ApiError} 401 if a person signed out meanwhile.
 */
export const downloadSessionAndEvictOtherUsers = (
  ...download: Parameters<typeof downloadSessionLocked>
): Promise<DownloadedSession> => withDownloadsLock(() => downloadSessionLocked(...download));

async function downloadSessionLocked(
  owner: string,
  content: ContentDetail,
  onProgress: DownloadProgressListener,
  signal: AbortSignal,
): Promise<DownloadedSession> {
  if (findDownloadsOwnerId() !== owner) await deleteAllDownloads();
  const before = findDownloadsDeletionMarker();
  const { recordingUrl } = content;
  try {
    const recording =
      recordingUrl === null ? 0 : await downloadRecording(recordingUrl, onProgress, signal);
    signal.throwIfAborted();
    assertNotCleared(before);
    const bytes = countJsonBytes(content) + recording;
    // Health data stay where the withdrawal of the consent finds them: on the server, and in the queue of writes.
    const copy = { ...content, selfRatings: content.selfRatings && [] };
    const stored = { owner, id: content.id, content: copy, bytes, keptAt: now().toISOString() };
    await putDownloadedSession(stored);
    assertNotCleared(before);
    setDownloadsOwner(owner);
    // Only a request: the browser decides, and the settings show its decision.
    void navigator.storage?.persist?.().catch(() => false);
    return stored;
  } catch (error) {
    // What cannot be deleted now is orphaned, and deleted at the next start (sync.ts).
    await deleteRecording(recordingUrl).catch(() => {});
    if (findDownloadsDeletionMarker() !== before)
      await deleteDownloadedSession(owner, content.id).catch(() => {});
    throw error;
  }
}

/**
 * Checks that downloads were not cleared meanwhile by a sign-out in another tab.
 * @throws {ApiError} 401 if they were.
 */
function assertNotCleared(before: string | null): void {
  if (findDownloadsDeletionMarker() !== before) throw new ApiError(401, '');
}

/** Removes a session's download with its recording; with the last one, also the stored owner. */
export async function removeDownload(owner: string, id: string): Promise<void> {
  const stored = await findDownloadedSession(owner, id);
  await deleteDownloadedSession(owner, id);
  await deleteRecording(stored?.content.recordingUrl ?? null);
  if ((await listDownloadedSessions(owner)).length === 0) setDownloadsOwner(null);
}

/** Copies the person's progress in a session from `content` to the stored download of that session, if there is one. */
export async function saveProgressIfDownloaded(
  owner: string,
  content: ContentDetail,
): Promise<void> {
  const stored = await findDownloadedSession(owner, content.id);
  if (!stored) return;
  const noted = mergeStoredProgress(content, stored.content);
  if (JSON.stringify(noted) !== JSON.stringify(stored.content))
    await putDownloadedSession({ ...stored, content: noted });
}

/**
 * Updates a download to the session's present version, with its recording; the old one stays until the new one is
 * complete. Resolves to whether it changed.
 */
export const updateDownloadIfOutdated = (
  stored: DownloadedSession,
  current: ContentDetail,
): Promise<boolean> => withDownloadsLock(() => updateDownloadLocked(stored, current));

async function updateDownloadLocked(
  stored: DownloadedSession,
  current: ContentDetail,
): Promise<boolean> {
  if (isSameSessionButForProgress(stored.content, current)) return false;
  const content = mergeStoredProgress(stored.content, current);
  const before = stored.content.recordingUrl;
  const after = current.recordingUrl;
  const isOther = after !== null && after !== before;
  const emptied = findDownloadsDeletionMarker();
  const signal = AbortSignal.timeout(10 * 60_000);
  const recording = isOther ? await downloadRecording(after, () => {}, signal) : 0;
  if (findDownloadsDeletionMarker() !== emptied) {
    await deleteRecording(after);
    return true;
  }
  const same = after === null || isOther ? 0 : stored.bytes - countJsonBytes(stored.content);
  await putDownloadedSession({
    ...stored,
    content,
    bytes: countJsonBytes(content) + recording + same,
  });
  if (before !== after) await deleteRecording(before);
  return true;
}

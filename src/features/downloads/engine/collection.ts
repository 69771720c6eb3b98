import type { ContentDetail } from '#shared/contract/contents.ts';
import { api } from '#web/lib/api.ts';
import { readRawStoredReply } from '#web/lib/offline/reply-cache.ts';
import { classifyDownloadFailure, countJsonBytes, type DownloadFailure } from '../model.ts';
import { assertEnoughSpace, fetchRecordingSizeBytes } from './recordings.ts';
import { findDownloadedSession, listDownloadedSessions } from './sessions.ts';
import {
  cancelDownload,
  findUnfinishedDownloadStatus,
  onDownloadStatusChange,
  pauseDownload,
  runDownloadUnlessRunning,
} from './status.ts';

// A program's sessions, or a plan's, downloaded together: one after another, each of them whole or absent.

/** The status of sessions that are downloaded together; `loaded` and `total` in bytes, null while the total is not known. */
export type CollectionStatus =
  | { state: 'loading' | 'paused'; loaded: number; total: number | null }
  | { state: 'failed'; why: DownloadFailure };

interface Run {
  status: CollectionStatus;
  /** The session that is being fetched, or was when it was paused. */
  current: ContentDetail | null;
  stopped: 'paused' | 'cancelled' | null;
  ended: Promise<void>;
}

const runs = new Map<string, Run>();
const listeners = new Set<() => void>();

function setCollectionStatus(key: string, run: Run, status: CollectionStatus | null): void {
  if (status) {
    run.status = status;
    runs.set(key, run);
  } else runs.delete(key);
  for (const listener of listeners) listener();
}

/**
 * Subscribes to the download status of collections (sessions downloaded together, such as a program's); returns the
 * unsubscribe function.
 */
export function onCollectionStatusChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Returns the status of a download of several sessions (a collection) that is loading, paused or has failed, otherwise
 * null.
 */
export const findUnfinishedCollectionStatus = (key: string): CollectionStatus | null =>
  runs.get(key)?.status ?? null;

/** Returns the bytes of sessions with their recordings; null when the size of a recording is not told. */
async function measureBytes(contents: readonly ContentDetail[]): Promise<number | null> {
  let bytes = 0;
  for (const content of contents) {
    const { recordingUrl } = content;
    const recording = recordingUrl === null ? 0 : await fetchRecordingSizeBytes(recordingUrl);
    if (recording === null) return null;
    bytes += countJsonBytes(content) + recording;
  }
  return bytes;
}

/**
 * Estimates how many bytes downloading these sessions would take; null when a session's text is not stored on this
 * device or the server does not send the size of a recording.
 */
export async function estimateCollectionBytes(ids: readonly string[]): Promise<number | null> {
  const kept = await Promise.all(ids.map((id) => readRawStoredReply(`/api/contents/${id}`)));
  return kept.includes(undefined) ? null : measureBytes(kept as ContentDetail[]);
}

/**
 * Downloads several sessions under one key, those that are not on this device yet, one after another, or continues
 * after a pause. A failure stops it, and the sessions completed by then stay. `onStored` is called after each session.
 * Never rejects: see `findUnfinishedCollectionStatus`.
 */
export async function startCollectionDownload(
  key: string,
  owner: string,
  ids: readonly string[],
  onStored: () => void,
): Promise<void> {
  await runs.get(key)?.ended;
  if (runs.get(key)?.status.state === 'loading') return;
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const status = { state: 'loading', loaded: 0, total: null } as const;
  const run: Run = { status, current: null, stopped: null, ended };
  setCollectionStatus(key, run, status);
  const outcome = await downloadWanted(key, run, { owner, ids, onStored }).catch(
    (error: unknown) => ({
      state: 'failed' as const,
      why: classifyDownloadFailure(error),
    }),
  );
  setCollectionStatus(key, run, run.stopped === 'cancelled' ? null : outcome);
  end();
}

interface Wanted {
  owner: string;
  ids: readonly string[];
  onStored: () => void;
}

/** Downloads what is wanted; resolves to the status in which it stopped, or to null once all of it is on the device. */
async function downloadWanted(
  key: string,
  run: Run,
  { owner, ids, onStored }: Wanted,
): Promise<CollectionStatus | null> {
  const stored = new Set((await listDownloadedSessions(owner)).map(({ id }) => id));
  const contents: ContentDetail[] = [];
  for (const id of ids)
    if (!stored.has(id) && run.stopped === null)
      contents.push(await api('GET /api/contents/:id', { params: { id } }));
  const total = await measureBytes(contents);
  let loaded = 0;
  if (run.stopped !== null) return { state: 'paused', loaded, total };
  await assertEnoughSpace(total ?? 0);
  const tell = (bytes: number) => {
    if (run.stopped === null)
      setCollectionStatus(key, run, { state: 'loading', loaded: bytes, total });
  };
  const unsubscribe = onDownloadStatusChange(() => {
    const status = run.current && findUnfinishedDownloadStatus(run.current.id);
    if (status?.state === 'loading') tell(loaded + status.loaded);
  });
  try {
    for (const content of contents) {
      if (run.stopped !== null) break;
      run.current = content;
      tell(loaded);
      const isStored = await runDownloadUnlessRunning(owner, content);
      const status = findUnfinishedDownloadStatus(content.id);
      if (status?.state === 'failed') return status;
      // Paused here, or by the button of the session itself.
      if (status?.state === 'paused') return { state: 'paused', loaded, total };
      run.current = null;
      if (!isStored) continue;
      loaded += (await findDownloadedSession(owner, content.id))?.bytes ?? 0;
      onStored();
    }
  } finally {
    unsubscribe();
  }
  return run.stopped === 'paused' ? { state: 'paused', loaded, total } : null;
}

/**
 * Pauses a download of several sessions; the part of the present session that has arrived is kept while the page is
 * open.
 */
export function pauseCollectionDownload(key: string): void {
  const run = runs.get(key);
  if (run?.status.state !== 'loading') return;
  run.stopped = 'paused';
  setCollectionStatus(key, run, { ...run.status, state: 'paused' });
  if (run.current) pauseDownload(run.current.id);
}

/**
 * Cancels a download of several sessions: the sessions completed by then stay, the part of the present one is
 * discarded.
 */
export function cancelCollectionDownload(key: string): void {
  const run = runs.get(key);
  if (!run) return;
  run.stopped = 'cancelled';
  if (run.current) cancelDownload(run.current);
  setCollectionStatus(key, run, null);
}

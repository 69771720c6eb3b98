import type { ContentDetail } from '#shared/contract/contents.ts';
import { ApiError } from '#web/lib/api.ts';
import { now } from '#web/lib/clock.ts';
import { bytesOf, isSameSession, type Kept, renewed } from '../model.ts';
import { downloadsOwner, forgetDownloads, lastEmptied, noteDownloadsOwner } from '../store.ts';
import { dropRecording, dropRecordingsBut, keepRecording, type OnProgress } from './recordings.ts';
import { deleteSession, findSession, listSessions, putSession } from './sessions.ts';

/** One download at a time across all tabs, so that none is tidied away before it is whole. */
function alone<T>(work: () => Promise<T>): Promise<T> {
  // Web Locks need a secure context, without which no recording is kept either.
  return 'locks' in navigator ? navigator.locks.request('envol-downloads', work) : work();
}

/** Removes recordings that belong to no download. */
export const tidy = (owner: string): Promise<void> =>
  alone(async () => {
    const kept = await listSessions(owner);
    await dropRecordingsBut(new Set(kept.map(({ content }) => content.recordingUrl)));
  });

/**
 * Keeps a session with its recording for a person; when either fails, neither stays.
 * @throws what the network, the server or the storage said.
 */
export const keep = (...download: Parameters<typeof keepAlone>): Promise<Kept> =>
  alone(() => keepAlone(...download));

async function keepAlone(
  owner: string,
  content: ContentDetail,
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<Kept> {
  if (downloadsOwner() !== owner) await forgetDownloads();
  const before = lastEmptied();
  const { recordingUrl } = content;
  try {
    const recording =
      recordingUrl === null ? 0 : await keepRecording(recordingUrl, onProgress, signal);
    signal.throwIfAborted();
    expectStill(before);
    const bytes = bytesOf(content) + recording;
    const kept = { owner, id: content.id, content, bytes, keptAt: now().toISOString() };
    await putSession(kept);
    expectStill(before);
    noteDownloadsOwner(owner);
    // A wish, not a condition: the browser decides, and the settings say what it decided.
    void navigator.storage?.persist?.().catch(() => false);
    return kept;
  } catch (error) {
    await dropRecording(recordingUrl).catch(() => {});
    if (lastEmptied() !== before) await deleteSession(owner, content.id).catch(() => {});
    throw error;
  }
}

/** Whose download it is may have signed out meanwhile, in another tab. @throws {ApiError} 401 when they have. */
function expectStill(before: string | null): void {
  if (lastEmptied() !== before) throw new ApiError(401, '');
}

/** Removes a download, and the note that there are any with the last one. */
export async function drop(owner: string, id: string): Promise<void> {
  const kept = await findSession(owner, id);
  await deleteSession(owner, id);
  await dropRecording(kept?.content.recordingUrl ?? null);
  if ((await listSessions(owner)).length === 0) noteDownloadsOwner(null);
}

/** Notes what the person has done with a session that is kept here; anything else of it stays. */
export async function noteWay(owner: string, content: ContentDetail): Promise<void> {
  const kept = await findSession(owner, content.id);
  if (!kept) return;
  const noted = renewed(content, kept.content);
  if (JSON.stringify(noted) !== JSON.stringify(kept.content))
    await putSession({ ...kept, content: noted });
}

/** Brings a download up to what the session is now; the old one stays until the new one is whole. */
export const renew = (kept: Kept, current: ContentDetail): Promise<boolean> =>
  alone(() => renewAlone(kept, current));

async function renewAlone(kept: Kept, current: ContentDetail): Promise<boolean> {
  if (isSameSession(kept.content, current)) return false;
  const content = renewed(kept.content, current);
  const [before, after] = [kept.content.recordingUrl, current.recordingUrl];
  const isOther = after !== null && after !== before;
  const emptied = lastEmptied();
  const signal = AbortSignal.timeout(10 * 60_000);
  const recording = isOther ? await keepRecording(after, () => {}, signal) : 0;
  if (lastEmptied() !== emptied) {
    await dropRecording(after);
    return true;
  }
  const same = after === null || isOther ? 0 : kept.bytes - bytesOf(kept.content);
  await putSession({ ...kept, content, bytes: bytesOf(content) + recording + same });
  if (before !== after) await dropRecording(before);
  return true;
}

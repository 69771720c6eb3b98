import { hasSignedOutSinceLoad } from '#web/lib/sync/sign-out-signal.ts';
import {
  type AllPagesFetchRecord,
  buildUrlKeyRange,
  evictOtherPeople,
  getMonotonicEpochMs,
  isReply,
  openDeviceDatabase,
} from './device-database.ts';

// When the replies of all pages were last fetched, with which they open without a network (cache-pages.ts).

/** How long everything that was fetched is new enough. */
const FETCHED_MS = 3_600_000;

/**
 * Returns whether the replies of all pages must be fetched again for use without a network: the last such fetch was an
 * hour or more ago, was in another language, or never took place, or some of what it brought is gone or is no reply.
 */
export async function isAllPagesFetchDue(language: string, nowMs: number): Promise<boolean> {
  const database = await openDeviceDatabase();
  const last = (await database.get('about', 'pages')) as AllPagesFetchRecord | undefined;
  if (last?.language !== language || Math.abs(nowMs - last.atMs) >= FETCHED_MS) return true;
  const range = buildUrlKeyRange();
  const [urls, replies] = await Promise.all([
    database.getAllKeys('replies', range),
    database.getAll('replies', range),
  ]);
  const kept = new Set(urls.filter((_, at) => isReply(replies[at])));
  return !last.urls.every((url) => kept.has(url));
}

/**
 * Notes that the replies of all pages are being fetched for the person `uid`. Resolves to the mark by which
 * `recordAllPagesFetched` knows that nothing was emptied or changed meanwhile.
 */
export async function beginAllPagesFetch(uid: string): Promise<number> {
  const mark = getMonotonicEpochMs();
  const transaction = (await openDeviceDatabase()).transaction(['replies', 'about'], 'readwrite');
  if (!hasSignedOutSinceLoad()) {
    await evictOtherPeople(transaction, uid);
    await transaction.objectStore('about').put(mark, 'fetching');
  }
  await transaction.done;
  return mark;
}

/**
 * Records that the replies of all pages were fetched in a language at `nowMs` (epoch ms); see `isAllPagesFetchDue`. Records
 * nothing if what is kept was emptied meanwhile, or something changed that could not be fetched again.
 */
export async function recordAllPagesFetched(
  mark: number,
  language: string,
  nowMs: number,
): Promise<void> {
  const transaction = (await openDeviceDatabase()).transaction(['replies', 'about'], 'readwrite');
  const about = transaction.objectStore('about');
  if ((await about.get('fetching')) === mark) {
    const urls = await transaction.objectStore('replies').getAllKeys(buildUrlKeyRange());
    await about.put({ language, atMs: nowMs, urls }, 'pages');
    await about.delete('fetching');
  }
  await transaction.done;
}

/** Returns when the replies of all pages were last fetched, in epoch milliseconds; null where they are not kept. */
export async function findLastAllPagesFetchMs(): Promise<number | null> {
  const database = await openDeviceDatabase();
  return ((await database.get('about', 'pages')) as AllPagesFetchRecord | undefined)?.atMs ?? null;
}

/** Makes the next fetch of all pages due, because something changed that could not be fetched again. */
export async function invalidateAllPagesFetch(): Promise<void> {
  try {
    const { store, done } = (await openDeviceDatabase()).transaction('about', 'readwrite');
    await Promise.all([store.delete('pages'), store.delete('fetching'), done]);
  } catch {
    // Where storage is blocked, nothing is kept that could be old.
  }
}

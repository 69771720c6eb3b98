import type { ContentDetail, ContentSummary } from '#shared/contract/contents.ts';
import { api, buildUrl, hasErrorCode, sendRequestIfNeeded } from '#web/lib/api.ts';
import { getDeviceTimeZone, now } from '#web/lib/clock.ts';
import { mergeAcceptedWritesIntoReplies } from './accepted-writes.ts';
import { isRequestedSince } from './offline-fallback.ts';
import {
  beginAllPagesFetch,
  isAllPagesFetchDue,
  recordAllPagesFetched,
} from './all-pages-fetch.ts';
import { cacheSessionListIfOwner, readRawStoredReply } from './reply-cache.ts';
import {
  fetchAndCacheSessionTexts,
  getContentUrl,
  isCachedSessionCurrent,
} from './session-texts.ts';

/** What every page that is open without a network begins with, beside the sessions and programs themselves. */
const URLS = [
  '/api/config',
  '/api/auth/identity',
  '/api/users/me',
  '/api/subscription-status',
  '/api/passes/mine',
  '/api/flights',
  '/api/ladder',
  '/api/documents/tonight',
  '/api/assessment/history',
  '/api/sound-practices',
  // Last, because parts of the first page that come late may have requested them by then.
  '/api/ledger',
  '/api/assessment',
];
/** What is kept already must not be taken for the server's word of now. */
const FRESH = { isFresh: true } as const;
/** How lately a page may have requested something for it not to be requested again. */
const RECENT_MS = 60_000;
/** The most that one call lists. */
const PAGE_SIZE = 50;

/** The most texts that are fetched one by one; all together weigh about as much as thirty. */
const FEW = 20;

/**
 * Fetches and stores the replies with which all pages open without a network, one request at a time, unless that was
 * done in this language within the last hour. Rejects when programs or sessions cannot be fetched; the next call tries
 * again.
 */
export async function cachePageRepliesIfDue(uid: string, language: string): Promise<void> {
  const at = now().getTime();
  if (await isAllPagesFetchDue(language, at))
    await fetchRepliesForPages(uid, language, at - RECENT_MS);
}

/**
 * Fetches and stores the replies with which all pages open without a network, one request at a time, however lately
 * that was done. Rejects when programs or sessions cannot be fetched.
 */
export const refetchPageReplies = (uid: string, language: string): Promise<void> =>
  fetchRepliesForPages(uid, language, Infinity);

/** The URLs of what depends on the day, as the pages request them. */
export const listDailyReplyUrls = (): string[] =>
  ['GET /api/dashboard', 'GET /api/plan'].map((route) =>
    buildUrl(route, {}, { timeZone: getDeviceTimeZone() }),
  );

/** Fetches what the pages need, without what was requested since `recentMs`. */
async function fetchRepliesForPages(
  uid: string,
  language: string,
  recentMs: number,
): Promise<void> {
  const mark = await beginAllPagesFetch(uid);
  for (const url of [...listDailyReplyUrls(), ...URLS])
    if (!isRequestedSince(url, recentMs)) await refetchStoredReply(url);
  const { items: programs } = await api('GET /api/programs', FRESH);
  for (const { id } of programs) await api('GET /api/programs/:id', { params: { id }, ...FRESH });
  const sessions = await listAllSessions();
  await cacheSessionListIfOwner(uid, sessions, mark);
  const outdated = await listOutdated(sessions);
  if (outdated.length > FEW) await fetchAndCacheSessionTexts(uid, outdated);
  for (const { id } of await listOutdated(outdated))
    await api('GET /api/contents/:id', { params: { id }, ...FRESH });
  await mergeAcceptedWritesIntoReplies();
  await recordAllPagesFetched(mark, language, now().getTime());
}

/**
 * Fetches what is kept for a URL anew. That the server refuses it, as where a consent is missing, is an answer too.
 * @throws {ApiError} when the server is not reached.
 */
export const refetchStoredReply = (url: string): Promise<unknown> =>
  sendRequestIfNeeded('GET', url, FRESH).catch((error: unknown) => {
    if (hasErrorCode(error, 'network')) throw error;
  });

async function listAllSessions(): Promise<ContentSummary[]> {
  const sessions: ContentSummary[] = [];
  let cursor: string | null | undefined;
  do {
    const page = await api('GET /api/contents', {
      query: { sort: 'newest', limit: PAGE_SIZE, ...(cursor && { cursor }) },
      ...FRESH,
    });
    sessions.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return sessions;
}

/** Lists the sessions whose cached text is not what the list says. */
async function listOutdated(sessions: readonly ContentSummary[]): Promise<ContentSummary[]> {
  const found: ContentSummary[] = [];
  for (const session of sessions) {
    const cached = await readRawStoredReply(getContentUrl(session.id));
    if (!isCachedSessionCurrent(cached as ContentDetail | undefined, session)) found.push(session);
  }
  return found;
}

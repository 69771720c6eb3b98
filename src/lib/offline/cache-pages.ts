import type { ContentDetail, ContentSummary } from '#shared/contract/contents.ts';
import { api, buildUrl, sendRequest } from '#web/lib/api.ts';
import { getDeviceTimeZone, now } from '#web/lib/clock.ts';
import {
  cacheSessionList,
  isFullFetchDue,
  readStoredReply,
  recordFullFetch,
} from './reply-cache.ts';

/** What every page that is open without a network begins with, beside the sessions and programs themselves. */
const URLS = [
  '/api/config',
  '/api/auth/identity',
  '/api/users/me',
  '/api/subscription-status',
  '/api/flights',
  '/api/ladder',
  '/api/ledger',
  '/api/assessment',
  '/api/assessment/history',
];
/** The most that one call lists. */
const PAGE_SIZE = 50;

const getContentUrl = (id: string) => buildUrl('GET /api/contents/:id', { id });

/**
 * Fetches and stores the replies with which all pages open without a network, one request at a time, unless that was
 * done in this language within the last hour. Rejects when programs or sessions cannot be fetched; the next call tries
 * again.
 */
export async function cachePages(uid: string, language: string): Promise<void> {
  if (await isFullFetchDue(language, now().getTime())) await refetchPages(uid, language);
}

/**
 * Fetches and stores the replies with which all pages open without a network, one request at a time, however lately
 * that was done. Rejects when programs or sessions cannot be fetched.
 */
export async function refetchPages(uid: string, language: string): Promise<void> {
  const timeZone = getDeviceTimeZone();
  const days = ['GET /api/dashboard', 'GET /api/plan'].map((route) =>
    buildUrl(route, {}, { timeZone }),
  );
  // A call that is refused, such as one that needs a consent, holds up nothing.
  for (const url of [...URLS, ...days]) await sendRequest('GET', url).catch(() => {});
  const { items: programs } = await api('GET /api/programs');
  for (const { id } of programs) await api('GET /api/programs/:id', { params: { id } });
  const sessions = await listAllSessions();
  await cacheSessionList(uid, sessions);
  for (const session of sessions)
    if (!isSameText((await readStoredReply(getContentUrl(session.id))) as ContentDetail, session))
      await api('GET /api/contents/:id', { params: { id: session.id } });
  await recordFullFetch(language, now().getTime());
}

async function listAllSessions(): Promise<ContentSummary[]> {
  const sessions: ContentSummary[] = [];
  let cursor: string | null | undefined;
  do {
    const page = await api('GET /api/contents', {
      query: { sort: 'newest', limit: PAGE_SIZE, ...(cursor && { cursor }) },
    });
    sessions.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return sessions;
}

/** Returns whether a cached session is still what the list says. */
function isSameText(cached: ContentDetail | undefined, listed: ContentSummary): boolean {
  const fields = ['language', 'title', 'summary', 'durationMs', 'publishedAt'] as const;
  return cached !== undefined && fields.every((field) => cached[field] === listed[field]);
}

import type { ContentDetail, ContentSummary } from '#shared/contract/contents.ts';
import { buildContentDetail } from '#shared/rules/session-detail.ts';
import { api, buildUrl } from '#web/lib/api.ts';
import { getMonotonicEpochMs } from './device-database.ts';
import { cacheRepliesIfOwner } from './reply-cache.ts';

/** How long the texts may take to come, in milliseconds: a slow network is no reason to begin again. */
const TEXTS_TIMEOUT_MS = 180_000;

/** Returns the URL of the GET for one session. */
export const getContentUrl = (id: string): string => buildUrl('GET /api/contents/:id', { id });

/**
 * Returns whether a cached session equals its entry in the list of sessions in all fields that the list has, so that it
 * need not be fetched again; completion is ignored. False for one that an earlier version of the app cached without
 * fields added since.
 */
export function isCachedSessionCurrent(
  cached: ContentDetail | undefined,
  listed: ContentSummary,
): boolean {
  const { completed: _, ...text } = listed;
  return (
    cached !== undefined &&
    Object.entries(text).every(
      ([name, value]) =>
        JSON.stringify(cached[name as keyof ContentDetail]) === JSON.stringify(value),
    )
  );
}

/**
 * Fetches the texts of all sessions in one reply and stores those of `sessions` as the replies to the GETs of each, with
 * what the person has done with them. Does nothing unless the stored replies are those of `uid`.
 */
export async function fetchAndCacheSessionTexts(
  uid: string,
  sessions: readonly ContentSummary[],
): Promise<void> {
  const askedAt = getMonotonicEpochMs();
  const { language, items } = await api('GET /api/contents/texts', {
    timeoutMs: TEXTS_TIMEOUT_MS,
    isFresh: true,
  });
  const done = await api('GET /api/contents/progress', { isFresh: true });
  const texts = new Map(items.map((item) => [item.id, item]));
  const details = sessions.flatMap((session): [string, ContentDetail][] => {
    const text = session.language === language && texts.get(session.id);
    return text ? [[getContentUrl(session.id), buildContentDetail(session, text, done)]] : [];
  });
  await cacheRepliesIfOwner(uid, details, askedAt);
}

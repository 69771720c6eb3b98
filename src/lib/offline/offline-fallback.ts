import type { IdentityReply } from '#shared/contract/identity.ts';
import {
  ApiError,
  type EarlyReply,
  findApiIdentity,
  type RequestOptions,
  requestServer,
  hasErrorCode,
} from '#web/lib/api.ts';
import { now } from '#web/lib/clock.ts';
import { isServerReachable, setNetworkState } from '#web/lib/network.ts';
import { listPreloadedReplies } from '#web/lib/preloaded-replies.ts';
import { getMonotonicEpochMs } from './device-database.ts';
import { logStorageFailure } from './log-failure.ts';
import {
  cacheReplyAndEvictOtherPeople,
  findCachedIdentity,
  findCachedReplyAsOfNow,
} from './reply-cache.ts';

const ID = '[0-9a-f-]{36}';
const CACHEABLE = new RegExp(
  `^/api/(?:config|auth/identity|users/me|subscription-status|passes/mine|dashboard|plan|flights|ladder|ledger|sound-practices|programs(?:/${ID})?|contents(?:/${ID})?|documents/[\\w-]+|assessment(?:/history)?)(?:\\?|$)`,
);

/** Answered from this device too, by what the dashboard proposes, and not stored. */
const NEXT = new RegExp(`^/api/contents/${ID}/next\\?`);

/** Returns whether the reply to a GET of this URL is stored on this device, to be used without a network. */
const isCacheableUrl = (url: string): boolean => CACHEABLE.test(url);

/** How long the server may take before a cached reply is used instead, in milliseconds. */
const TIMEOUT_MS = 1_000;
/** How long it may take after it was not reached: a page makes several calls after one another. */
const SHORT_TIMEOUT_MS = 300;

/** In a page that was opened from this device, because the server's did not come in time or is not waited for. */
const DEVICE_PAGE_TIMEOUT_MS = 100;

/** How long such a page waits for what is not on this device, in milliseconds: then it says that there is no network. */
const DEVICE_PAGE_GIVE_UP_MS = 5_000;
let isDevicePage = false;

let timeoutMs = TIMEOUT_MS;

/** The URLs that were answered from this device since the server was last asked for them. */
const servedFromCache = new Set<string>();

/** The URLs whose cached replies are shown while the server is asked again: it may take its time. */
const shown = new Set<string>();

/**
 * Returns the URLs of requests that were answered by replies stored on this device since the last call, so that the
 * caller can refetch them, and clears the list. Of those that the page shows by now, the next request waits for the server,
 * however slow it is.
 */
export function drainUrlsServedOffline(isShown: (url: string) => boolean): ReadonlySet<string> {
  const urls = new Set(servedFromCache);
  servedFromCache.clear();
  for (const url of urls) if (isShown(url)) shown.add(url);
  return urls;
}

/**
 * Reads the stored replies to GETs of these URLs, undefined where there is none, without asking the server, which
 * counts as not asked yet: for a page that was opened from this device.
 */
export async function readCachedReplies(urls: readonly string[]): Promise<unknown[]> {
  isDevicePage = true;
  const uid = (await findCachedIdentity())?.uid;
  if (uid === undefined) return urls.map(() => undefined);
  recordUnansweredIfReachable();
  timeoutMs = DEVICE_PAGE_TIMEOUT_MS;
  for (const url of urls) servedFromCache.add(url);
  return Promise.all(urls.map((url) => findCachedReplyAsOfNow(url, uid)));
}

/** Records that the page shows what is stored while the server has not answered, unless it is known not to be reached. */
const recordUnansweredIfReachable = () => isServerReachable() && setNetworkState('asked');

/** When each URL was last requested, in epoch milliseconds, unless that failed. */
const requestedAt = new Map<string, number>();

/** Returns whether a GET of this URL was sent since `ms` (epoch milliseconds), and its reply is stored or on its way. */
export const isRequestedSince = (url: string, ms: number): boolean =>
  (requestedAt.get(url) ?? -Infinity) >= ms;

/**
 * Stores the reply to a GET that was sent before `requestWithStoredFallback` could be used, as that of the person as whom
 * it was requested.
 */
export function cacheEarlyReply(url: string, { reply, uid, askedAt }: EarlyReply): void {
  if (uid === undefined || !isCacheableUrl(url)) return;
  requestedAt.set(url, now().getTime());
  reply
    .then((value) => cacheReplyAndEvictOtherPeople(url, value, uid, now().getTime(), askedAt))
    .catch((error: unknown) => {
      // It is requested again.
      requestedAt.delete(url);
      logStorageFailure('A reply could not be kept', error);
    });
}

/**
 * Stores the replies that came with the page, which the server rendered or prepared at `serverMs` (epoch milliseconds),
 * as those of the person `uid`.
 */
export async function cachePreloadedReplies(uid: string, serverMs: number): Promise<void> {
  // By the clock that writes are dated by: `performance.timeOrigin` does not follow where that is set.
  const askedAt = Date.now() - performance.now();
  for (const [url, reply] of listPreloadedReplies())
    if (isCacheableUrl(url))
      await cacheReplyAndEvictOtherPeople(url, reply, uid, serverMs, askedAt);
}

/** Rejects as where there is no network, once a page of this device has waited for long enough. */
async function giveUp(): Promise<never> {
  await new Promise((resolve) => setTimeout(resolve, DEVICE_PAGE_GIVE_UP_MS));
  recordUnansweredIfReachable();
  throw new ApiError(0, 'network');
}

/**
 * Sends a GET and, for a URL by `isCacheableUrl`, stores its reply. Resolves to the stored reply instead when the server is
 * not reached, answers 502 or above, or is slow (1 s; 0.3 s after another such reply; 0.1 s in a page that was opened from this device). Until the page knows who is
 * signed in, the headers name the person whose replies are stored.
 * @throws {ApiError} when there is no stored reply either (after 5 s in a page that was opened from this device, which a later
 *   answer brings up to date), and on any other refusal.
 */
export async function requestWithStoredFallback(
  method: string,
  url: string,
  options: RequestOptions,
): Promise<unknown> {
  const isCacheable = isCacheableUrl(url);
  if (!isCacheable && !NEXT.test(url)) return requestServer(method, url, options);
  const known = options.caller === undefined ? findApiIdentity() : options.caller;
  const caller = options.caller === undefined ? (known ?? (await findCachedIdentity())) : known;
  let serverMs = now().getTime();
  const onHeaders = (headers: Headers) => {
    serverMs = Date.parse(headers.get('date') ?? '') || serverMs;
  };
  const send = async (as: IdentityReply | null) => {
    // A reply that names no person is not stored.
    if (as) requestedAt.set(url, now().getTime());
    const askedAt = getMonotonicEpochMs();
    const reply = await requestServer(method, url, {
      ...options,
      caller: as,
      onHeaders,
    }).catch((error: unknown) => {
      requestedAt.delete(url);
      throw error;
    });
    timeoutMs = TIMEOUT_MS;
    // Where nothing can be cached, the page works with the network alone.
    if (isCacheable)
      cacheReplyAndEvictOtherPeople(url, reply, as?.uid, serverMs, askedAt).catch(
        (error: unknown) => {
          requestedAt.delete(url);
          logStorageFailure('A reply could not be kept', error);
        },
      );
    return reply;
  };
  // Another person may have signed in since: the page learns who, by a call that names no person.
  const online = send(caller).catch((error: unknown) => {
    const isOther = hasErrorCode(error, 'identity_mismatch');
    if (!isOther || caller === known) throw error;
    return send(null);
  });
  if (options.isFresh) return online;
  const readCache = async () => {
    const cached = await findCachedReplyAsOfNow(url, caller?.uid);
    if (cached === undefined) return undefined;
    servedFromCache.add(url);
    timeoutMs = Math.min(timeoutMs, SHORT_TIMEOUT_MS);
    return cached;
  };
  const timeout = new Promise<void>((resolve) => setTimeout(resolve, timeoutMs));
  let isOver = false;
  const late = timeout.then(async () => {
    const cached = isOver ? undefined : await readCache();
    if (cached === undefined) return isDevicePage ? Promise.race([online, giveUp()]) : online;
    // Its late answer brings the page up to date.
    if (!isOver) recordUnansweredIfReachable();
    return cached;
  });
  try {
    return await (shown.delete(url) ? online : Promise.race([online, late]));
  } catch (error) {
    const isReached = error instanceof ApiError && error.status !== 0 && error.status < 502;
    const cached = isReached || options.signal?.aborted ? undefined : await readCache();
    if (cached === undefined) throw error;
    return cached;
  } finally {
    isOver = true;
  }
}

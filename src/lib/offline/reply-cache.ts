import type { IdentityReply } from '#shared/contract/identity.ts';
import type { ContentDetail, ContentSummary } from '#shared/contract/contents.ts';
import type { Dashboard } from '#shared/contract/dashboard.ts';
import type { Plan } from '#shared/contract/plan.ts';
import type { InputOf, ReplyOf } from '#web/lib/api.ts';
import { createClockAnchor } from '#shared/rules/offline-access.ts';
import { createWriteStore } from '#web/lib/sync/write-store.ts';
import { hasSignedOutSinceLoad } from '#web/lib/sync/sign-out-signal.ts';
import { getCivilDate } from '#shared/rules/flight-date.ts';
import { now } from '#web/lib/clock.ts';
import { encryptIfLockOn, decryptStored } from '#web/lib/vault/vault.ts';
import { advanceClockAndApplyAccessExpiry } from './access-grant.ts';
import { applyAcceptedWritesToReply } from './accepted-writes.ts';
import {
  tryToDeleteDeviceDatabase,
  type DeviceDatabase,
  evictOtherPeople,
  isReply,
  openDeviceDatabase,
  getMonotonicEpochMs,
} from './device-database.ts';
import { shiftDashboardToDay, shiftPlanToDay } from './later-days.ts';
import { logStorageFailure } from './log-failure.ts';
import { buildSessionPageFromCache } from './session-list.ts';

const IDENTITY = '/api/auth/identity';
const SUBSCRIPTION = '/api/subscription-status';
const LIST = '/api/contents';
const DASHBOARD = '/api/dashboard';
const PLAN = '/api/plan';
const NEXT = /^\/api\/contents\/([^/]+)\/next$/;
type Listen = InputOf<'POST /api/listens'>['body'];

/**
 * Deletes all stored replies from this device, when a person signs out. Emptied first: unlike deletion, that waits for
 * no other tab.
 * @throws when the storage exists and cannot be emptied.
 */
export async function deleteCachedReplies(): Promise<void> {
  const database = await openDeviceDatabase().catch(() => undefined);
  // Blocked storage holds nothing.
  if (!database) return;
  const emptying = database.transaction(['replies', 'about'], 'readwrite');
  await Promise.all([
    emptying.objectStore('replies').clear(),
    emptying.objectStore('about').clear(),
    emptying.done,
  ]);
  await tryToDeleteDeviceDatabase();
}

/**
 * Stores a reply as that of the person `uid`, after deleting any of another person; `serverMs` is the server's time
 * (epoch ms), `askedAt` when it was asked for (`getMonotonicEpochMs`): of two replies the one asked for later stays. An identity
 * reply without an identity deletes all. Nothing is stored without a person, after a sign-out, or for lists of sessions
 * (see `cacheSessionListIfOwner`).
 */
export async function cacheReplyAndEvictOtherPeople(
  url: string,
  reply: unknown,
  uid: string | undefined,
  serverMs: number,
  askedAt: number = getMonotonicEpochMs(),
): Promise<void> {
  const isIdentity = url === IDENTITY;
  const owner = isIdentity ? (reply as { identity: IdentityReply | null }).identity?.uid : uid;
  if (isIdentity && owner === undefined) return deleteCachedReplies();
  // Lists are cached whole, by cacheSessionListIfOwner.
  if (owner === undefined || hasSignedOutSinceLoad() || url.startsWith(`${LIST}?`)) return;
  const transaction = (await openDeviceDatabase()).transaction(['replies', 'about'], 'readwrite');
  const replies = transaction.objectStore('replies');
  const about = transaction.objectStore('about');
  await evictOtherPeople(transaction, owner);
  await about.put(createClockAnchor(serverMs, Date.now()), 'clock');
  await about.put(getMonotonicEpochMs(), 'instant');
  const known = await replies.get(`asked:${url}`);
  if (typeof known !== 'number' || known <= askedAt) {
    await replies.put(
      encryptIfLockOn(url.startsWith(DASHBOARD) ? noteDay(reply, url) : reply),
      url,
    );
    await replies.put(askedAt, `asked:${url}`);
  }
  await transaction.done;
}

/**
 * Finds the stored reply to a GET, adapted to now: a plan or dashboard is shifted to today, access ends with the pass,
 * lists of sessions are filtered from the full one. Undefined when there is none, when it belongs to another person
 * than `uid` (undefined: any), or where storage is blocked.
 */
export async function findCachedReplyAsOfNow(
  url: string,
  uid: string | undefined,
): Promise<unknown> {
  try {
    const database = await openDeviceDatabase();
    const owner = await database.get('about', 'owner');
    if (owner === undefined || (uid !== undefined && uid !== owner)) return undefined;
    const reply = await readReply(database, url);
    if (url === SUBSCRIPTION)
      return reply && (await advanceClockAndApplyAccessExpiry(database, reply as never));
    const { pathname, searchParams } = new URL(url, location.origin);
    const timeZone = searchParams.get('timeZone');
    const finished = NEXT.exec(pathname)?.[1];
    if (finished !== undefined)
      return await findNext(
        finished,
        (await findCachedReplyAsOfNow(`${DASHBOARD}?${searchParams}`, uid)) as never,
      );
    if (timeZone !== null) return await findDated(database, pathname, reply, timeZone);
    if (reply !== undefined) return reply;
    if (pathname === LIST) {
      const sessions = (await readReply(database, LIST)) as ContentSummary[] | undefined;
      // All texts are some megabytes, and read only where a person searches.
      const readTexts = () => readAllTexts(database);
      return sessions && (await buildSessionPageFromCache(sessions, searchParams, readTexts));
    }
    return undefined;
  } catch (error) {
    // Where storage is blocked, nothing is kept.
    logStorageFailure('What is kept could not be read', error);
    return undefined;
  }
}

/**
 * Finds the session to propose after one, as the player asks for it: the first that the dashboard proposes and that was
 * not finished meanwhile, not even by what waits to be sent. Undefined without a dashboard.
 */
async function findNext(finished: string, dashboard: Dashboard | undefined) {
  if (!dashboard) return undefined;
  const waiting = (await createWriteStore().all()).flatMap(({ route, body }) => {
    const { contentId, completed } = body as Partial<Listen>;
    return route === 'POST /api/listens' && completed ? [contentId] : [];
  });
  const next = dashboard.recommendations.find(
    ({ content }) => content.id !== finished && !waiting.includes(content.id),
  );
  return { next: next ?? null };
}

/** Reads what is known for a URL: the last reply, and what the server has accepted since that was asked for. */
async function readReply(database: DeviceDatabase, url: string): Promise<unknown> {
  const stored = await database.get('replies', url);
  const reply = isReply(stored) ? decryptStored(stored) : undefined;
  return applyAcceptedWritesToReply(database, url, reply);
}

const readAllTexts = async (database: DeviceDatabase): Promise<ContentDetail[]> => {
  const range = IDBKeyRange.bound(`${LIST}/`, `${LIST}0`, false, true);
  const stored = await database.getAll('replies', range);
  return stored.filter(isReply).map(decryptStored) as ContentDetail[];
};

/** A dashboard with the civil date on which it was cached: it says nothing of the day itself. */
type CachedDashboard = Dashboard & { keptOn?: string };

const getToday = (timeZone: string) => getCivilDate(timeZone, now());
const noteDay = (reply: unknown, url: string): CachedDashboard => ({
  ...(reply as Dashboard),
  keptOn: getToday(new URL(url, location.origin).searchParams.get('timeZone') ?? 'UTC'),
});

/** Finds what depends on the day, also if it was cached on an earlier one, or in another time zone, as before a flight. */
async function findDated(
  database: DeviceDatabase,
  pathname: string,
  reply: unknown,
  timeZone: string,
): Promise<unknown> {
  const findAnywhere = async (path: string) => {
    const range = IDBKeyRange.bound(`${path}?`, `${path}@`, false, true);
    const [url] = await database.getAllKeys('replies', range, 1);
    return url === undefined ? undefined : readReply(database, url);
  };
  const found = reply ?? (await findAnywhere(pathname));
  const today = getToday(timeZone);
  if (found && pathname === PLAN) return shiftPlanToDay(found as Plan, today);
  if (!found || pathname !== DASHBOARD) return found;
  const { keptOn = today, ...dashboard } = found as CachedDashboard;
  const plan = (await findAnywhere(PLAN)) as Plan | undefined;
  const sessions = ((await readReply(database, LIST)) ?? []) as ContentSummary[];
  return shiftDashboardToDay(dashboard, { keptOn, today, plan, sessions });
}

/**
 * Finds the identity whose replies are stored on this device; null when there are none, or where storage is blocked.
 */
export async function findCachedIdentity(): Promise<IdentityReply | null> {
  const reply = (await readRawStoredReply(IDENTITY).catch(() => undefined)) as
    | ReplyOf<'GET /api/auth/identity'>
    | undefined;
  return reply?.identity ?? null;
}

/**
 * Reads the stored reply to a GET of `url`, of any person and not adapted to today; undefined when there is none.
 * Rejects where storage is blocked.
 */
export const readRawStoredReply = async (url: string): Promise<unknown> =>
  decryptStored(await (await openDeviceDatabase()).get('replies', url));

/**
 * Stores a value under `name` beside the replies, with which it is deleted. Does nothing once a person has signed out.
 */
export async function storePersonValueUnlessSignedOut(name: string, value: unknown): Promise<void> {
  if (!hasSignedOutSinceLoad())
    await (await openDeviceDatabase()).put('replies', encryptIfLockOn(value), `note:${name}`);
}

/** Finds the value that `storePersonValueUnlessSignedOut` stored; undefined when there is none, or where storage is blocked. */
export const findPersonValue = (name: string): Promise<unknown> =>
  readRawStoredReply(`note:${name}`).catch(() => undefined);

/**
 * Stores the list of all sessions, from which `findCachedReplyAsOfNow` answers every filtered list. Does nothing unless the stored
 * replies are those of `uid`.
 */
export const cacheSessionListIfOwner = (
  uid: string,
  items: ContentSummary[],
  askedAt: number,
): Promise<void> => cacheRepliesIfOwner(uid, [[LIST, items]], askedAt);

/**
 * Stores several replies by their URLs, all or none; `askedAt` is when they were asked for (`getMonotonicEpochMs`). Does nothing
 * unless the stored replies are those of `uid`.
 */
export async function cacheRepliesIfOwner(
  uid: string,
  replies: readonly (readonly [url: string, reply: unknown])[],
  askedAt: number,
): Promise<void> {
  const transaction = (await openDeviceDatabase()).transaction(['replies', 'about'], 'readwrite');
  const isOwner = (await transaction.objectStore('about').get('owner')) === uid;
  if (isOwner && !hasSignedOutSinceLoad())
    await Promise.all(
      replies.flatMap(([url, reply]) => [
        transaction.objectStore('replies').put(encryptIfLockOn(reply), url),
        transaction.objectStore('replies').put(askedAt, `asked:${url}`),
      ]),
    );
  await transaction.done;
}

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { installInMemoryIndexedDb } from '#web/lib/testing/indexed-db.ts';
import { buildServerReply, fetchWithoutAnswer } from '#web/lib/testing/server-replies.ts';

const CONFIG = '/api/config';
const ADA = { uid: 'ada', email: 'ada@example.org' };
/** The person the server takes the calls from; null for none. */
let signedIn: string | null;
/** Whom each call named. */
let named: (string | null)[];

beforeEach(() => {
  vi.resetModules();
  installInMemoryIndexedDb(vi.stubGlobal);
  vi.stubGlobal('location', { origin: 'https://envol.test' });
  signedIn = 'ada';
  named = [];
  vi.stubGlobal('fetch', (_url: string, { headers }: { headers: Record<string, string> }) => {
    const uid = headers['x-firebase-uid'] ?? null;
    named.push(uid);
    const isOther = uid !== null && signedIn !== null && uid !== signedIn;
    const body = isOther ? { error: { code: 'identity_mismatch' } } : { authProvider: 'builtin' };
    return Promise.resolve(buildServerReply(body, isOther ? 401 : 200));
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Starts the app anew, on a device that keeps the replies of Ada, or none. */
async function startApp(kept: object | null) {
  const { cacheReplyAndEvictOtherPeople } = await import('./reply-cache.ts');
  if (kept)
    await cacheReplyAndEvictOtherPeople(
      '/api/auth/identity',
      { identity: kept },
      undefined,
      Date.now(),
    );
  return import('./offline-fallback.ts');
}

describe('the first calls of the app, before it knows who is signed in,', () => {
  it('name the person whose pages the device keeps', async () => {
    const app = await startApp(ADA);
    await app.requestWithStoredFallback('GET', CONFIG, {});
    expect(named).toEqual(['ada']);
  });

  it('name nobody on a device that keeps nothing', async () => {
    const app = await startApp(null);
    await app.requestWithStoredFallback('GET', CONFIG, {});
    expect(named).toEqual([null]);
  });

  it('are asked again by whoever keeps the pages, where the reply was stored for nobody', async () => {
    const app = await startApp(null);
    await app.requestWithStoredFallback('GET', CONFIG, {});
    expect(app.isRequestedSince(CONFIG, 0)).toBe(false);
    const known = await startApp(ADA);
    await known.requestWithStoredFallback('GET', CONFIG, {});
    expect(known.isRequestedSince(CONFIG, 0)).toBe(true);
  });

  it('are answered all the same when somebody else has signed in since', async () => {
    signedIn = 'eve';
    const app = await startApp(ADA);
    expect(await app.requestWithStoredFallback('GET', CONFIG, {})).toEqual({
      authProvider: 'builtin',
    });
    expect(named).toEqual(['ada', null]);
  });

  it('name nobody where that is asked for', async () => {
    const app = await startApp(ADA);
    await app.requestWithStoredFallback('GET', CONFIG, { caller: null });
    expect(named).toEqual([null]);
  });
});

it('a call refused for the person that the page knows is not sent as nobody’s', async () => {
  signedIn = 'eve';
  const app = await startApp(ADA);
  const { setApiIdentity } = await import('#web/lib/api.ts');
  setApiIdentity(ADA);
  await expect(app.requestWithStoredFallback('GET', CONFIG, {})).rejects.toThrow(
    'identity_mismatch',
  );
  expect(named).toEqual(['ada']);
});

it('what is stored is read at once, and asked for again when the server is reached', async () => {
  const app = await startApp(ADA);
  const { cacheReplyAndEvictOtherPeople } = await import('./reply-cache.ts');
  const { getNetworkState } = await import('#web/lib/network.ts');
  await cacheReplyAndEvictOtherPeople('/api/users/me', { name: 'Ada' }, 'ada', Date.now());
  const urls = ['/api/users/me', '/api/subscription-status'];
  expect(await app.readCachedReplies(urls)).toEqual([{ name: 'Ada' }, undefined]);
  expect([named, getNetworkState()]).toEqual([[], 'asked']);
  expect([...app.drainUrlsServedOffline(() => true)]).toEqual(urls);
});

describe('on a network that never answers', () => {
  const PLAN = '/api/plan';
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  /** Starts the app with a plan that is kept. */
  async function startSilently() {
    const app = await startApp(ADA);
    const { cacheReplyAndEvictOtherPeople } = await import('./reply-cache.ts');
    await cacheReplyAndEvictOtherPeople(PLAN, { days: [] }, 'ada', Date.now());
    vi.stubGlobal('fetch', fetchWithoutAnswer);
    return app;
  }
  /** Lets what is read from the device come, which no timer holds up. */
  async function readDevice() {
    for (let turn = 0; turn < 100; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  }
  /** Asks for the plan; resolves to what the page has after as many milliseconds, and null where it waits. */
  async function ask(app: Awaited<ReturnType<typeof startApp>>, ...waits: number[]) {
    const got: unknown[] = [];
    const asked = app.requestWithStoredFallback('GET', PLAN, {});
    asked.then(
      (reply) => got.push(reply),
      () => got.push('given up'),
    );
    await readDevice();
    for (const ms of waits) {
      await vi.advanceTimersByTimeAsync(ms);
      await readDevice();
    }
    return got[0] ?? null;
  }

  it('a page that was opened from this device has the rest of what it shows after a tenth of a second', async () => {
    const app = await startSilently();
    await app.readCachedReplies([]);
    expect(await ask(app, 100)).toEqual({ days: [] });
    expect(await ask(app, 100)).toEqual({ days: [] });
  });

  it('a page that was opened from this device waits five seconds for what was lost there, and is brought up to date by a late answer', async () => {
    const app = await startApp(null);
    const { getNetworkState } = await import('#web/lib/network.ts');
    let answer = (_reply: Response) => {};
    vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)));
    expect(await ask(app, 1_000, 5_000)).toBe(null);
    await app.readCachedReplies([]);
    expect(await ask(app, 1_000, 4_900)).toBe(null);
    expect(await ask(app, 1_000, 5_000)).toBe('given up');
    expect(getNetworkState()).toBe('asked');
    answer(buildServerReply({ days: [] }, 200));
    await readDevice();
    expect(getNetworkState()).toBe('reached');
  });

  it('what a page shows waits for the server when it was reached again, and what it opens later does not', async () => {
    const app = await startSilently();
    expect(await ask(app, 1_000)).toEqual({ days: [] });
    app.drainUrlsServedOffline(() => false);
    expect(await ask(app, 300)).toEqual({ days: [] });
    app.drainUrlsServedOffline((url) => url === PLAN);
    expect(await ask(app, 5_000)).toBe(null);
  });
});

describe('a reply that was requested before replies are stored', () => {
  const PROFILE = '/api/users/me';
  async function requestEarly() {
    // The page was loaded just now, however long these tests have been running.
    vi.spyOn(performance, 'now').mockReturnValue(1_000);
    const app = await startApp(ADA);
    const api = await import('#web/lib/api.ts');
    api.setApiIdentity(ADA);
    await api.sendRequestIfNeeded('GET', PROFILE);
    return { app, api };
  }
  const EVE = { uid: 'eve', email: 'eve@example.org' };

  it('is stored, and counts as requested', async () => {
    const { app, api } = await requestEarly();
    const { findCachedReplyAsOfNow } = await import('./reply-cache.ts');
    for (const [url, early] of api.setGetRequestSenderAndTakeEarlyReplies(
      app.requestWithStoredFallback,
    ))
      app.cacheEarlyReply(url, early);
    expect(app.isRequestedSince(PROFILE, Date.now() - 60_000)).toBe(true);
    expect(app.isRequestedSince('/api/ledger', 0)).toBe(false);
    await expect
      .poll(() => findCachedReplyAsOfNow(PROFILE, 'ada'))
      .toEqual({ authProvider: 'builtin' });
  });

  it('is stored as the person’s who requested it, not as that of whoever is signed in by then', async () => {
    const { app, api } = await requestEarly();
    const { findCachedReplyAsOfNow } = await import('./reply-cache.ts');
    api.setApiIdentity(EVE);
    for (const [url, early] of api.setGetRequestSenderAndTakeEarlyReplies(
      app.requestWithStoredFallback,
    ))
      app.cacheEarlyReply(url, early);
    await expect
      .poll(() => findCachedReplyAsOfNow(PROFILE, 'ada'))
      .toEqual({ authProvider: 'builtin' });
    expect(await findCachedReplyAsOfNow(PROFILE, 'eve')).toBeUndefined();
  });
});

import { IDBObjectStore } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { installInMemoryIndexedDb } from '#web/lib/testing/indexed-db.ts';

const HOUR_MS = 3_600_000;
const NOW_MS = Date.parse('2027-03-01T12:00:00Z');
const LADDER = '/api/ladder';
const PASS = '/api/subscription-status';

/** Opens a tab of the device: its own copy of the code, on the storage that all tabs share. */
function openTab() {
  vi.resetModules();
  return Promise.all([import('./reply-cache.ts'), import('./all-pages-fetch.ts')]).then(
    ([replies, fetches]) => ({ ...replies, ...fetches }),
  );
}

beforeEach(() => {
  installInMemoryIndexedDb(vi.stubGlobal);
  vi.stubGlobal('location', { origin: 'https://envol.test' });
  vi.useFakeTimers({ now: NOW_MS, toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a device that several people use', () => {
  it('shows each the own replies alone, and keeps those of the last one', async () => {
    const tab = await openTab();
    await tab.cacheReplyAndEvictOtherPeople(LADDER, { steps: ['ada'] }, 'ada', NOW_MS);
    expect(await tab.findCachedReplyAsOfNow(LADDER, 'ada')).toEqual({ steps: ['ada'] });
    expect(await tab.findCachedReplyAsOfNow(LADDER, 'eve')).toBeUndefined();
    await tab.cacheReplyAndEvictOtherPeople('/api/ledger', { items: [] }, 'eve', NOW_MS);
    expect(await tab.findCachedReplyAsOfNow(LADDER, 'ada')).toBeUndefined();
    expect(await tab.findCachedReplyAsOfNow(LADDER, 'eve')).toBeUndefined();
  });

  it('forgets everybody once the server knows nobody', async () => {
    const tab = await openTab();
    await tab.cacheReplyAndEvictOtherPeople(LADDER, { steps: [] }, 'ada', NOW_MS);
    await tab.cacheReplyAndEvictOtherPeople(
      '/api/auth/identity',
      { identity: null },
      'ada',
      NOW_MS,
    );
    expect(await tab.findCachedReplyAsOfNow(LADDER, undefined)).toBeUndefined();
  });
});

describe('signing out', () => {
  it('empties the device although another tab holds on to what is kept', async () => {
    const old = await openTab();
    const tab = await openTab();
    await old.cacheReplyAndEvictOtherPeople(LADDER, { steps: [] }, 'ada', NOW_MS);
    await tab.deleteCachedReplies();
    expect(await old.findCachedReplyAsOfNow(LADDER, 'ada')).toBeUndefined();
    expect(await tab.findCachedReplyAsOfNow(LADDER, 'ada')).toBeUndefined();
  });

  it('fails where storage refuses to give up what it holds', async () => {
    const tab = await openTab();
    await tab.cacheReplyAndEvictOtherPeople(LADDER, { steps: [] }, 'ada', NOW_MS);
    const refusing = vi.spyOn(IDBObjectStore.prototype, 'clear').mockImplementation(() => {
      throw new DOMException('refused', 'UnknownError');
    });
    await expect(tab.deleteCachedReplies()).rejects.toThrow('refused');
    refusing.mockRestore();
  });
});

describe('a pass without a network', () => {
  const status = { hasActiveAccess: true, endsAt: new Date(NOW_MS + HOUR_MS).toISOString() };
  const findAccess = async (tab: Awaited<ReturnType<typeof openTab>>, deviceMs: number) => {
    vi.setSystemTime(deviceMs);
    return ((await tab.findCachedReplyAsOfNow(PASS, 'ada')) as typeof status).hasActiveAccess;
  };

  it('is over at its end, also with the clock turned back again and again', async () => {
    const tab = await openTab();
    await tab.cacheReplyAndEvictOtherPeople(PASS, status, 'ada', NOW_MS);
    expect(await findAccess(tab, NOW_MS + HOUR_MS / 2)).toBe(true);
    expect(await findAccess(tab, NOW_MS + 2 * HOUR_MS)).toBe(false);
    for (const isPutRight of [true, true, false]) {
      expect(await findAccess(tab, NOW_MS - 48 * HOUR_MS)).toBe(isPutRight);
      expect(await findAccess(tab, NOW_MS + 2 * HOUR_MS)).toBe(false);
    }
  });

  it('is open again once a clock that was set 400 days ahead is put right', async () => {
    const tab = await openTab();
    await tab.cacheReplyAndEvictOtherPeople(PASS, status, 'ada', NOW_MS);
    await findAccess(tab, NOW_MS + 400 * 24 * HOUR_MS);
    expect(await findAccess(tab, NOW_MS + HOUR_MS / 2)).toBe(true);
  });

  it('lasts two days beyond the landing of the next flight', async () => {
    const tab = await openTab();
    await tab.cacheReplyAndEvictOtherPeople(PASS, status, 'ada', NOW_MS);
    const flight = { departsOn: '2027-03-03', departsAt: '10:00', timeZone: 'Europe/Paris' };
    await tab.cacheReplyAndEvictOtherPeople('/api/flights', { items: [flight] }, 'ada', NOW_MS);
    expect(await findAccess(tab, Date.parse('2027-03-06T00:00:00Z'))).toBe(true);
    expect(await findAccess(tab, Date.parse('2027-03-07T00:00:00Z'))).toBe(false);
  });
});

describe('what has come in the place of a reply', () => {
  it('is shown as none, and makes the next fetch of all pages due', async () => {
    const tab = await openTab();
    await tab.cacheReplyAndEvictOtherPeople(LADDER, { steps: ['ada'] }, 'ada', NOW_MS);
    await tab.recordAllPagesFetched(await tab.beginAllPagesFetch('ada'), 'en', NOW_MS);
    expect(await tab.isAllPagesFetchDue('en', NOW_MS)).toBe(false);
    const { openDeviceDatabase } = await import('./device-database.ts');
    await (await openDeviceDatabase()).put('replies', '<h1>Wi-Fi</h1>', LADDER);
    expect(await tab.findCachedReplyAsOfNow(LADDER, 'ada')).toBeUndefined();
    expect(await tab.isAllPagesFetchDue('en', NOW_MS)).toBe(true);
  });
});

describe('a fetch of all pages', () => {
  it('is due again when storage was emptied before it ended', async () => {
    const tab = await openTab();
    await tab.cacheReplyAndEvictOtherPeople(LADDER, { steps: [] }, 'ada', NOW_MS);
    const mark = await tab.beginAllPagesFetch('ada');
    await tab.deleteCachedReplies();
    await tab.recordAllPagesFetched(mark, 'en', NOW_MS);
    expect(await tab.isAllPagesFetchDue('en', NOW_MS)).toBe(true);
  });

  it('is due again when something changed meanwhile that could not be fetched', async () => {
    const tab = await openTab();
    const mark = await tab.beginAllPagesFetch('ada');
    await tab.invalidateAllPagesFetch();
    await tab.recordAllPagesFetched(mark, 'en', NOW_MS);
    expect(await tab.isAllPagesFetchDue('en', NOW_MS)).toBe(true);
  });

  it('is not due again when it began on a device that kept nothing', async () => {
    const tab = await openTab();
    const mark = await tab.beginAllPagesFetch('ada');
    await tab.cacheReplyAndEvictOtherPeople(LADDER, { steps: [] }, 'ada', NOW_MS);
    await tab.recordAllPagesFetched(mark, 'en', NOW_MS);
    expect(await tab.isAllPagesFetchDue('en', NOW_MS)).toBe(false);
  });
});

describe('what depends on the day', () => {
  it('is brought to the day on which it is shown, in whatever time zone', async () => {
    const tab = await openTab();
    const sessionsToday = { done: 2, recommended: 1 };
    await tab.cacheReplyAndEvictOtherPeople(
      '/api/dashboard?timeZone=Europe%2FParis',
      { sessionsToday, doneToday: [{ id: 'a', title: 'A' }], dayStreak: 5, recommendations: [] },
      'ada',
      NOW_MS,
    );
    const inTokyo = () => tab.findCachedReplyAsOfNow('/api/dashboard?timeZone=Asia%2FTokyo', 'ada');
    expect(await inTokyo()).toMatchObject({ sessionsToday, dayStreak: 5 });
    vi.setSystemTime(NOW_MS + 50 * HOUR_MS);
    expect(await inTokyo()).toMatchObject({ sessionsToday: { done: 0 }, dayStreak: 0 });
  });
});

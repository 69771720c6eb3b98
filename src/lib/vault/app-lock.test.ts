import { assert, asyncProperty, integer, jsonValue, uint8Array } from 'fast-check';
import { openDB } from 'idb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { installInMemoryIndexedDb } from '#web/lib/testing/indexed-db.ts';
import { createCipher } from './cipher.ts';
import { computePinWaitMs } from './keys.ts';

// A device with its storage; `load` opens the app on it anew.

const PIN = 'seat 12A';
const SECRET = 'afraid of the door';
const UID = 'ada-1';
const ITERATIONS = 10;

let values: Map<string, string>;
beforeEach(() => {
  values = new Map();
  const storage = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  };
  vi.stubGlobal(
    'localStorage',
    new Proxy(storage, {
      ownKeys: () => [...values.keys()],
      getOwnPropertyDescriptor: (_, key) => ({
        configurable: true,
        enumerable: values.has(String(key)),
      }),
    }),
  );
  vi.stubGlobal('sessionStorage', storage);
  vi.stubGlobal('document', { cookie: '' });
  vi.stubGlobal('location', new URL('https://envol.test/'));
  vi.stubGlobal('addEventListener', () => {});
  installInMemoryIndexedDb(vi.stubGlobal);
});
afterEach(() => void vi.unstubAllGlobals());

/** Loads the app's modules anew, as a page that is opened does. */
async function load() {
  vi.resetModules();
  const [lock, record, vault, replies, drafts, store] = await Promise.all([
    import('./app-lock.ts'),
    import('./lock-record.ts'),
    import('./vault.ts'),
    import('#web/lib/offline/reply-cache.ts'),
    import('#web/lib/drafts.ts'),
    import('#web/lib/sync/write-store.ts'),
  ]);
  record.closeVaultIfLockOn();
  return { lock, record, vault, replies, drafts, store: store.createWriteStore() };
}
type Device = Awaited<ReturnType<typeof load>>;

const WRITE = {
  key: 'w-1',
  owner: 'p-1',
  route: 'PUT /api/assessment/answers' as const,
  params: {},
  body: { note: SECRET },
  queuedAt: '2026-11-21T10:00:00.000Z',
};

/** Has the app keep something of everything. */
async function keepThings({ replies, drafts, store }: Device) {
  await replies.cacheReplyAndEvictOtherPeople(
    '/api/auth/identity',
    { identity: { uid: UID } },
    UID,
    Date.now(),
  );
  await replies.cacheReplyAndEvictOtherPeople(
    '/api/assessment',
    { answers: SECRET },
    UID,
    Date.now(),
  );
  drafts.writeFormDraftUnlessSignedOut('p-1', 'note', { text: SECRET });
  await store.add(WRITE);
}

const readThings = async ({ replies, drafts, store }: Device) => ({
  reply: await replies.findCachedReplyAsOfNow('/api/assessment', UID),
  draft: drafts.readFormDraft('p-1', 'note'),
  writes: await store.all(),
});
const THINGS = { reply: { answers: SECRET }, draft: { text: SECRET }, writes: [WRITE] };

/** Everything that is stored on the device, as text: bytes as the characters that they would be. */
async function readRaw(): Promise<string> {
  const found: unknown[] = [...values.entries()];
  for (const { name } of await indexedDB.databases()) {
    const database = await openDB(name ?? '');
    for (const store of database.objectStoreNames) found.push(await database.getAll(store));
    database.close();
  }
  return JSON.stringify(found, (_, value: unknown) =>
    value instanceof Uint8Array ? new TextDecoder('latin1').decode(value) : value,
  );
}

describe('the app lock', () => {
  it('changes nothing where it is off', async () => {
    const device = await load();
    await keepThings(device);
    expect(device.vault.getVaultState()).toBe('off');
    expect(await readRaw()).toContain(SECRET);
    expect(await readThings(await load())).toEqual(THINGS);
  });

  it('leaves nothing readable on the device of what was kept before and after it was turned on', async () => {
    const device = await load();
    await keepThings(device);
    expect(await device.lock.tryToTurnAppLockOn(PIN, ITERATIONS)).toBe(true);
    await device.replies.cacheReplyAndEvictOtherPeople(
      '/api/ladder',
      { later: SECRET },
      UID,
      Date.now(),
    );
    await device.store.add({ ...WRITE, key: 'w-2' });
    device.drafts.writeFormDraftUnlessSignedOut('p-1', 'later', { text: SECRET });
    const raw = await readRaw();
    expect(raw).not.toContain(SECRET);
    expect(raw).not.toContain(PIN);
    expect(await readThings(device)).toMatchObject({ ...THINGS, writes: [WRITE, { key: 'w-2' }] });
  });

  it('keeps everything closed until it is opened, and takes nothing in', async () => {
    const before = await load();
    await keepThings(before);
    await before.lock.tryToTurnAppLockOn(PIN, ITERATIONS);
    const device = await load();
    expect(device.vault.getVaultState()).toBe('closed');
    expect(await readThings(device)).toEqual({ reply: undefined, draft: {}, writes: [] });
    device.drafts.writeFormDraftUnlessSignedOut('p-1', 'other', { text: SECRET });
    await device.store.add({ ...WRITE, key: 'w-2' });
    expect(await readRaw()).not.toContain(SECRET);
    expect(await device.lock.countUnsentWritesOnDevice()).toBe(1);
    expect(await device.lock.tryToUnlockByPin('seat 12B')).toMatchObject({ isOpen: false });
    expect(await device.lock.tryToUnlockByPin(PIN)).toEqual({ isOpen: true });
    expect(await readThings(device)).toMatchObject({ reply: THINGS.reply, draft: THINGS.draft });
  });

  it('is as if it had never been once it is turned off', async () => {
    const device = await load();
    await keepThings(device);
    await device.lock.tryToTurnAppLockOn(PIN, ITERATIONS);
    await device.lock.tryToTurnAppLockOff();
    const after = await load();
    expect(after.vault.getVaultState()).toBe('off');
    expect(await readThings(after)).toEqual(THINGS);
  });

  it('stays on where a full device cannot store everything anew, and loses nothing', async () => {
    const device = await load();
    await keepThings(device);
    await device.lock.tryToTurnAppLockOn(PIN, ITERATIONS);
    const full = vi.spyOn(IDBCursor.prototype, 'update').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    expect(await device.lock.tryToTurnAppLockOff()).toBe(false);
    expect(await readThings(device)).toEqual(THINGS);
    full.mockRestore();
    const next = await load();
    expect(next.vault.getVaultState()).toBe('closed');
    expect(await next.lock.tryToUnlockByPin(PIN)).toEqual({ isOpen: true });
    expect(await readThings(next)).toEqual(THINGS);
    expect(await readRaw()).not.toContain(SECRET);
    expect(await next.lock.tryToTurnAppLockOff()).toBe(true);
    expect(await readThings(await load())).toEqual(THINGS);
  });

  it('that a full device could not encrypt at first does so when it is opened next', async () => {
    const device = await load();
    await keepThings(device);
    const full = vi.spyOn(IDBCursor.prototype, 'update').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    expect(await device.lock.tryToTurnAppLockOn(PIN, ITERATIONS)).toBe(true);
    full.mockRestore();
    expect(await readRaw()).toContain(SECRET);
    const next = await load();
    await next.lock.tryToUnlockByPin(PIN);
    expect(await readRaw()).not.toContain(SECRET);
    expect(await readThings(next)).toEqual(THINGS);
  });

  it('that was ended while it was turned on goes on where it was', async () => {
    const device = await load();
    await keepThings(device);
    await device.lock.tryToTurnAppLockOn(PIN, ITERATIONS);
    // As it is when the page is closed in between: the record is there, and something is as it was.
    const half = device.record.readLockRecord()!;
    device.record.tryToWriteLockRecord({ ...half, isChanging: true });
    values.set(
      'envol-draft:p-1:old',
      JSON.stringify({ atMs: Date.now(), typed: { text: SECRET } }),
    );
    const next = await load();
    await next.lock.tryToUnlockByPin(PIN);
    expect(await readRaw()).not.toContain(SECRET);
    expect(next.drafts.readFormDraft('p-1', 'old')).toEqual({ text: SECRET });
  });

  it('is opened by a changed PIN alone', async () => {
    const device = await load();
    await keepThings(device);
    await device.lock.tryToTurnAppLockOn(PIN, ITERATIONS);
    await device.lock.changePin('aisle 3C');
    const next = await load();
    expect(await next.lock.tryToUnlockByPin(PIN)).toMatchObject({ isOpen: false });
    expect(await next.lock.tryToUnlockByPin('aisle 3C')).toEqual({ isOpen: true });
    expect(await readThings(next)).toEqual(THINGS);
  });

  it('makes whoever guesses wait longer each time, and a reload does not help', async () => {
    await (await load()).lock.tryToTurnAppLockOn(PIN, ITERATIONS);
    let at = Date.now();
    for (let tries = 1; tries <= 4; tries += 1) {
      const outcome = await (await load()).lock.tryToUnlockByPin('wrong-1', at);
      expect(outcome).toEqual({ isOpen: false, waitUntilMs: at + computePinWaitMs(tries) });
    }
    // The right one has to wait too, and is then taken.
    expect(await (await load()).lock.tryToUnlockByPin(PIN, at + 9_999)).toMatchObject({
      isOpen: false,
    });
    at += 10_000;
    expect(await (await load()).lock.tryToUnlockByPin(PIN, at)).toEqual({ isOpen: true });
  });

  it('forgets what it hides when somebody signs out with a forgotten PIN', async () => {
    const before = await load();
    await keepThings(before);
    await before.lock.tryToTurnAppLockOn(PIN, ITERATIONS);
    const device = await load();
    await device.replies.deleteCachedReplies();
    device.drafts.deleteFormDrafts();
    await device.store.clear();
    device.record.removeLockRecord();
    const after = await load();
    expect(after.vault.getVaultState()).toBe('off');
    expect(await after.lock.countUnsentWritesOnDevice()).toBe(0);
    expect(await readThings(after)).toEqual({ reply: undefined, draft: {}, writes: [] });
  });
});

it('the wait after wrong PINs never shortens, and ends at an hour', () =>
  assert(
    asyncProperty(integer({ min: 0, max: 1000 }), async (failures) => {
      expect(computePinWaitMs(failures + 1)).toBeGreaterThanOrEqual(computePinWaitMs(failures));
      expect(computePinWaitMs(failures)).toBeLessThanOrEqual(3_600_000);
    }),
  ));

it('what is sealed is read again as it was, under its own key alone, and never once it was changed', () =>
  assert(
    asyncProperty(
      jsonValue(),
      uint8Array({ minLength: 32, maxLength: 32 }),
      integer({ min: 0 }),
      async (value, key, place) => {
        const plain = new TextEncoder().encode(JSON.stringify(value));
        const cipher = createCipher(key);
        const sealed = cipher.seal(plain);
        expect(cipher.open(sealed)).toEqual(plain);
        expect(() => createCipher(key.map((byte) => byte ^ 1)).open(sealed)).toThrow();
        const changed = sealed.map((byte, index) =>
          index === place % sealed.length ? byte ^ 1 : byte,
        );
        expect(() => cipher.open(changed)).toThrow();
      },
    ),
  ));

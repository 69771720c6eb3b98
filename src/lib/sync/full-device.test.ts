import { forceCloseDatabase } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { installInMemoryIndexedDb } from '#web/lib/testing/indexed-db.ts';
import { createWriteQueue } from './write-queue.ts';
import { createUnfinishedWriteStore } from './unfinished-writes.ts';
import type { QueueEvent } from './queue-events.ts';
import { createWriteStore, type UnsentWrite } from './write-store.ts';
import { ApiError } from '#web/lib/api.ts';

const WRITE: UnsentWrite = {
  key: 'k1',
  owner: 'ada',
  route: 'POST /api/practices',
  params: {},
  body: { id: 'p1' },
  queuedAt: '2026-11-21T10:00:00.000Z',
};
let isReached: boolean;
let sent: string[];
const outcomes: QueueEvent[] = [];

let last: Promise<unknown> = Promise.resolve();
let end = async () => {};
function openQueue() {
  const queue = createWriteQueue({
    store: createWriteStore(),
    unfinished: createUnfinishedWriteStore(),
    send: async ({ key }) => {
      if (!isReached) throw new ApiError(0, 'network');
      sent.push(key);
      return {};
    },
    runExclusively: (work) => {
      const own = last.then(work);
      last = own.catch(() => undefined);
      return own;
    },
    openChannel: () => new BroadcastChannel('full-device'),
  });
  queue.subscribe((event) => event.type === 'outcome' && outcomes.push(event));
  const stop = queue.start('ada', () => {});
  end = async () => {
    isReached = true;
    // What is under way ends before its storage does.
    await queue.flush('ada');
    stop();
  };
  return queue;
}

beforeEach(() => {
  installInMemoryIndexedDb(vi.stubGlobal);
  isReached = true;
  sent = [];
  outcomes.length = 0;
  // As a browser refuses what exceeds its quota.
  vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await end();
  vi.unstubAllGlobals();
});

it('what a full device cannot store is sent at once', async () => {
  const queue = openQueue();
  queue.enqueue(WRITE);
  await expect.poll(() => sent).toEqual(['k1']);
  await expect.poll(() => outcomes).toMatchObject([{ outcome: { reply: {} } }]);
  expect([await queue.load('ada'), queue.isHolding()]).toEqual([[], false]);
});

it('without a network it is held, said to be at risk, and sent when there is one', async () => {
  isReached = false;
  const queue = openQueue();
  queue.enqueue(WRITE);
  await expect.poll(() => outcomes.length).toBeGreaterThan(0);
  expect(outcomes[0]).toMatchObject({ outcome: { final: false } });
  expect([await queue.load('ada'), queue.isHolding()]).toEqual([[WRITE], true]);
  isReached = true;
  expect(await queue.flush('ada')).toEqual([]);
  expect(sent).toEqual(['k1']);
});

it('once there is room again it is stored', async () => {
  isReached = false;
  const queue = openQueue();
  queue.enqueue(WRITE);
  await expect.poll(() => queue.isHolding()).toBe(true);
  vi.restoreAllMocks();
  queue.enqueue({ ...WRITE, key: 'k2' });
  await expect
    .poll(async () => (await createWriteStore().all()).map(({ key }) => key))
    .toEqual(['k2']);
});

it('what waits is still found after the browser has closed the storage, as it may of a page in the background', async () => {
  const opened: IDBDatabase[] = [];
  const open = indexedDB.open.bind(indexedDB);
  vi.spyOn(indexedDB, 'open').mockImplementation((...which) => {
    const opening = open(...which);
    opening.addEventListener('success', () => opened.push(opening.result));
    return opening;
  });
  const store = createWriteStore();
  await store.add(WRITE);
  for (const database of opened) forceCloseDatabase(database as never);
  expect(await store.all()).toEqual([WRITE]);
});

import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '#web/lib/api.ts';
import { installInMemoryIndexedDb } from '#web/lib/testing/indexed-db.ts';
import { startCacheOverlay } from './cache-overlay.ts';
import { createUnfinishedWriteStore } from './unfinished-writes.ts';
import { createWriteQueue } from './write-queue.ts';
import { createWriteStore, type UnsentWrite } from './write-store.ts';

const WAITING = 1_000;
const ANSWERS = 'PUT /api/assessment/answers';

const buildWrite = (key: string): UnsentWrite => ({
  key,
  owner: 'ada',
  route: 'POST /api/listens',
  params: {},
  body: { key },
  queuedAt: '2026-11-21T10:00:00.000Z',
});

/** How many stored writes were read since the device was opened. */
let reads = 0;
/** Counts what a method of the object stores reads, by what its requests resolve to. */
function countReads(method: 'openCursor' | 'getAll', count: (result: unknown) => number): void {
  const read = Reflect.get(IDBObjectStore.prototype, method) as (
    ...range: unknown[]
  ) => IDBRequest<unknown>;
  function readAndCount(this: IDBObjectStore, ...range: unknown[]): IDBRequest<unknown> {
    const request = Reflect.apply(read, this, range);
    request.addEventListener('success', () => (reads += count(request.result)));
    return request;
  }
  // The two methods have different types, of which none matters here.
  vi.spyOn(IDBObjectStore.prototype, method).mockImplementation(readAndCount as never);
}

beforeEach(() => {
  installInMemoryIndexedDb(vi.stubGlobal);
  reads = 0;
  // A cursor's request succeeds anew with each value that it moves to.
  countReads('openCursor', (cursor) => (cursor ? 1 : 0));
  countReads('getAll', (found) => (found as unknown[]).length);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Opens a page of a device on which many writes wait for a network. */
async function openFullDevice() {
  const store = createWriteStore();
  for (let count = 0; count < WAITING; count += 1) await store.add(buildWrite(`waiting ${count}`));
  const device = { isOnline: false, sent: 0 };
  let last: Promise<unknown> = Promise.resolve();
  const queue = createWriteQueue({
    store,
    unfinished: createUnfinishedWriteStore(),
    send: async () => {
      if (!device.isOnline) throw new ApiError(0, 'network');
      device.sent += 1;
      return {};
    },
    runExclusively: (work) => {
      const own = last.then(work);
      last = own.catch(() => undefined);
      return own;
    },
    openChannel: () => new BroadcastChannel(crypto.randomUUID()),
  });
  const stop = queue.start('ada', () => {});
  /** Waits for what is being done. */
  const close = async () => {
    await queue.flush('ada');
    stop();
  };
  await queue.flush('ada');
  reads = 0;
  return { queue, device, close };
}

it('a write behind a thousand that wait is stored by reading the oldest alone', async () => {
  const { queue, close } = await openFullDevice();
  const failed = new Promise<void>((resolve) =>
    queue.subscribe(({ type }) => type === 'outcome' && resolve()),
  );
  queue.enqueue(buildWrite('one more'));
  await failed;
  expect(reads).toBe(1);
  await close();
});

it('how many writes wait is known without reading them again', async () => {
  const { queue, close } = await openFullDevice();
  const overlay = startCacheOverlay(new QueryClient(), queue, 'ada');
  await overlay.ready;
  expect(overlay.countWaiting()).toBe(WAITING);
  reads = 0;
  const failed = new Promise<void>((resolve) =>
    queue.subscribe(({ type }) => type === 'outcome' && resolve()),
  );
  queue.enqueue(buildWrite('one more'));
  await failed;
  expect(overlay.countWaiting()).toBe(WAITING + 1);
  // The sender's own look at the oldest.
  expect(reads).toBe(1);
  overlay.stop();
  await close();
});

it('answers behind a thousand writes take the place of the answers before them by reading these alone', async () => {
  const { queue, close } = await openFullDevice();
  queue.enqueue({ ...buildWrite('answers'), route: ANSWERS });
  await queue.flush('ada');
  reads = 0;
  queue.enqueue({ ...buildWrite('changed answers'), route: ANSWERS });
  await vi.waitFor(() => expect(reads).toBe(1));
  const routes = (await queue.load('ada')).filter(({ route }) => route === ANSWERS);
  expect(routes.map(({ key }) => key)).toEqual(['changed answers']);
  await close();
});

it('each of a thousand writes is read once while they are sent', async () => {
  const { queue, device, close } = await openFullDevice();
  device.isOnline = true;
  const isSent = new Promise<void>((resolve) =>
    queue.subscribe(() => device.sent === WAITING + 1 && resolve()),
  );
  queue.enqueue(buildWrite('one more'));
  await isSent;
  expect(reads).toBe(WAITING + 1);
  await close();
});

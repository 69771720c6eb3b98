import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '#web/lib/api.ts';
import { startCacheOverlay } from '../cache-overlay.ts';
import { createUnfinishedWriteStore } from '../unfinished-writes.ts';
import { createWriteQueue } from '../write-queue.ts';
import type { UnsentWrite, WriteStore } from '../write-store.ts';

/** A store that lives as long as its device: IndexedDB is a browser's. */
function createMemoryStore(): WriteStore {
  let stored: UnsentWrite[] = [];
  return {
    all: async () => [...stored],
    find: async (matches) => stored.find(matches),
    add: async (write, replaces = false) => {
      if (replaces)
        stored = stored.filter(
          ({ owner, route }) => owner !== write.owner || route !== write.route,
        );
      if (!stored.some(({ key }) => key === write.key)) stored.push(write);
      return true;
    },
    update: async (write) =>
      void (stored = stored.map((one) => (one.key === write.key ? write : one))),
    remove: async (keys) => void (stored = stored.filter(({ key }) => !keys.includes(key))),
    count: async () => stored.length,
    clear: async () => void (stored = []),
    rewrite: async () => {},
    isHolding: () => false,
  };
}

/** Creates a simulated device for tests, with a store, tabs to open, and a server whose replies the test sets. */
export function createSimulatedDevice() {
  const store = createMemoryStore();
  const name = crypto.randomUUID();
  const sent: UnsentWrite[] = [];
  let answer: (write: UnsentWrite) => unknown = () => ({});
  let last: Promise<unknown> = Promise.resolve();
  const stops: (() => void)[] = [];

  /** Opens a tab of `owner`; `close` ends it as a reload does; `told` are the refusals for
   * want of a sign-in or a pass. */
  function openTab(owner = 'ada') {
    const queryClient = new QueryClient();
    const queue = createWriteQueue({
      store,
      unfinished: createUnfinishedWriteStore(),
      send: async (write) => {
        const reply = answer(write);
        if (reply instanceof Error) throw reply;
        sent.push(write);
        return reply;
      },
      runExclusively: (work) => {
        const own = last.then(work);
        last = own.catch(() => undefined);
        return own;
      },
      openChannel: () => new BroadcastChannel(name),
    });
    const overlay = startCacheOverlay(queryClient, queue, owner);
    const told: ApiError[] = [];
    const stop = queue.start(owner, (error) => void told.push(error));
    const close = () => {
      stop();
      overlay.stop();
      queryClient.clear();
    };
    stops.push(close);
    return { queryClient, queue, overlay, close, told };
  }

  return {
    store,
    /** What the server accepted, in its order. */
    sent,
    /** Has the server answer so from now on; an error is thrown. */
    answerWith: (reply: (write: UnsentWrite) => unknown) => void (answer = reply),
    goOffline: () => void (answer = () => new ApiError(0, 'network')),
    openTab,
    close: () => {
      for (const stop of stops) stop();
    },
  };
}
export type Device = ReturnType<typeof createSimulatedDevice>;

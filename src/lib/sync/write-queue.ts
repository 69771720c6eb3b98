import { ApiError, hasErrorCode } from '#web/lib/api.ts';
import { getNetworkState } from '#web/lib/network.ts';
import type { QueuedRoute } from '#shared/rules/queued-routes.ts';
import { createQueueEvents } from './queue-events.ts';
import { MAX_WRITE_FAILURES, WRITE_POLICIES } from './write-policies.ts';
import { createWriteSender, type SenderDeps } from './write-sender.ts';
import { hasSignedOutSinceLoad } from './sign-out-signal.ts';
import type { UnfinishedWriteStore } from './unfinished-writes.ts';
import { listWritesToSend, type UnsentWrite, readStoredWrites } from './write-store.ts';

/** The storage and transport of a write queue. */
export interface QueueDeps extends SenderDeps {
  unfinished: UnfinishedWriteStore;
  openChannel: () => BroadcastChannel;
}

/** How long a sign-out waits for unsent writes to be sent, in milliseconds. */
const FLUSH_MS = 3_000;

/** How long a form waits for the server before its write is queued, in milliseconds. */
const PATIENCE_MS = 3_000;

/** Resolves as `sent` does if it does so within `ms`. @throws {ApiError} `network` otherwise. */
function rejectAfter<T>(ms: number, sent: Promise<T>): Promise<T> {
  const late = new Promise<never>((_, reject) =>
    setTimeout(() => reject(new ApiError(0, 'network')), ms),
  );
  // What comes of it later, the queue hears too: it sends the same write under the same key.
  sent.catch(() => {});
  late.catch(() => {});
  return Promise.race([sent, late]);
}

export type WriteQueue = ReturnType<typeof createWriteQueue>;

/** Creates a queue that stores writes on the device and sends them, oldest first and one at a time across all tabs. */
export function createWriteQueue(deps: QueueDeps) {
  const { store, unfinished, runExclusively } = deps;
  const { announce, subscribe, connect } = createQueueEvents(deps.openChannel);
  // What a full device could not store was left among the unfinished until it is over.
  subscribe((event) => {
    const isOver = event.type === 'outcome' && ('reply' in event.outcome || event.outcome.final);
    if (isOver) unfinished.forget(event.write.key);
  });
  const sender = createWriteSender(deps, announce);
  const flushListeners = new Set<() => void>();
  let recovering: Promise<void> | undefined;
  /** Resolves once every write so far is in the store. */
  let stored: Promise<unknown> = Promise.resolve();

  /** Moves the unfinished writes of closed pages into the store. Concurrent calls share one run. */
  const recoverUnfinished = (owner: string): Promise<void> =>
    (recovering ??= storeAbandoned(owner).finally(() => (recovering = undefined)));

  async function storeAbandoned(owner: string): Promise<void> {
    for (const write of unfinished.listAbandoned(owner)) {
      const replaces = WRITE_POLICIES[write.route]?.replaces;
      // Where the device is full it stays here too, for the next load of the page.
      if (await store.add(write, replaces)) unfinished.forget(write.key);
      announce({ type: 'queued', write });
    }
  }

  /** Sends all of a person's unsent writes, with one more attempt for those that reached MAX_WRITE_FAILURES. */
  async function sendAll(owner: string): Promise<void> {
    await recoverUnfinished(owner);
    await stored;
    for (const write of await listWritesToSend(store, owner))
      if ((write.failures ?? 0) >= MAX_WRITE_FAILURES)
        await store.update({ ...write, failures: MAX_WRITE_FAILURES - 1 });
    await sender.dispatch(owner);
  }

  async function removeWhere(matches: (write: UnsentWrite) => boolean): Promise<void> {
    const keys = (await readStoredWrites(store)).filter(matches).map(({ key }) => key);
    if (keys.length === 0) return;
    await store.remove(keys);
    announce({ type: 'cancelled', keys });
  }

  /** Deletes a person's unsent writes to these routes, whose data the server does not accept any more. */
  async function cancel(owner: string, routes: readonly QueuedRoute[]): Promise<void> {
    const matches = (write: UnsentWrite) => write.owner === owner && routes.includes(write.route);
    unfinished.removeWhere(matches);
    await stored;
    await removeWhere(matches);
  }

  /** Removes fields from a person's unsent writes to a route, each of which gets a new key; then sends their writes. */
  async function omitFields(owner: string, route: QueuedRoute, fields: readonly string[]) {
    const holds = (write: UnsentWrite) =>
      write.route === route && fields.some((field) => field in (write.body as object));
    await recoverUnfinished(owner);
    await stored;
    await runExclusively(async () => {
      for (const write of (await listWritesToSend(store, owner)).filter(holds)) {
        const changed = omitFromBody(write, fields);
        await store.add(changed);
        await store.remove([write.key]);
        announce({ type: 'cancelled', keys: [write.key] });
        announce({ type: 'queued', write: changed });
      }
    });
    void sender.dispatch(owner);
  }

  /** Sends a write that is not stored, and tells of it once it was accepted. */
  async function sendNow(write: UnsentWrite): Promise<unknown> {
    const reply = await deps.send(write);
    try {
      await deps.keepAccepted?.(write, reply);
    } catch {
      // Queued, it is sent again under its key, until this device knows of it too.
      throw new ApiError(0, 'network');
    }
    announce({ type: 'outcome', write, outcome: { reply } });
    return reply;
  }

  const load = async (owner: string): Promise<UnsentWrite[]> => {
    await recoverUnfinished(owner);
    return listWritesToSend(store, owner);
  };

  function enqueue(write: UnsentWrite): void {
    const { replaces, pauseMs = 0 } = WRITE_POLICIES[write.route] ?? {};
    announce({ type: 'queued', write });
    const isKept = !hasSignedOutSinceLoad();
    // The page may end before the store has it.
    if (isKept) unfinished.save(write, true);
    const adding = isKept
      ? store.add(write, replaces)
      : Promise.reject(new Error('nobody is signed in any more'));
    const added = adding.then(
      (isStored) => {
        if (isStored) unfinished.forget(write.key);
        if (pauseMs > 0) sender.schedule(write.owner, pauseMs);
        else void sender.dispatch(write.owner);
      },
      () => {
        unfinished.forget(write.key);
        const error = new ApiError(500, '');
        announce({ type: 'outcome', write, outcome: { error, final: true } });
      },
    );
    stored = Promise.all([stored, added]);
  }

  return {
    /**
     * Stores a write on the device, then sends it: now, or once the network returns. One that could not be stored is
     * sent all the same. Listeners are told the outcome.
     */
    enqueue,
    /**
     * Sends a write at once and resolves to the server's reply. Where the server is not reached or does not answer for three
     * seconds, or others wait that it may depend on, it is queued under its key: null.
     * @throws {ApiError} when the server refuses it.
     */
    sendOrEnqueue: async (write: UnsentWrite): Promise<unknown> => {
      const mayBeSent = getNetworkState() === 'reached' && (await load(write.owner)).length === 0;
      try {
        if (mayBeSent)
          return await rejectAfter(
            PATIENCE_MS,
            runExclusively(() => sendNow(write)),
          );
      } catch (error) {
        if (!hasErrorCode(error, 'network')) throw error;
      }
      enqueue(write);
      return null;
    },
    /** Stores a write that may still change, to be sent if the page is closed before it is enqueued under the same key. */
    saveUnfinished: (write: UnsentWrite): void => {
      if (!hasSignedOutSinceLoad()) unfinished.save(write, false);
    },
    /** Lists a person's unsent writes, oldest first, including those that earlier page loads left unfinished. */
    load,
    /** Whether any person's writes wait on this device. */
    hasUnsent: async (): Promise<boolean> =>
      (await readStoredWrites(store)).some((write) => !write.refused),
    /** Sends a person's unsent writes before they sign out; resolves to those that could not be sent in 3 s. */
    flush: async (owner: string): Promise<UnsentWrite[]> => {
      for (const listener of flushListeners) listener();
      await Promise.race([sendAll(owner), new Promise((over) => setTimeout(over, FLUSH_MS))]);
      return listWritesToSend(store, owner);
    },
    cancel,
    omitFields,
    /** Finds a write that the server refused for good, which is still on the device; undefined when it is not. */
    findRefused: async (key: string): Promise<UnsentWrite | undefined> =>
      (await readStoredWrites(store)).find((write) => write.key === key && write.refused),
    forgetRefused: (key: string): Promise<void> => store.remove([key]),
    /**
     * Runs a request that makes the unsent writes of a route obsolete, while none is being sent; deletes them once
     * it succeeded.
     */
    supersede: <T>(owner: string, route: QueuedRoute, request: () => Promise<T>): Promise<T> =>
      runExclusively(async () => {
        const reply = await request();
        await cancel(owner, [route]);
        return reply;
      }),
    /**
     * Deletes the unsent writes on this device, all of them or all except `owner`'s, so that the next person does not
     * find health data of the last.
     */
    deleteAll: async (owner?: string): Promise<void> => {
      const matches = (write: UnsentWrite) => write.owner !== owner;
      unfinished.removeWhere(matches);
      await removeWhere(matches);
      if (owner !== undefined) return;
      // Those too that a lock hides, at a forgotten PIN.
      unfinished.clear();
      await store.clear();
    },
    /** Whether writes wait that this device could not store: they are lost if the page is closed before they are sent. */
    isHolding: () => store.isHolding(),
    subscribe,
    /** Calls back before a flush, to enqueue last writes; returns the unsubscribe function. */
    onBeforeFlush: (handOver: () => void): (() => void) => {
      flushListeners.add(handOver);
      return () => void flushListeners.delete(handOver);
    },
    /**
     * Sends a person's unsent writes, now and whenever the network returns; returns the stop function. Calls `onLost`
     * when the server wants a sign-in or a pass; the writes then stay queued until the next start.
     */
    start: (owner: string, onLost: (error: ApiError) => void): (() => void) => {
      const disconnect = connect();
      const stop = sender.start(owner, onLost);
      void sendAll(owner);
      return () => {
        stop();
        disconnect();
      };
    },
  };
}

/** Returns a write without some fields of its body, under a key of its own: another write to the server. */
function omitFromBody(write: UnsentWrite, fields: readonly string[]): UnsentWrite {
  const kept = Object.entries(write.body as object).filter(([name]) => !fields.includes(name));
  return { ...write, key: crypto.randomUUID(), body: Object.fromEntries(kept) };
}

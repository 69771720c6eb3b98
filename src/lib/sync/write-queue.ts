import { ApiError, isAccessError } from '#web/lib/api.ts';
import { onNetworkReturn } from '#web/lib/network.ts';
import type { QueuedRoute } from '#shared/rules/queued-routes.ts';
import { MAX_FAILURES, ROUTE_POLICIES, decideAfterError } from './write-policies.ts';
import { hasSignedOutSinceLoad } from './sign-out-signal.ts';
import type { UnfinishedWrites } from './unfinished-writes.ts';
import type { PendingWrite, WriteStore } from './write-store.ts';

/** The result of sending a write; an error is `final` unless it is retried automatically. */
export type Outcome = { reply: unknown } | { error: ApiError; final: boolean };

/** An event of the queue, in this tab or another. */
export type QueueEvent =
  | { type: 'queued'; write: PendingWrite }
  | { type: 'outcome'; write: PendingWrite; outcome: Outcome }
  | { type: 'cancelled'; keys: readonly string[] };

/** The storage and transport of a write queue. */
export interface QueueDeps {
  store: WriteStore;
  unfinished: UnfinishedWrites;
  /** @throws {ApiError} when the write was not accepted. */
  send: (write: PendingWrite) => Promise<unknown>;
  /** Runs `work` under a lock shared by all tabs. */
  runExclusively: <T>(work: () => Promise<T>) => Promise<T>;
  /** Opens the channel to the other tabs. */
  openChannel: () => BroadcastChannel;
}

/** Waits between attempts when the server cannot be reached or is overloaded, in milliseconds. */
const RETRY_MS = [2_000, 10_000, 30_000, 60_000] as const;
/** How long a sign-out waits for pending writes to be sent, in milliseconds. */
const FLUSH_MS = 3_000;

export type WriteQueue = ReturnType<typeof createWriteQueue>;

/** Creates a queue that stores writes on the device and sends them, oldest first and one at a time across all tabs. */
export function createWriteQueue({
  store,
  unfinished,
  send,
  runExclusively: exclusively,
  openChannel,
}: QueueDeps) {
  const listeners = new Set<(event: QueueEvent) => void>();
  const flushListeners = new Set<() => void>();
  /** Called when the server wants a sign-in or a pass. */
  let onAccessError: (error: ApiError) => void = () => {};
  /** The person whose writes this page sends; undefined after `stop`, lest a write be sent as the next person's. */
  let sender: string | undefined;
  let channel: BroadcastChannel | undefined;
  let attempts = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let recovering: Promise<void> | undefined;
  /** Resolves once every write so far is in the store. */
  let stored: Promise<unknown> = Promise.resolve();

  const notify = (event: QueueEvent) => {
    for (const listener of listeners) listener(event);
  };
  const announce = (event: QueueEvent) => {
    notify(event);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin
    channel?.postMessage(event);
  };
  const onMessage = ({ data }: MessageEvent<QueueEvent>) =>
    notify(data.type === 'outcome' ? { ...data, outcome: reviveOutcome(data.outcome) } : data);

  // Where storage is blocked nothing could be stored, so nothing is pending.
  const readAll = () => store.all().catch((): PendingWrite[] => []);
  const listWrites = async (owner: string) =>
    (await readAll()).filter((one) => one.owner === owner);

  /** Moves the unfinished writes of closed pages into the store. Concurrent calls share one run. */
  const recoverUnfinished = (owner: string): Promise<void> =>
    (recovering ??= storeAbandoned(owner).finally(() => (recovering = undefined)));

  async function storeAbandoned(owner: string): Promise<void> {
    const draft = unfinished.takeDraft(owner);
    if (draft) unfinished.save(draft, true);
    for (const write of unfinished.listAbandoned(owner)) {
      const replaces = ROUTE_POLICIES[write.route]?.replaces;
      const isStored = await store.add(write, replaces).then(
        () => true,
        () => false,
      );
      if (!isStored) continue;
      unfinished.forget(write.key);
      announce({ type: 'queued', write });
    }
  }

  function schedule(owner: string, ms: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void dispatch(owner), ms);
  }

  /** Sends a person's pending writes, skipping those that reached MAX_FAILURES. */
  async function dispatch(owner: string): Promise<void> {
    clearTimeout(timer);
    const reached = await exclusively(async () => {
      for (;;) {
        const waiting = await listWrites(owner);
        const write = waiting.find(({ failures = 0 }) => failures < MAX_FAILURES);
        if (!write || owner !== sender) return true;
        if (!(await deliver(write))) return false;
        attempts = 0;
      }
    });
    if (!reached) schedule(owner, RETRY_MS[Math.min(attempts++, RETRY_MS.length - 1)] ?? 0);
  }

  /** Sends one write and announces the outcome. Returns whether the next may be sent. */
  async function deliver(write: PendingWrite): Promise<boolean> {
    try {
      const reply = await send(write);
      await store.remove([write.key]);
      announce({ type: 'outcome', write, outcome: { reply } });
      return true;
    } catch (thrown) {
      const error = thrown instanceof ApiError ? thrown : new ApiError(0, 'network');
      // Only a sign-in helps, and that starts sending again.
      if (error.status === 401) attempts = RETRY_MS.length;
      if (isAccessError(error)) onAccessError(error);
      const { kept, isFinal, mayNextFollow } = decideAfterError(write, thrown);
      if (!kept) await store.remove([write.key]);
      else if (kept !== write) await store.update(kept);
      announce({ type: 'outcome', write, outcome: { error, final: isFinal } });
      return mayNextFollow;
    }
  }

  /** Sends all of a person's pending writes, with one more attempt for those that reached MAX_FAILURES. */
  async function sendAll(owner: string): Promise<void> {
    await recoverUnfinished(owner);
    await stored;
    for (const write of await listWrites(owner))
      if ((write.failures ?? 0) >= MAX_FAILURES)
        await store.update({ ...write, failures: MAX_FAILURES - 1 });
    await dispatch(owner);
  }

  async function removeWhere(matches: (write: PendingWrite) => boolean): Promise<void> {
    const keys = (await readAll()).filter(matches).map(({ key }) => key);
    if (keys.length === 0) return;
    await store.remove(keys);
    announce({ type: 'cancelled', keys });
  }

  /** Deletes a person's pending writes to these routes, whose data the server does not accept any more. */
  async function cancel(owner: string, routes: readonly QueuedRoute[]): Promise<void> {
    const matches = (write: PendingWrite) => write.owner === owner && routes.includes(write.route);
    unfinished.removeWhere(matches, owner);
    await stored;
    await removeWhere(matches);
  }

  /** Removes fields from a person's pending writes to a route, each of which gets a new key; then sends their writes. */
  async function omitFields(owner: string, route: QueuedRoute, fields: readonly string[]) {
    const holds = (write: PendingWrite) =>
      write.route === route && fields.some((field) => field in (write.body as object));
    await recoverUnfinished(owner);
    await stored;
    await exclusively(async () => {
      for (const write of (await listWrites(owner)).filter(holds)) {
        const kept = Object.entries(write.body as object).filter(
          ([name]) => !fields.includes(name),
        );
        const changed = { ...write, key: crypto.randomUUID(), body: Object.fromEntries(kept) };
        await store.add(changed);
        await store.remove([write.key]);
        announce({ type: 'cancelled', keys: [write.key] });
        announce({ type: 'queued', write: changed });
      }
    });
    void dispatch(owner);
  }

  return {
    /**
     * Stores a write on the device, then sends it: now, or once the network returns. Listeners are told the outcome,
     * also when it could not be stored.
     */
    enqueue: (write: PendingWrite): void => {
      const { replaces, pauseMs = 0 } = ROUTE_POLICIES[write.route] ?? {};
      announce({ type: 'queued', write });
      const isKept = !hasSignedOutSinceLoad();
      // The page may end before the store has it.
      if (isKept) unfinished.save(write, true);
      const adding = isKept
        ? store.add(write, replaces)
        : Promise.reject(new Error('nobody is signed in any more'));
      const added = adding.then(
        () => {
          unfinished.forget(write.key);
          if (pauseMs > 0) schedule(write.owner, pauseMs);
          else void dispatch(write.owner);
        },
        () => {
          unfinished.forget(write.key);
          const error = new ApiError(500, '');
          announce({ type: 'outcome', write, outcome: { error, final: true } });
        },
      );
      stored = Promise.all([stored, added]);
    },
    /** Stores a write that may still change, to be sent if the page is closed before it is enqueued under the same key. */
    saveUnfinished: (write: PendingWrite): void => {
      if (!hasSignedOutSinceLoad()) unfinished.save(write, false);
    },
    /** Lists a person's pending writes, oldest first, including those that earlier page loads left unfinished. */
    load: async (owner: string): Promise<PendingWrite[]> => {
      await recoverUnfinished(owner);
      return listWrites(owner);
    },
    /** Sends a person's pending writes before they sign out; resolves to those that could not be sent in 3 s. */
    flush: async (owner: string): Promise<PendingWrite[]> => {
      for (const listener of flushListeners) listener();
      await Promise.race([sendAll(owner), new Promise((over) => setTimeout(over, FLUSH_MS))]);
      return listWrites(owner);
    },
    cancel,
    omitFields,
    /**
     * Runs a request that makes the pending writes of a route obsolete, while none is being sent; deletes them once
     * it succeeded.
     */
    supersede: <T>(owner: string, route: QueuedRoute, request: () => Promise<T>): Promise<T> =>
      exclusively(async () => {
        const reply = await request();
        await cancel(owner, [route]);
        return reply;
      }),
    /**
     * Deletes the pending writes on this device, all of them or all except `owner`'s, so that the next person does not
     * find health data of the last.
     */
    deleteAll: async (owner?: string): Promise<void> => {
      const matches = (write: PendingWrite) => write.owner !== owner;
      unfinished.removeWhere(matches, owner);
      await removeWhere(matches);
    },
    /** Calls back with every event of the queue; returns the unsubscribe function. */
    subscribe: (listener: (event: QueueEvent) => void): (() => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Calls back before a flush, to enqueue last writes; returns the unsubscribe function. */
    onBeforeFlush: (handOver: () => void): (() => void) => {
      flushListeners.add(handOver);
      return () => void flushListeners.delete(handOver);
    },
    /**
     * Sends a person's pending writes, now and whenever the network returns; returns the stop function. Calls `onLost`
     * when the server wants a sign-in or a pass; the writes then stay queued until the next start.
     */
    start: (owner: string, onLost: (error: ApiError) => void): (() => void) => {
      onAccessError = onLost;
      sender = owner;
      channel = openChannel();
      channel.addEventListener('message', onMessage);
      const onReturn = () => {
        attempts = 0;
        void dispatch(owner);
      };
      const stopListening = onNetworkReturn(onReturn);
      void sendAll(owner);
      return () => {
        stopListening();
        clearTimeout(timer);
        channel?.close();
        channel = undefined;
        sender = undefined;
      };
    },
  };
}

/** Restores an outcome sent by another tab, in which only the message of an error survives. */
function reviveOutcome(outcome: Outcome): Outcome {
  if (!('error' in outcome)) return outcome;
  const { message } = outcome.error;
  const end = message.indexOf(': ');
  return { ...outcome, error: new ApiError(Number(message.slice(0, end)), message.slice(end + 2)) };
}

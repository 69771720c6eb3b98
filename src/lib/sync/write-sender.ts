import { ApiError, isAccessError } from '#web/lib/api.ts';
import { onNetworkReturn } from '#web/lib/network.ts';
import type { QueueEvent } from './queue-events.ts';
import { MAX_FAILURES, decideAfterError } from './write-policies.ts';
import { listWrites, type PendingWrite, type WriteStore } from './write-store.ts';

/** What stores and sends writes. */
export interface SenderDeps {
  store: WriteStore;
  /** @throws {ApiError} when the write was not accepted. */
  send: (write: PendingWrite) => Promise<unknown>;
  /** Runs `work` under a lock shared by all tabs. */
  runExclusively: <T>(work: () => Promise<T>) => Promise<T>;
}

/** Waits between attempts when the server cannot be reached or is overloaded, in milliseconds. */
const RETRY_MS = [2_000, 10_000, 30_000, 60_000] as const;

/** Creates the sender of stored writes: oldest first, one at a time across all tabs, again after a while where it fails. */
export function createWriteSender(
  { store, send, runExclusively }: SenderDeps,
  announce: (event: QueueEvent) => void,
) {
  /** Called when the server wants a sign-in or a pass. */
  let onAccessError: (error: ApiError) => void = () => {};
  /** The person whose writes this page sends; undefined once stopped, lest a write be sent as the next person's. */
  let sender: string | undefined;
  let attempts = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function schedule(owner: string, ms: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void dispatch(owner), ms);
  }

  /** Sends a person's pending writes, skipping those that reached MAX_FAILURES. */
  async function dispatch(owner: string): Promise<void> {
    clearTimeout(timer);
    const reached = await runExclusively(async () => {
      for (;;) {
        const waiting = await listWrites(store, owner);
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

  return {
    schedule,
    dispatch,
    /** Lets this page send a person's writes, and does when the network returns; returns the stop function. */
    start: (owner: string, onLost: (error: ApiError) => void): (() => void) => {
      onAccessError = onLost;
      sender = owner;
      const stopListening = onNetworkReturn(() => {
        attempts = 0;
        void dispatch(owner);
      });
      return () => {
        stopListening();
        clearTimeout(timer);
        sender = undefined;
      };
    },
  };
}

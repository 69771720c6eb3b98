import type { IdentityReply } from '#shared/contract/identity.ts';
import { ApiError, buildUrl, isAccessError, requestServer } from '#web/lib/api.ts';
import { onServerReachableAgain } from '#web/lib/network.ts';
import type { SendOutcome, QueueEvent } from './queue-events.ts';
import { MAX_WRITE_FAILURES, decideAfterWriteError } from './write-policies.ts';
import type { UnsentWrite, WriteStore } from './write-store.ts';

/** Where unsent writes are stored and how one is sent. */
interface Transport {
  store: WriteStore;
  /** @throws {ApiError} when the write was not accepted. */
  send: (write: UnsentWrite) => Promise<unknown>;
  /** Keeps a write that was accepted, with its reply, for what is shown without a network. */
  keepAccepted?: (write: UnsentWrite, reply: unknown) => Promise<void>;
}

/** What a page's sender of stored writes needs. */
export interface SenderDeps extends Transport {
  /** Runs `work` under a lock shared by all tabs. */
  runExclusively: <T>(work: () => Promise<T>) => Promise<T>;
}

/**
 * Sends a write's request under its idempotency key; `caller` as in `requestServer`.
 * @throws {ApiError} when the write was not accepted.
 */
export function sendWriteRequest(
  { route, params, body, key }: UnsentWrite,
  caller?: IdentityReply | null,
): Promise<unknown> {
  const method = route.slice(0, route.indexOf(' '));
  const options = { body, idempotencyKey: key, ...(caller !== undefined && { caller }) };
  return requestServer(method, buildUrl(route, params), options);
}

/**
 * Sends a person's unsent writes, oldest first and one at a time, skipping those that reached MAX_WRITE_FAILURES, until none
 * is left, `isStopped` says so or an error holds up the rest. Call it under the lock that pages and service worker share.
 * `afterSending` is told each write's outcome and whether the next may be sent. With `keepsRefused`, a write that is
 * refused for good stays in the store, skipped, for a page to show.
 * @returns the error that holds up the rest, or null.
 */
export async function sendUnsentWrites(
  { store, send, keepAccepted }: Transport,
  owner: string,
  {
    afterSending,
    isStopped = () => false,
    keepsRefused = false,
  }: {
    afterSending: (write: UnsentWrite, outcome: SendOutcome, mayNextFollow: boolean) => void;
    isStopped?: () => boolean;
    keepsRefused?: boolean;
  },
): Promise<ApiError | null> {
  const isToSend = (write: UnsentWrite) =>
    write.owner === owner && !write.refused && (write.failures ?? 0) < MAX_WRITE_FAILURES;
  for (;;) {
    const write = await store.find(isToSend);
    if (!write || isStopped()) return null;
    try {
      const reply = await send(write);
      await keepAccepted?.(write, reply);
      await store.remove([write.key]);
      afterSending(write, { reply }, true);
    } catch (thrown) {
      const error = thrown instanceof ApiError ? thrown : new ApiError(0, 'network');
      const { kept, isFinal, mayNextFollow } = decideAfterWriteError(write, error);
      if (isFinal && keepsRefused) await store.update({ ...write, failures: MAX_WRITE_FAILURES });
      else if (!kept) await store.remove([write.key]);
      else if (kept !== write) await store.update(kept);
      afterSending(write, { error, final: isFinal }, mayNextFollow);
      if (!mayNextFollow) return error;
    }
  }
}

/** Waits between attempts when the server cannot be reached or is overloaded, in milliseconds. */
const RETRY_MS = [2_000, 10_000, 30_000, 60_000] as const;

/**
 * The most that is waited after a failure once the network seems to be back, in milliseconds: where only replies are lost,
 * it seems so after every request.
 */
const MAX_RETURN_MS = 10_000;

/** Creates a page's sender of stored writes, which tries again after a while where sending fails. */
export function createWriteSender(
  { runExclusively, ...transport }: SenderDeps,
  announce: (event: QueueEvent) => void,
) {
  /** Called when the server wants a sign-in or a pass. */
  let onAccessError: (error: ApiError) => void = () => {};
  /**
   * The person whose writes this page sends, and how often that failed since its start; undefined once stopped, lest a write
   * be sent as the next person's.
   */
  let sender: { owner: string; failures: number } | undefined;
  let attempts = 0;
  let failedAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Whether the last attempt was refused for want of a sign-in, which no network brings back. */
  let waitsForSignIn = false;

  function schedule(owner: string, ms: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void dispatch(owner), ms);
  }

  /** Sends a person's unsent writes, now and again later while something holds them up. */
  async function dispatch(owner: string): Promise<void> {
    clearTimeout(timer);
    const current = sender;
    const failuresBefore = current?.failures;
    const isStopped = () => owner !== sender?.owner;
    const failure = await runExclusively(async () => {
      // What failed while this one waited for its turn is sent again later, not at once.
      if (current?.failures !== failuresBefore) return undefined;
      const error = await sendUnsentWrites(transport, owner, { afterSending, isStopped });
      if (current && error) current.failures += 1;
      return error;
    });
    if (failure === undefined) return;
    // Of a refused sign-in only another one helps, and that starts sending again.
    waitsForSignIn = failure?.status === 401;
    if (waitsForSignIn) attempts = RETRY_MS.length;
    if (!failure) return;
    failedAt = Date.now();
    attempts += 1;
    schedule(owner, getWait());
  }

  /** How long to wait after as many failures in a row, in milliseconds. */
  const getWait = () => RETRY_MS[Math.min(attempts, RETRY_MS.length) - 1] ?? 0;

  function afterSending(write: UnsentWrite, outcome: SendOutcome, mayNextFollow: boolean): void {
    if (mayNextFollow) attempts = 0;
    if ('error' in outcome && isAccessError(outcome.error)) onAccessError(outcome.error);
    announce({ type: 'outcome', write, outcome });
  }

  return {
    schedule,
    dispatch,
    /** Lets this page send a person's writes, and does when the network returns; returns the stop function. */
    start: (owner: string, onLost: (error: ApiError) => void): (() => void) => {
      onAccessError = onLost;
      sender = { owner, failures: 0 };
      const stopListening = onServerReachableAgain(() => {
        if (waitsForSignIn) return;
        const waitMs = failedAt + Math.min(getWait(), MAX_RETURN_MS) - Date.now();
        if (waitMs > 0) schedule(owner, waitMs);
        else void dispatch(owner);
      });
      return () => {
        stopListening();
        clearTimeout(timer);
        sender = undefined;
      };
    },
  };
}

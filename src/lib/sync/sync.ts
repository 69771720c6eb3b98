import type { QueryClient } from '@tanstack/react-query';
import type { ApiError } from '#web/lib/api.ts';
import type { QueuedRoute } from '#shared/rules/queued-routes.ts';
import { writeQueue } from './browser-queue.ts';
import { deleteAllWriteRefusals, storeWriteRefusalIfFinal } from './refused-writes.ts';
import { type StartedCacheOverlay, startCacheOverlay } from './cache-overlay.ts';

let overlay: StartedCacheOverlay | undefined;
let onStarted = () => {};
let started = new Promise<void>((resolve) => (onStarted = resolve));

/** Reads what the device keeps for a URL. */
const readKept = async (url: string): Promise<unknown> =>
  (await import('#web/lib/offline/reply-cache.ts')).findCachedReplyAsOfNow(url, undefined);

/**
 * Starts to send the signed-in person's unsent writes and to apply them to the cache; returns the stop function. Calls
 * `onLost` when the server wants a sign-in or a pass. Pages call it through lazy-sync.ts.
 */
export function startSync(
  queryClient: QueryClient,
  owner: string,
  onLost: (error: ApiError) => void,
): () => void {
  const own = startCacheOverlay(queryClient, writeQueue, owner, readKept);
  overlay = own;
  onStarted();
  const stopKeeping = writeQueue.subscribe(
    (event) => event.type === 'outcome' && storeWriteRefusalIfFinal(event.write, event.outcome),
  );
  const stop = writeQueue.start(owner, onLost);
  return () => {
    stop();
    stopKeeping();
    own.stop();
    overlay = undefined;
    started = new Promise<void>((resolve) => (onStarted = resolve));
  };
}

/**
 * Resolves once sync has started and the unsent writes of earlier page loads are applied; for data that are read once.
 */
export async function waitForUnsentWritesApplied(): Promise<void> {
  await started;
  await overlay?.ready;
}

/** Sends a person's unsent writes before they sign out; resolves, after 3 s at most, to those still unsent. */
export const flushUnsentWritesAndListRemaining = writeQueue.flush;

/** Whether writes wait on this device to be sent. */
export const hasUnsentWrites = writeQueue.hasUnsent;

/** Calls back before the queue is flushed, to enqueue last writes; returns the unsubscribe function. */
export const onBeforeWriteFlush = writeQueue.onBeforeFlush;

/** Deletes a person's unsent writes to these routes, because the server no longer accepts their data. */
export const deleteUnsentWritesTo = writeQueue.cancel;

/**
 * Removes `fields` from the bodies of `owner`'s unsent writes to `route`, once the consent that these fields need is
 * withdrawn. Each changed write gets a new key; then sending of `owner`'s unsent writes starts.
 */
export const omitFieldsFromUnsentWrites = writeQueue.omitFields;

/**
 * Runs a request that makes `owner`'s unsent writes to `route` obsolete, while no write is being sent. Deletes them
 * once it has succeeded; keeps them and rejects if it fails.
 */
export const runInPlaceOfUnsentWrites = writeQueue.supersede;

/** Deletes the unsent writes on this device: all of them, with the stored refusals, or all except `exceptOwner`'s. */
export async function deleteUnsentWrites(exceptOwner?: string): Promise<void> {
  if (exceptOwner === undefined) deleteAllWriteRefusals();
  await writeQueue.deleteAll(exceptOwner);
}

/** Counts the signed-in person's unsent writes, once those of earlier page loads are known; 0 after sync has stopped. */
export async function countUnsentWrites(): Promise<number> {
  await waitForUnsentWritesApplied();
  return overlay?.countWaiting() ?? 0;
}

/** Returns whether the signed-in person has an unsent write to this route; false before sync has started. */
export const hasUnsentWriteTo = (route: QueuedRoute): boolean => overlay?.isWaiting(route) ?? false;

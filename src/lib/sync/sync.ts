import type { QueryClient } from '@tanstack/react-query';
import type { ApiError } from '#web/lib/api.ts';
import type { QueuedRoute } from '#shared/rules/queued-routes.ts';
import { writeQueue } from './browser-queue.ts';
import { clearRefusals, keepRefusal } from './refused-writes.ts';
import { type CacheOverlay, createCacheOverlay } from './cache-overlay.ts';

let overlay: CacheOverlay | undefined;
let onStarted = () => {};
let started = new Promise<void>((resolve) => (onStarted = resolve));

/** Starts to send the signed-in person's pending writes and to apply them to the cache: what lazy-sync.ts loads. */
export function startSync(
  queryClient: QueryClient,
  owner: string,
  onLost: (error: ApiError) => void,
): () => void {
  const own = createCacheOverlay(queryClient, writeQueue, owner);
  overlay = own;
  onStarted();
  const stopKeeping = writeQueue.subscribe(
    (event) => event.type === 'outcome' && keepRefusal(event.write, event.outcome),
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

/** Resolves once the pending writes of earlier page loads are applied; for data that are read only once. */
export async function waitForPendingWrites(): Promise<void> {
  await started;
  await overlay?.ready;
}

/** Behind the function of this name in lazy-sync.ts. */
export const flushWrites = writeQueue.flush;

/** Calls back before the queue is flushed, to enqueue last writes; returns the unsubscribe function. */
export const onBeforeFlush = writeQueue.onBeforeFlush;

/** Deletes a person's pending writes to these routes, whose data the server does not accept any more. */
export const cancelWrites = writeQueue.cancel;

/** Takes fields out of a person's pending writes to a route, because the server does not accept them any more. */
export const omitWrittenFields = writeQueue.omitFields;

/** Runs a request that makes the pending writes of a route obsolete; deletes them once it succeeded. */
export const supersedeWrites = writeQueue.supersede;

/** Deletes the pending writes on this device, all of them or all except `owner`'s: what lazy-sync.ts loads. */
export async function deleteWrites(owner?: string): Promise<void> {
  if (owner === undefined) clearRefusals();
  await writeQueue.deleteAll(owner);
}

/** Returns whether a write of this route is pending on this device. */
export const hasPendingWrite = (route: QueuedRoute): boolean => overlay?.isWaiting(route) ?? false;

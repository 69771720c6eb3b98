import type { QueryClient } from '@tanstack/react-query';
import type { ApiError } from '#web/lib/api.ts';
import { onServerReachableAgain } from '#web/lib/network.ts';

// The shell needs the sync of writes only once a person is signed in, and the pages that write bring it along.
const load = () => import('./sync.ts');

/**
 * Starts to send the signed-in person's unsent writes and to apply them to the query cache; returns the stop
 * function. Calls `onLost` when the server wants a sign-in or a pass. Where the code does not come, again once the network
 * returns.
 */
export function startSync(
  queryClient: QueryClient,
  owner: string,
  onLost: (error: ApiError) => void,
): () => void {
  let stop: (() => void) | undefined;
  let isStopped = false;
  const start = () =>
    void load().then(
      (sync) => {
        if (!isStopped) stop = sync.startSync(queryClient, owner, onLost);
      },
      () => {
        const stopWaiting = onServerReachableAgain(() => (stopWaiting(), isStopped || start()));
      },
    );
  start();
  return () => {
    isStopped = true;
    stop?.();
  };
}

/** Sends a person's unsent writes before they sign out; resolves, after 3 s at most, to those still unsent. */
export const flushUnsentWritesAndListRemaining = async (owner: string) =>
  (await load()).flushUnsentWritesAndListRemaining(owner);

/** Whether writes wait on this device to be sent; false too where that cannot be found out. */
export const hasUnsentWrites = (): Promise<boolean> =>
  load().then(
    (sync) => sync.hasUnsentWrites(),
    () => false,
  );

/** Deletes the unsent writes on this device: all of them, or all except `exceptOwner`'s. */
export const deleteUnsentWrites = async (exceptOwner?: string) =>
  (await load()).deleteUnsentWrites(exceptOwner);

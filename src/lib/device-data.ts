import { deleteCachedReplies } from './offline/lazy-offline.ts';
import { signalSignOut } from './sync/sign-out-signal.ts';
import { deleteUnsentWrites } from './sync/lazy-sync.ts';

/** Deletes what a feature stores on this device: every person's, or every person's except `exceptOwner`'s. */
type DeleteDeviceData = (exceptOwner?: string) => unknown;

const callbacks: DeleteDeviceData[] = [];

/** Registers a function by which a feature deletes its data from this device; `deleteDeviceData` calls it. */
export function registerDeviceDataDeleter(forget: DeleteDeviceData): void {
  callbacks.push(forget);
}

/**
 * Deletes personal data from this device. Without `exceptOwner`: every person's, because of a sign-out, which other tabs are
 * told. With `exceptOwner`: all other people's, except stored replies, which go when the first one of `exceptOwner` is
 * stored.
 */
export async function deleteDeviceData(exceptOwner?: string): Promise<void> {
  // First, so that no other tab writes again what is deleted here.
  if (exceptOwner === undefined) signalSignOut();
  await Promise.all([
    deleteUnsentWrites(exceptOwner),
    // Another person's replies go when the first one of this person is kept.
    exceptOwner === undefined && deleteCachedReplies(),
    ...callbacks.map((forget) => forget(exceptOwner)),
  ]);
}

import { deleteCachedReplies } from './offline/lazy-offline.ts';
import { signalSignOut } from './sync/sign-out-signal.ts';
import { deleteUnsentWritesExceptOwner } from './sync/lazy-sync.ts';

/** Deletes what a feature stores on this device: everybody's, or everybody's except `owner`'s. */
type DeleteDeviceData = (owner?: string) => unknown;

const callbacks: DeleteDeviceData[] = [];

/** Registers a function by which a feature deletes its data from this device; `deleteDeviceData` calls it. */
export function onDeviceDataDeletion(forget: DeleteDeviceData): void {
  callbacks.push(forget);
}

/**
 * Deletes personal data from this device. Without `owner`: everybody's, because of a sign-out, which other tabs are
 * told. With `owner`: everybody else's, except stored replies, which go when the first one of `owner` is stored.
 */
export async function deleteDeviceData(owner?: string): Promise<void> {
  // First, so that no other tab writes again what is deleted here.
  if (owner === undefined) signalSignOut();
  await Promise.all([
    deleteUnsentWritesExceptOwner(owner),
    // Another person's replies go when the first one of this person is kept.
    owner === undefined && deleteCachedReplies(),
    ...callbacks.map((forget) => forget(owner)),
  ]);
}

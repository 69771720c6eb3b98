import { hasSignedOutSinceLoad } from '#web/lib/sync/sign-out-signal.ts';
import { deviceStorage } from '#web/lib/storage.ts';

const PREFIX = 'envol-debrief-declined:';

/** Reads the ids of flights whose debrief was declined on this device. */
export const readDeclinedDebriefs = (owner: string): ReadonlySet<string> =>
  new Set((deviceStorage.read(`${PREFIX}${owner}`) ?? '').split(' ').filter(Boolean));

/**
 * Stores on this device that a flight's debrief was declined; the last 20 are kept. Does nothing once a person has
 * signed out.
 */
export function declineDebrief(owner: string, id: string): void {
  if (hasSignedOutSinceLoad()) return;
  deviceStorage.write(
    `${PREFIX}${owner}`,
    [...readDeclinedDebriefs(owner), id].slice(-20).join(' '),
  );
}

/**
 * Deletes from this device which flights' debriefs were declined: every person's, or every person's except
 * `exceptOwner`'s.
 */
export const deleteDeclinedDebriefs = (exceptOwner?: string): void =>
  deviceStorage.removeByPrefix(
    PREFIX,
    exceptOwner === undefined ? undefined : `${PREFIX}${exceptOwner}`,
  );

import { hasLeft } from '#web/lib/departure.ts';

const PREFIX = 'envol-debrief-declined:';

/** Flights of which this device was told that their debrief is not wanted. */
export function readDeclined(owner: string): ReadonlySet<string> {
  try {
    return new Set((localStorage.getItem(PREFIX + owner) ?? '').split(' ').filter(Boolean));
  } catch {
    return new Set();
  }
}

/** Does not ask for this flight's debrief again on this device. */
export function decline(owner: string, id: string): void {
  if (hasLeft()) return;
  try {
    localStorage.setItem(PREFIX + owner, [...readDeclined(owner), id].slice(-20).join(' '));
  } catch {
    // Asked again another day, then.
  }
}

/** Forgets what was declined on this device, but for `owner` if one is named. */
export function forgetDeclined(owner?: string): void {
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(PREFIX) && key !== PREFIX + owner) localStorage.removeItem(key);
  } catch {
    // Nothing could be stored, so nothing is left.
  }
}

const KEY = 'envol.debrief-declined';

/** Flights of which this device was told that their debrief is not wanted. */
export function readDeclined(): ReadonlySet<string> {
  try {
    return new Set((localStorage.getItem(KEY) ?? '').split(' ').filter(Boolean));
  } catch {
    return new Set();
  }
}

/** Does not ask for this flight's debrief again on this device. */
export function decline(id: string): void {
  try {
    localStorage.setItem(KEY, [...readDeclined(), id].slice(-20).join(' '));
  } catch {
    // Asked again another day, then.
  }
}

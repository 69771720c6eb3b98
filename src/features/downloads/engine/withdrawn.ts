const listeners = new Set<(title: string) => void>();

/** Subscribes to the titles of downloads that were withdrawn and removed; returns the unsubscribe function. */
export function onWithdrawn(listener: (title: string) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Notifies subscribers that a withdrawn session was removed from this device. */
export function announceWithdrawn(title: string): void {
  for (const listener of listeners) listener(title);
}

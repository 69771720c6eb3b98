const listeners = new Set<(title: string) => void>();

/** Calls back with the title of each kept session that was withdrawn and removed; returns how to stop. */
export function onWithdrawn(listener: (title: string) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Tells whoever listens that a kept session was withdrawn, and is here no longer. */
export function announceWithdrawn(title: string): void {
  for (const listener of listeners) listener(title);
}

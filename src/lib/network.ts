/** Whether the server answered when it was last asked; until then, what the browser believes of its network. */
let isReached = globalThis.navigator?.onLine ?? true;
const listeners = new Set<() => void>();

/** Takes note of whether a request reached the server. */
export function reportContact(reached: boolean): void {
  if (reached === isReached) return;
  isReached = reached;
  for (const listener of listeners) listener();
}

// The browser's word is a beginning: it takes any network for one that leads to the server.
globalThis.addEventListener?.('offline', () => reportContact(false));
globalThis.addEventListener?.('online', () => reportContact(true));

/** Returns whether the server is reached, as far as is known. */
export const isNetworkReached = (): boolean => isReached;

/** Calls back when the server is reached no more, or again; returns the unsubscribe function. */
export function onNetworkChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Calls back whenever the server is reached again; returns the unsubscribe function. */
export const onNetworkReturn = (listener: () => void): (() => void) =>
  onNetworkChange(() => isReached && listener());

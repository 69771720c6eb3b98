/** Whether the server answered when it was last asked; until then, what the browser believes of its network. */
let isReached = globalThis.navigator?.onLine ?? true;
const listeners = new Set<() => void>();

/**
 * Sets whether the server counts as reachable, from the outcome of a request; notifies subscribers when that changes.
 */
export function setNetworkReached(reached: boolean): void {
  if (reached === isReached) return;
  isReached = reached;
  for (const listener of listeners) listener();
}

// The browser's word is a beginning: it takes any network for one that leads to the server.
globalThis.addEventListener?.('offline', () => setNetworkReached(false));
globalThis.addEventListener?.('online', () => setNetworkReached(true));

/**
 * Returns whether the server counts as reachable: whether the last request was answered, or what the browser's `online`
 * or `offline` event has said since.
 */
export const isNetworkReached = (): boolean => isReached;

/** Calls `listener` whenever the server becomes reachable or unreachable; returns the unsubscribe function. */
export function onNetworkChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Calls `listener` whenever the server becomes reachable again; returns the unsubscribe function. */
export const onNetworkReturn = (listener: () => void): (() => void) =>
  onNetworkChange(() => isReached && listener());

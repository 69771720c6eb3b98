/**
 * What the last request found: the server; nothing; or something else that answered in its place (`foreign`), as the
 * captive portal of a Wi-Fi does before its sign-in. `failing`: a proxy answered in its place that it fails. `asked`:
 * what is shown came from this device, and the server has not answered yet.
 */
export type NetworkState = 'reached' | 'asked' | 'unreached' | 'foreign' | 'failing';

/** Until the first request, what the browser believes of its network. */
let state: NetworkState = (globalThis.navigator?.onLine ?? true) ? 'reached' : 'unreached';
const listeners = new Set<() => void>();

/** Records what a request found; notifies subscribers when that changes. */
export function setNetworkState(next: NetworkState): void {
  if (next === state) return;
  state = next;
  for (const listener of listeners) listener();
}

/** Sets whether the server counts as reachable; notifies subscribers when that changes. */
export const setServerReachable = (reached: boolean): void =>
  setNetworkState(reached ? 'reached' : 'unreached');

// A first value: the browser takes any network for one that leads to the server.
globalThis.addEventListener?.('offline', () => setNetworkState('unreached'));
globalThis.addEventListener?.('online', () => setNetworkState('reached'));

/** Returns what the last request found, or what the browser's `online` or `offline` event has said since. */
export const getNetworkState = (): NetworkState => state;

/** Returns whether the server counts as reachable: nothing has said otherwise. See `getNetworkState`. */
export const isServerReachable = (): boolean => state === 'reached' || state === 'asked';

/** Returns whether there is a network that leads to the server, even where the server fails. */
export const isOnline = (): boolean => isServerReachable() || state === 'failing';

/** Calls `listener` whenever the state of the network changes; returns the unsubscribe function. */
export function onNetworkChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Calls `listener` whenever the server is reached again; returns the unsubscribe function. */
export const onServerReachableAgain = (listener: () => void): (() => void) =>
  onNetworkChange(() => state === 'reached' && listener());

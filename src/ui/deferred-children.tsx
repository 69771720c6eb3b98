import { type ReactNode, useDeferredValue } from 'react';

let isDeferred = false;

/**
 * Sets whether `DeferredChildren` wait until what is above them is shown: wherever the app renders a page itself, not while it
 * takes over the server's markup, which has all of it.
 */
export function setDeferredChildrenEnabled(isNowDeferred: boolean): void {
  isDeferred = isNowDeferred;
}

/** Parts below the first screen. They come in a render of their own, in short tasks that presses interrupt. */
export function DeferredChildren({ children }: { children: ReactNode }) {
  return useDeferredValue(true, !isDeferred) && children;
}

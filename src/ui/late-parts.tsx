import { type ReactNode, useDeferredValue } from 'react';

let isDeferred = false;

/**
 * Sets whether `LateParts` wait until what is above them is shown: while the app renders its first page itself, not where
 * it takes over the server's markup, which has all of it.
 */
export function setLatePartsDeferred(isNowDeferred: boolean): void {
  isDeferred = isNowDeferred;
}

/** Parts below the first screen. As the app starts they come in a render of their own, which presses interrupt. */
export function LateParts({ children }: { children: ReactNode }) {
  return useDeferredValue(true, !isDeferred) && children;
}

import { useSyncExternalStore } from 'react';

let count = 0;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function changeCount(change: 1 | -1): void {
  count += change;
  for (const listener of listeners) listener();
}

/** Records that a line about network, writes or versions is shown, until the function it returns is called. */
export function registerShownFooterNotice(): () => void {
  changeCount(1);
  return () => changeCount(-1);
}

/** Returns whether such a line is shown: other notices make room for it (shared/rules/page-notices.ts). */
export const useIsFooterNoticeShown = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => count > 0,
    () => false,
  );

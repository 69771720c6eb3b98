import { useCallback } from 'react';
import { navigate, useHistoryState } from 'wouter/use-browser-location';

type EntryState = Record<string, unknown> | null;

/**
 * Keeps a value in the browser's history entry, so that Back and Forward lead through its changes on one page and a
 * reload keeps it. Returns the entry's value, undefined until it is set, and a function that sets it: in a new entry,
 * or in place of the present one.
 */
export function useEntryState<Value>(
  name: string,
): [Value | undefined, (value: Value | undefined, change?: { replace?: boolean }) => void] {
  const state = useHistoryState<EntryState>();
  const set = useCallback(
    (value: Value | undefined, { replace = false }: { replace?: boolean } = {}) => {
      const kept = replace ? (history.state as EntryState) : null;
      navigate(location.href, { replace, state: { ...kept, [name]: value } });
    },
    [name],
  );
  return [state?.[name] as Value | undefined, set];
}

/** The longest that a browser takes to move in its history, in milliseconds, if it does so at all. */
const MOVE_TIMEOUT_MS = 1000;

/** Moves in the browser's history by a number of entries; resolves once it has arrived. */
export async function goInHistory(entries: number): Promise<void> {
  if (entries === 0) return;
  await new Promise<void>((resolve) => {
    addEventListener('popstate', () => resolve(), { once: true });
    setTimeout(resolve, MOVE_TIMEOUT_MS);
    history.go(entries);
  });
}

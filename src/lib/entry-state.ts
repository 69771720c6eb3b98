import { useCallback } from 'react';
import { navigate, useHistoryState } from 'wouter/use-browser-location';

type EntryState = Record<string, unknown> | null;

/**
 * State that is stored as `name` in the browser's history entry: returns the value, undefined until set, and a function
 * that sets it: in a new entry, which has no other values, or with `replace` in the present one, which keeps them. Back
 * and Forward go through the values; a reload keeps the present one.
 */
export function useHistoryEntryState<Value>(
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

/**
 * Moves in the browser's history by a number of entries, back if negative; resolves on arrival, or after a second where
 * the browser does not move.
 */
export async function moveInHistory(entries: number): Promise<void> {
  if (entries === 0) return;
  await new Promise<void>((resolve) => {
    addEventListener('popstate', () => resolve(), { once: true });
    setTimeout(resolve, MOVE_TIMEOUT_MS);
    history.go(entries);
  });
}

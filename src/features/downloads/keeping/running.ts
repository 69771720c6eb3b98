import type { ContentDetail } from '#shared/contract/contents.ts';
import { type Failure, failureOf } from '../model.ts';
import { keep } from './keep.ts';

/** A download under way, or one that did not come about. */
export type Running =
  | { state: 'loading'; loaded: number; total: number | null }
  | { state: 'failed'; why: Failure };

const running = new Map<string, Running & { abort?: AbortController }>();
const listeners = new Set<() => void>();

function set(id: string, value: (Running & { abort?: AbortController }) | null): void {
  if (value) running.set(id, value);
  else running.delete(id);
  for (const listener of listeners) listener();
}

/** Calls back with every change of any download under way; returns how to stop. */
export function onRunning(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The download of a session that is under way or failed; null when there is neither. */
export const runningOf = (id: string): Running | null => running.get(id) ?? null;

/** Begins a download, which goes on when the page is left. Resolves to whether it is kept. */
export async function begin(owner: string, content: ContentDetail): Promise<boolean> {
  const { id } = content;
  if (running.get(id)?.state === 'loading') return false;
  const abort = new AbortController();
  set(id, { state: 'loading', loaded: 0, total: null, abort });
  const onProgress = (loaded: number, total: number | null) =>
    set(id, { state: 'loading', loaded, total, abort });
  try {
    await keep(owner, content, onProgress, abort.signal);
    set(id, null);
    return true;
  } catch (error) {
    set(id, abort.signal.aborted ? null : { state: 'failed', why: failureOf(error) });
    return false;
  }
}

/** Stops a download; nothing of it stays. */
export function stop(id: string): void {
  running.get(id)?.abort?.abort();
}

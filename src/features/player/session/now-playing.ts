import { useSyncExternalStore } from 'react';
import type { OpenSession } from './open-session.ts';

let current: OpenSession | null = null;
const listeners = new Set<() => void>();

function set(next: OpenSession | null): void {
  if (next === current) return;
  const gone = current;
  current = next;
  gone?.close();
  for (const listener of listeners) listener();
}

/** The one session that is open, above every page: the engine itself comes with the page of a session. */
export const nowPlaying = {
  get: () => current,
  /** Takes the place of a session that was open, which is put away with what was heard of it kept. */
  enter: (session: OpenSession): void => {
    set(session);
    session.open();
  },
  /** Its page is left: what plays goes on, and what stands still is put away. */
  leave: (session: OpenSession): void => {
    if (current === session && !session.player.state().playing) set(null);
  },
  close: (): void => set(null),
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};

/** The open session, if there is one. */
export const useNowPlaying = () => useSyncExternalStore(nowPlaying.subscribe, nowPlaying.get);

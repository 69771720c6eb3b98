import { useSyncExternalStore } from 'react';
import type { OpenSession } from '../engine/open-session.ts';

let current: OpenSession | null = null;
const listeners = new Set<() => void>();

function replaceCurrent(next: OpenSession | null): void {
  if (next === current) return;
  const gone = current;
  current = next;
  gone?.close();
  for (const listener of listeners) listener();
}

/** Holds the one open session across pages. The engine itself is loaded with the player's page. */
export const currentSessionStore = {
  get: () => current,
  /** Opens a session and closes the former one, recording what was heard of it. */
  enter: (session: OpenSession): void => {
    replaceCurrent(session);
    session.open();
  },
  /** Called when the player's page is left: a playing session continues, a paused one is closed. */
  leave: (session: OpenSession): void => {
    if (current === session && !session.player.state().playing) replaceCurrent(null);
  },
  close: (): void => replaceCurrent(null),
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};

/** Returns the open session, or null, and renders again when that changes. */
export const useCurrentOpenSession = () =>
  useSyncExternalStore(currentSessionStore.subscribe, currentSessionStore.get, () => null);

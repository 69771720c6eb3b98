import { useSyncExternalStore } from 'react';
import { deviceStorage } from '#web/lib/storage.ts';

const STORAGE_KEY = 'envol-banners-dismissed';
/** More than there can be at a time; the oldest are forgotten. */
const MAX_KEPT = 200;
const NONE: readonly string[] = [];

let dismissed: readonly string[] | undefined;
const listeners = new Set<() => void>();

function readDismissed(): readonly string[] {
  const stored = deviceStorage.readJson(STORAGE_KEY);
  return (dismissed ??= Array.isArray(stored)
    ? stored.filter((id): id is string => typeof id === 'string')
    : NONE);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Returns the ids of banners dismissed on this device; the server, which cannot know, none. */
export const useDismissedBanners = (): readonly string[] =>
  useSyncExternalStore(subscribe, readDismissed, () => NONE);

/** Stores on this device that a banner was dismissed; where storage is blocked, until the page is closed. */
export function storeBannerDismissal(id: string): void {
  dismissed = [...readDismissed().filter((other) => other !== id), id].slice(-MAX_KEPT);
  deviceStorage.writeJson(STORAGE_KEY, dismissed);
  for (const listener of listeners) listener();
}

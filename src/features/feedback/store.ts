import { useSyncExternalStore } from 'react';
import { deviceStorage } from '#web/lib/storage.ts';

const STORAGE_KEY = 'envol-beta-banner-dismissed';

let dismissed: boolean | undefined;
const listeners = new Set<() => void>();

const isDismissed = (): boolean => (dismissed ??= deviceStorage.read(STORAGE_KEY) === '1');

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Returns whether the beta banner is hidden on this device; true on the server, which cannot know. */
export const useIsFeedbackBannerDismissed = (): boolean =>
  useSyncExternalStore(subscribe, isDismissed, () => true);

/** Hides the beta banner on this device; where storage is blocked, until the page is closed. */
export function dismissFeedbackBanner(): void {
  dismissed = true;
  deviceStorage.write(STORAGE_KEY, '1');
  for (const listener of listeners) listener();
}

/** Shows the beta banner that asks for feedback again, after it was dismissed. */
export function restoreFeedbackBanner(): void {
  dismissed = false;
  deviceStorage.remove(STORAGE_KEY);
  for (const listener of listeners) listener();
}

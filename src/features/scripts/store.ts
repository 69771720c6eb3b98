import { deviceStorage } from '#web/lib/storage.ts';

/** Names of the third-party scripts that were loaded on this device, so that what they left can be removed. */
const STORAGE_KEY = 'envol-scripts';

/** Whether a third-party script was loaded on this device, and what it left not removed since. */
export const hasLoadedScripts = (): boolean => deviceStorage.read(STORAGE_KEY) !== null;

/** Returns the names of the third-party scripts that were loaded on this device and left something there. */
export function readLoadedScripts(): string[] {
  const stored = deviceStorage.readJson(STORAGE_KEY);
  return Array.isArray(stored) ? stored.filter((name) => typeof name === 'string') : [];
}

/** Stores the names of the third-party scripts that were loaded on this device; none removes the stored list. */
export function keepLoadedScripts(names: readonly string[]): void {
  if (names.length === 0) deviceStorage.remove(STORAGE_KEY);
  else deviceStorage.writeJson(STORAGE_KEY, names);
}

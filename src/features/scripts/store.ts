import { deviceStorage } from '#web/lib/storage.ts';

/** Names of the third-party scripts that were loaded on this device, so that what they left can be removed. */
const STORAGE_KEY = 'envol-scripts';

/** Whether a third-party script was loaded on this device, and what it left not removed since. */
export const hasLoadedScripts = (): boolean => deviceStorage.read(STORAGE_KEY) !== null;

/** Returns the names of those scripts. */
export function readLoadedScripts(): string[] {
  const stored = deviceStorage.readJson(STORAGE_KEY);
  return Array.isArray(stored) ? stored.filter((name) => typeof name === 'string') : [];
}

/** Keeps their names. */
export function keepLoadedScripts(names: readonly string[]): void {
  if (names.length === 0) deviceStorage.remove(STORAGE_KEY);
  else deviceStorage.writeJson(STORAGE_KEY, names);
}

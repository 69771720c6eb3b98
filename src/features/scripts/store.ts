import { deviceStorage } from '#web/lib/storage.ts';

/** Names of the third-party scripts that were loaded on this device, so that what they left can be removed. */
const STORAGE_KEY = 'envol-scripts';

/** The scripts that run in this document. */
const running = new Set<string>();

/** Returns whether a third-party script runs in this document; it cannot be stopped until the document is unloaded. */
export const isScriptRunning = (name: string): boolean => running.has(name);

/** Returns whether any third-party script runs in this document. */
export const isAnyScriptRunning = (): boolean => running.size > 0;

/** Records that a third-party script runs in this document, and may store something on this device. */
export function recordScriptRunning(name: string): void {
  running.add(name);
  const loaded = readLoadedScripts();
  if (!loaded.includes(name)) storeLoadedScripts([...loaded, name]);
}

/**
 * Returns whether third-party scripts were loaded on this device whose cookies and stored values have not been removed
 * since.
 */
export const hasLoadedScripts = (): boolean => deviceStorage.read(STORAGE_KEY) !== null;

/**
 * Returns the names of the third-party scripts loaded on this device whose cookies and stored values have not been
 * removed since.
 */
export function readLoadedScripts(): string[] {
  const stored = deviceStorage.readJson(STORAGE_KEY);
  return Array.isArray(stored) ? stored.filter((name) => typeof name === 'string') : [];
}

/**
 * Stores the names of the third-party scripts loaded on this device, in place of those before; an empty list removes
 * the entry.
 */
export function storeLoadedScripts(names: readonly string[]): void {
  if (names.length === 0) deviceStorage.remove(STORAGE_KEY);
  else deviceStorage.writeJson(STORAGE_KEY, names);
}

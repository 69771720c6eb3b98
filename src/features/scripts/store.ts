import { deviceStorage } from '#web/lib/storage.ts';

/** The third-party scripts that were loaded on this device, so that what they left can be removed. */
const STORAGE_KEY = 'envol-scripts';

/** What each script leaves, by its name: the beginnings of the names of its cookies and stored values. */
export type TracePrefixesByLoadedScript = Readonly<Record<string, readonly string[]>>;

/** The scripts that run in this document. */
const running = new Set<string>();

/** Returns whether a third-party script runs in this document; it cannot be stopped until the document is unloaded. */
export const isThirdPartyScriptRunning = (name: string): boolean => running.has(name);

/** Records that a third-party script runs in this document, and may store something on this device. */
export function recordThirdPartyScriptRunning(
  name: string,
  tracePrefixes: readonly string[],
): void {
  running.add(name);
  storeLoadedThirdPartyScripts({ ...readLoadedThirdPartyScripts(), [name]: tracePrefixes });
}

/** Returns whether third-party scripts were loaded on this device and what they left has not been removed since. */
export const hasThirdPartyScriptTraces = (): boolean => deviceStorage.read(STORAGE_KEY) !== null;

/**
 * Returns the third-party scripts loaded on this device whose traces have not been removed since. They include those
 * that the operator has removed, and those that run in this document even where nothing can be stored.
 */
export function readLoadedThirdPartyScripts(): TracePrefixesByLoadedScript {
  const stored = deviceStorage.readJson(STORAGE_KEY);
  const entries = Object.entries(typeof stored === 'object' && stored !== null ? stored : {});
  return {
    ...Object.fromEntries([...running].map((name) => [name, []])),
    ...Object.fromEntries(
      entries.map(([name, leaves]) => [name, Array.isArray(leaves) ? leaves.map(String) : []]),
    ),
  };
}

/** Stores the third-party scripts loaded on this device, in place of those before; none removes the entry. */
export function storeLoadedThirdPartyScripts(scripts: TracePrefixesByLoadedScript): void {
  if (Object.keys(scripts).length === 0) deviceStorage.remove(STORAGE_KEY);
  else deviceStorage.writeJson(STORAGE_KEY, scripts);
}

import type { Database } from '#server/db/connect.ts';
import type { Pool } from '#server/db/pool.ts';
import { coalesceIntoNextRead } from '#server/db/coalesce-reads.ts';
import { type Log, toLoggableError } from '#server/log.ts';
import { LANGUAGES } from '#shared/rules/languages.ts';
import { readLibraryVersion, loadSessionLibrary } from './reads.ts';

/** The notification channel of the triggers that change the version (migrations, version_what_is_published). */
const CHANNEL = 'published';
/** The most entries cached for one `load`: there may be as many keys as sessions. */
const MAX_ENTRIES = 500;

/** Loads a part of the published library by a key; null when there is none. */
type Load<Key extends string, Data> = (db: Database, key: Key) => Promise<Data>;

/** The published library, which is the same for every reader, cached in memory. */
export interface LibraryCache {
  /**
   * Returns what `load` loads for `key`, from memory unless the library changed. `version` is the one that a statement
   * of this request has read; without it a statement reads it, so that nothing unpublished is shown even if a
   * notification was lost.
   */
  read: <Key extends string, Data>(
    load: Load<Key, Data>,
    key: Key,
    version?: string | null,
  ) => Promise<Data>;
  /** Loads the library in both languages, if it changed, before a request needs it. */
  refresh: () => Promise<void>;
}

/**
 * Creates the in-memory cache of the published library (sessions and programs), which is emptied when the library's
 * version changes. Loads nothing yet.
 */
export function createLibraryCache(db: Database): LibraryCache {
  const findVersion = coalesceIntoNextRead(() => readLibraryVersion(db));
  let current: string | null | undefined;
  let cache = new Map<unknown, Map<string, Promise<unknown>>>();

  /** Empties the cache unless it is of this version; returns whether it did. */
  function switchToVersion(version: string | null): boolean {
    if (version === current) return false;
    current = version;
    // Loads under way still resolve for their callers, and are not cached.
    cache = new Map();
    return true;
  }

  function readCached<Key extends string, Data>(load: Load<Key, Data>, key: Key): Promise<Data> {
    const ofKind = cache.get(load) ?? new Map<string, Promise<unknown>>();
    cache.set(load, ofKind);
    const known = ofKind.get(key);
    if (known) return known as Promise<Data>;
    const loading = load(db, key);
    const forget = () => ofKind.get(key) === loading && ofKind.delete(key);
    loading.then((data) => data === null && forget(), forget);
    if (ofKind.size >= MAX_ENTRIES) ofKind.delete(ofKind.keys().next().value ?? '');
    ofKind.set(key, loading);
    return loading;
  }

  return {
    async read(load, key, version) {
      // Loaded after the version was found, so at least as new.
      switchToVersion(version === undefined ? await findVersion() : version);
      return readCached(load, key);
    },
    async refresh() {
      if (switchToVersion(await findVersion()))
        await Promise.all(LANGUAGES.map((language) => readCached(loadSessionLibrary, language)));
    },
  };
}

/**
 * Loads the published library into its cache now, and again whenever this or another server changed it, until `close`
 * is called. After a lost notification, the next request loads it. Failures to load are logged.
 * @throws {Error} when it cannot listen to notifications at first
 */
export async function refreshLibraryCacheOnChange(
  published: LibraryCache,
  listen: Pool['listen'],
  log: Log,
): Promise<{ close: () => Promise<void> }> {
  const refresh = () =>
    void published
      .refresh()
      .catch((error: unknown) => log.warn({ error: toLoggableError(error) }, 'published'));
  // It calls `refresh` once it listens.
  return listen(CHANNEL, refresh, refresh, null);
}

import type { Database } from '#server/db/connect.ts';
import type { Pool } from '#server/db/pool.ts';
import { type Log, toLoggable } from '#server/log.ts';
import { LANGUAGES } from '#shared/rules/languages.ts';
import { findPublishedVersion, loadLibrary } from './reads.ts';

/** The notification channel of the triggers that change the version (migrations, version_what_is_published). */
const CHANNEL = 'published';
/** How much of one kind is kept: what is asked for by an id may be as much as there are sessions. */
const MAX_KEPT = 500;

/** Loads something of what is published; null where there is no such thing. */
type Load<Key extends string, Data> = (db: Database, key: Key) => Promise<Data>;

/** What is published, which is the same for everybody, kept in memory. */
export interface Published {
  /**
   * Reads what `load` loads for `key`, from memory unless it was changed since. `version` is the one that a statement
   * of this request found; without it a statement asks for it, so that nothing withdrawn is ever shown, whatever
   * notification was lost.
   */
  read: <Key extends string, Data>(
    load: Load<Key, Data>,
    key: Key,
    version?: string | null,
  ) => Promise<Data>;
  /** Loads the library before anybody waits for it, if it was changed. */
  refresh: () => Promise<void>;
}

/** Keeps what is published in memory, by its version. */
export function createPublished(db: Database): Published {
  let current: string | null | undefined;
  let kept = new Map<unknown, Map<string, Promise<unknown>>>();

  function keepOnly(version: string | null): boolean {
    if (version === current) return false;
    current = version;
    // What is being loaded goes to those who asked for it, and is not kept.
    kept = new Map();
    return true;
  }

  function readKept<Key extends string, Data>(load: Load<Key, Data>, key: Key): Promise<Data> {
    const ofKind = kept.get(load) ?? new Map<string, Promise<unknown>>();
    kept.set(load, ofKind);
    const known = ofKind.get(key);
    if (known) return known as Promise<Data>;
    const loading = load(db, key);
    const forget = () => ofKind.get(key) === loading && ofKind.delete(key);
    loading.then((data) => data === null && forget(), forget);
    if (ofKind.size >= MAX_KEPT) ofKind.delete(ofKind.keys().next().value ?? '');
    ofKind.set(key, loading);
    return loading;
  }

  return {
    async read(load, key, version) {
      // Loaded after the version was found, so at least as new.
      keepOnly(version === undefined ? await findPublishedVersion(db) : version);
      return readKept(load, key);
    },
    async refresh() {
      if (keepOnly(await findPublishedVersion(db)))
        await Promise.all(LANGUAGES.map((language) => readKept(loadLibrary, language)));
    },
  };
}

/**
 * Loads what is published before anybody waits for it: now, and whenever this server or another one changed it. A
 * notification that is lost costs the next reader the time to load it, and nothing else.
 */
export async function followPublished(
  published: Published,
  listen: Pool['listen'],
  log: Log,
): Promise<{ close: () => Promise<void> }> {
  const refresh = () =>
    void published
      .refresh()
      .catch((error: unknown) => log.warn({ error: toLoggable(error) }, 'published'));
  // It calls `refresh` once it listens.
  return listen(CHANNEL, refresh, refresh, null);
}

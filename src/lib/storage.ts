import { encryptTextIfLockOn, decryptStoredText } from './vault/vault.ts';

/** This app's keys: the origin may hold others. */
export type StorageKey = `envol-${string}`;

/**
 * Browser storage for small texts. Where it is blocked or full (private windows, settings, a full disk), reads return
 * null and writes return false instead of throwing.
 */
export interface BrowserStorage {
  read: (key: StorageKey) => string | null;
  /** Parses the value written by `writeJson`, possibly by another version; null when unreadable. */
  readJson: (key: StorageKey) => unknown;
  /** Returns whether it was stored. */
  write: (key: StorageKey, text: string) => boolean;
  /** Returns whether it was stored. */
  writeJson: (key: StorageKey, value: unknown) => boolean;
  remove: (key: StorageKey) => void;
  listKeys: (prefix: StorageKey) => StorageKey[];
  /** Removes the keys that begin with `prefix`, except `except` if given. */
  removeByPrefix: (prefix: StorageKey, except?: StorageKey) => void;
}

/** The keys of what people wrote, which the app lock encrypts. */
export const ENCRYPTED_STORAGE_PREFIXES = ['envol-draft:', 'envol-note:'] as const;
const isPrivate = (key: StorageKey) =>
  ENCRYPTED_STORAGE_PREFIXES.some((prefix) => key.startsWith(prefix));

/** Wraps a Storage. Takes a function, because where storage is blocked even reading the global throws. */
function wrapStorage(open: () => Storage): BrowserStorage {
  function attempt<Result>(act: (storage: Storage) => Result, refused: Result): Result {
    try {
      return act(open());
    } catch {
      return refused;
    }
  }
  const storage: BrowserStorage = {
    read: (key) =>
      attempt((storage) => {
        const text = storage.getItem(key);
        return isPrivate(key) ? decryptStoredText(text) : text;
      }, null),
    readJson: (key) => {
      try {
        return JSON.parse(storage.read(key) ?? 'null') as unknown;
      } catch {
        return null;
      }
    },
    write: (key, text) =>
      attempt((storage) => {
        storage.setItem(key, isPrivate(key) ? encryptTextIfLockOn(text) : text);
        return true;
      }, false),
    writeJson: (key, value) => storage.write(key, JSON.stringify(value)),
    remove: (key) => attempt((storage) => storage.removeItem(key), undefined),
    listKeys: (prefix) =>
      attempt(
        (storage) =>
          Object.keys(storage).filter((key): key is StorageKey => key.startsWith(prefix)),
        [],
      ),
    removeByPrefix: (prefix, except) => {
      for (const key of storage.listKeys(prefix)) if (key !== except) storage.remove(key);
    },
  };
  return storage;
}

/** localStorage: persistent, shared by all tabs. */
export const deviceStorage = wrapStorage(() => localStorage);

/** sessionStorage: for this tab only, survives reloads. */
export const tabStorage = wrapStorage(() => sessionStorage);

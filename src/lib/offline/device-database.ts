import { type DBSchema, deleteDB, type IDBPDatabase, type IDBPTransaction, openDB } from 'idb';
import type { ClockAnchor } from '#shared/rules/offline-access.ts';
import { encryptIfLockOn, decryptStored } from '#web/lib/vault/vault.ts';

// The replies of the server as this device keeps them. What waits to be sent has its own (src/lib/sync/write-store.ts).

const DATABASE = 'envol-replies';

/** When everything was fetched, and in which language. */
export interface AllPagesFetchRecord {
  language: string;
  atMs: number;
  /** The URLs of the replies that there were then. */
  urls: readonly string[];
}

interface DeviceSchema extends DBSchema {
  /**
   * The latest reply to each GET, by its URL; `asked:<URL>`: when it was asked for; `accepted:<key>`: a write that the
   * server has accepted since some reply was asked for; `note:<name>`: a value of the device's own.
   */
  replies: { key: string; value: unknown };
  /**
   * Whose they are (the id of the sign-in), what is known of the time, when and in which language all were fetched, the mark
   * of the fetch of all that is under way, and the latest instant by `getMonotonicEpochMs`.
   */
  about: {
    key: 'owner' | 'clock' | 'pages' | 'fetching' | 'instant';
    value: string | number | ClockAnchor | AllPagesFetchRecord;
  };
}
export type DeviceDatabase = IDBPDatabase<DeviceSchema>;

let opened: Promise<DeviceDatabase> | undefined;

/** Opens the database of kept replies. Rejects where storage is blocked. */
export function openDeviceDatabase(): Promise<DeviceDatabase> {
  opened ??= open().catch((error: unknown) => {
    // A later call may have more luck: the device may be full now.
    opened = undefined;
    throw error;
  });
  return opened;
}

async function open(): Promise<DeviceDatabase> {
  const database = await openDB<DeviceSchema>(DATABASE, 1, {
    upgrade: (created) => {
      created.createObjectStore('replies');
      created.createObjectStore('about');
    },
    // Another tab deletes it, because a person signed out.
    blocking: () => void closeDeviceDatabase(),
    terminated: () => (opened = undefined),
  });
  const kept = await database.get('about', 'instant');
  latest = Math.max(latest, typeof kept === 'number' ? kept : 0);
  return database;
}

async function closeDeviceDatabase(): Promise<void> {
  const former = opened;
  opened = undefined;
  // What could not be opened need not be closed.
  await former?.then(
    (database) => database.close(),
    () => {},
  );
}

/** Deletes the database, once it is empty. */
export async function tryToDeleteDeviceDatabase(): Promise<void> {
  await closeDeviceDatabase();
  // Staying does no harm: there is nothing in it.
  await deleteDB(DATABASE).catch(() => {});
}

let latest = 0;

/**
 * Returns an instant (about epoch milliseconds) later than every one before it on this device, also where its clock was
 * turned back meanwhile: by it, what was asked for and what was accepted are put in order.
 */
export const getMonotonicEpochMs = (): number => (latest = Math.max(Date.now(), latest + 1));

/** Stores every reply anew, encrypted or not as the app lock now has it. */
export async function reencryptDeviceDatabase(): Promise<void> {
  const { store, done } = (await openDeviceDatabase()).transaction('replies', 'readwrite');
  for (let cursor = await store.openCursor(); cursor; cursor = await cursor.continue()) {
    const value = typeof cursor.value === 'number' ? undefined : decryptStored(cursor.value);
    if (value !== undefined) await cursor.update(encryptIfLockOn(value));
  }
  await done;
}

/** The keys of replies: URLs, which begin with a slash. */
export const buildUrlKeyRange = (): IDBKeyRange => IDBKeyRange.bound('/', '0', false, true);

/** Returns whether what is stored may be a reply: anything else has come in the place of one. */
export const isReply = (stored: unknown): boolean => typeof stored === 'object' && stored !== null;

/** Makes a person the owner of what is kept, and deletes what is another's. */
export async function evictOtherPeople(
  transaction: IDBPTransaction<DeviceSchema, ('about' | 'replies')[], 'readwrite'>,
  owner: string,
): Promise<void> {
  const replies = transaction.objectStore('replies');
  const about = transaction.objectStore('about');
  if ((await about.get('owner')) === owner) return;
  await Promise.all([replies.clear(), about.clear()]);
  await about.put(owner, 'owner');
}

import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { QueuedRoute } from '#shared/rules/queued-routes.ts';

/** A write that is not yet sent. */
export interface PendingWrite {
  /** Its idempotency key: the server performs requests with the same key once. */
  key: string;
  /** The id of the person who made it, so that it is never sent as another's. */
  owner: string;
  route: QueuedRoute;
  params: object;
  body: unknown;
  /** When it was made, ISO 8601; missing on writes of earlier versions. */
  queuedAt?: string;
  /** How often the server answered it with an error of its own. */
  failures?: number;
}

/** Storage of pending writes, in the order in which they were made. */
export interface WriteStore {
  all: () => Promise<PendingWrite[]>;
  /** Adds a write unless its key exists; `replaces` first removes its owner's others of the same route. */
  add: (write: PendingWrite, replaces?: boolean) => Promise<void>;
  /** Replaces the write with the same key, if it still exists. */
  update: (write: PendingWrite) => Promise<void>;
  remove: (keys: readonly string[]) => Promise<void>;
}

/** The name of the lock and of the channel that pages and service worker share. */
export const QUEUE_NAME = 'envol-outbox';

// The names and the layout are those of the first version, so that later ones find what is pending on a device.
const DATABASE = 'envol-outbox';
const STORE = 'requests';

interface Schema extends DBSchema {
  [STORE]: { key: number; value: PendingWrite; indexes: { key: string } };
}

/** Creates the store of queued writes in IndexedDB. Every call rejects where storage is blocked. */
export function createWriteStore(): WriteStore {
  let opened: Promise<IDBPDatabase<Schema>> | undefined;
  const begin = async () => {
    opened ??= openDB<Schema>(DATABASE, 1, {
      upgrade: (database) => {
        database
          .createObjectStore(STORE, { autoIncrement: true })
          .createIndex('key', 'key', { unique: true });
      },
    });
    return (await opened).transaction(STORE, 'readwrite', { durability: 'strict' });
  };
  return {
    all: async () => (await begin()).store.getAll(),
    add: async (write, replaces = false) => {
      const { store, done } = await begin();
      if (replaces)
        for (let cursor = await store.openCursor(); cursor; cursor = await cursor.continue()) {
          const { owner, route, key } = cursor.value;
          if (owner === write.owner && route === write.route && key !== write.key)
            await cursor.delete();
        }
      if ((await store.index('key').getKey(write.key)) === undefined) await store.add(write);
      await done;
    },
    update: async (write) => {
      const { store, done } = await begin();
      const id = await store.index('key').getKey(write.key);
      if (id !== undefined) await store.put(write, id);
      await done;
    },
    remove: async (keys) => {
      const { store, done } = await begin();
      for (const key of keys) {
        const id = await store.index('key').getKey(key);
        if (id !== undefined) await store.delete(id);
      }
      await done;
    },
  };
}

/** Reads all stored writes; none where storage is blocked, because nothing could be stored there. */
export const readWrites = (store: WriteStore): Promise<PendingWrite[]> =>
  store.all().catch((): PendingWrite[] => []);

/** Reads a person's stored writes, oldest first. */
export const listWrites = async (store: WriteStore, owner: string): Promise<PendingWrite[]> =>
  (await readWrites(store)).filter((one) => one.owner === owner);

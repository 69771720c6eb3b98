import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { QueuedRoute } from '#shared/rules/queued-routes.ts';
import { isEncrypted, encryptIfLockOn, decryptStored } from '#web/lib/vault/vault.ts';

export interface UnsentWrite {
  /** Its idempotency key: the server performs requests with the same key once. */
  key: string;
  /** The id of the person who made it, so that it is never sent as another's. */
  owner: string;
  route: QueuedRoute;
  params: object;
  body: unknown;
  /** When it was made, ISO 8601. */
  queuedAt: string;
  /** How often the server answered it with an error of its own. */
  failures?: number;
  /** The server has refused it for good: it is kept until the person has seen that, and no longer sent or shown as done. */
  refused?: true;
}

/** Storage of unsent writes, in the order in which they were made. */
export interface WriteStore {
  all: () => Promise<UnsentWrite[]>;
  /** Finds the oldest write that matches; reads none after it. */
  find: (matches: (write: UnsentWrite) => boolean) => Promise<UnsentWrite | undefined>;
  /**
   * Adds a write unless its key exists; `replaces` first removes its owner's former one of the same route. Resolves to
   * whether it is on the device: where that is full or blocked, it is held until the page is closed.
   */
  add: (write: UnsentWrite, replaces?: boolean) => Promise<boolean>;
  update: (write: UnsentWrite) => Promise<void>;
  remove: (keys: readonly string[]) => Promise<void>;
  /** Counts the stored writes, those too that cannot be read while the app is locked. */
  count: () => Promise<number>;
  /** Deletes every write, those too that cannot be read. */
  clear: () => Promise<void>;
  /** Stores every write anew, encrypted or not as the app lock now has it. */
  rewrite: () => Promise<void>;
  /** Whether writes are held that could not be put on the device. */
  isHolding: () => boolean;
}

/** The name of the lock and of the channel that pages and service worker share. */
export const WRITE_QUEUE_LOCK_AND_CHANNEL = 'envol-outbox';

// The names and the layout are those of the first version, so that later ones find what is unsent on a device.
const DATABASE = 'envol-outbox';
const STORE = 'requests';

/** A write as it is stored: while the app lock is on, what it says is encrypted, and not whose it is. */
type StoredWrite = Omit<UnsentWrite, 'params' | 'body'> &
  (Pick<UnsentWrite, 'params' | 'body'> | { content: unknown });

interface Schema extends DBSchema {
  [STORE]: { key: number; value: StoredWrite; indexes: { key: string } };
}

function toStored({ params, body, ...about }: UnsentWrite): StoredWrite {
  const content = encryptIfLockOn({ params, body });
  return isEncrypted(content) ? { ...about, content } : { ...about, params, body };
}

function fromStored(stored: StoredWrite): UnsentWrite | null {
  if (!('content' in stored)) return stored;
  const { content, ...about } = stored;
  const read = decryptStored(content) as Pick<UnsentWrite, 'params' | 'body'> | undefined;
  return read ? { ...about, ...read } : null;
}

type DeviceStore = Omit<WriteStore, 'add' | 'isHolding'> & {
  add: (write: UnsentWrite, replaces: boolean) => Promise<void>;
};

/** Creates the store in IndexedDB. Every call rejects where storage is blocked, and `add` where it is full. */
function createDeviceStore(): DeviceStore {
  let opened: Promise<IDBPDatabase<Schema>> | undefined;
  const begin = async () => {
    opened ??= openDB<Schema>(DATABASE, 1, {
      upgrade: (database) => {
        database
          .createObjectStore(STORE, { autoIncrement: true })
          .createIndex('key', 'key', { unique: true });
      },
      // By the browser; the next call opens it again.
      terminated: () => (opened = undefined),
    });
    try {
      return (await opened).transaction(STORE, 'readwrite', { durability: 'strict' });
    } catch (error) {
      // There may be room again later.
      opened = undefined;
      throw error;
    }
  };
  return {
    all: async () =>
      (await (await begin()).store.getAll()).map(fromStored).filter((write) => write !== null),
    count: async () => (await begin()).store.count(),
    clear: async () => {
      const { store, done } = await begin();
      await store.clear();
      await done;
    },
    rewrite: async () => {
      const { store, done } = await begin();
      for (let cursor = await store.openCursor(); cursor; cursor = await cursor.continue()) {
        const write = fromStored(cursor.value);
        if (write) await cursor.update(toStored(write));
      }
      await done;
    },
    find: async (matches) => {
      const { store } = await begin();
      let cursor = await store.openCursor();
      for (; cursor; cursor = await cursor.continue()) {
        const write = fromStored(cursor.value);
        if (write && matches(write)) return write;
      }
      return undefined;
    },
    add: async (write, replaces) => {
      const { store, done } = await begin();
      // Rejects too when what follows fails, which is what the caller hears of.
      done.catch(() => {});
      if (replaces) {
        // There is one at most, the others were replaced before it, and it is among the latest.
        let cursor = await store.openCursor(null, 'prev');
        while (cursor && !isReplaced(cursor.value, write)) cursor = await cursor.continue();
        await cursor?.delete();
      }
      if ((await store.index('key').getKey(write.key)) === undefined)
        await store.add(toStored(write));
      await done;
    },
    update: async (write) => {
      const { store, done } = await begin();
      const id = await store.index('key').getKey(write.key);
      if (id !== undefined) await store.put(toStored(write), id);
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

const isReplaced = (
  { owner, route, key }: Omit<UnsentWrite, 'params' | 'body'>,
  write: UnsentWrite,
): boolean => owner === write.owner && route === write.route && key !== write.key;

/**
 * Creates the store of queued writes in IndexedDB. A write that the device does not take, because its storage is full or
 * blocked, is held in memory, so that it is sent all the same.
 */
export function createWriteStore(): WriteStore {
  const device = createDeviceStore();
  let held: UnsentWrite[] = [];
  return {
    all: async () => [...(await device.all().catch((): UnsentWrite[] => [])), ...held],
    find: async (matches) =>
      (await device.find(matches).catch(() => undefined)) ?? held.find(matches),
    add: async (write, replaces = false) => {
      held = held.filter((one) => one.key !== write.key && !(replaces && isReplaced(one, write)));
      try {
        await device.add(write, replaces);
        return true;
      } catch {
        held.push(write);
        return false;
      }
    },
    update: async (write) => {
      held = held.map((one) => (one.key === write.key ? write : one));
      await ignoreFullDevice(device.update(write));
    },
    remove: async (keys) => {
      held = held.filter(({ key }) => !keys.includes(key));
      await ignoreFullDevice(device.remove(keys));
    },
    count: async () => (await device.count().catch(() => 0)) + held.length,
    clear: async () => {
      held = [];
      await ignoreFullDevice(device.clear());
    },
    rewrite: device.rewrite,
    isHolding: () => held.length > 0,
  };
}

/** What a full or blocked device keeps is sent again under its key, which the server knows. */
const ignoreFullDevice = (change: Promise<void>): Promise<void> => change.catch(() => {});

/** Reads all stored writes, and those that are held because they could not be stored. */
export const readStoredWrites = (store: WriteStore): Promise<UnsentWrite[]> => store.all();

/** Reads a person's stored writes that are to be sent, oldest first. */
export const listWritesToSend = async (store: WriteStore, owner: string): Promise<UnsentWrite[]> =>
  (await readStoredWrites(store)).filter((one) => one.owner === owner && !one.refused);

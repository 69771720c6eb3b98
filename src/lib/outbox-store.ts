/** One write that waits for the network. `owner` is the person who made it, so that none is sent as another. */
export interface StoredRequest {
  key: string;
  owner: string;
  route: string;
  params: object;
  body: unknown;
  /** How often the server broke on it. */
  failures?: number;
}

const DATABASE = 'envol-outbox';
const STORE = 'requests';

/** The outbox's place in IndexedDB, in the order in which writes were made. */
export function openStore() {
  let opened: Promise<IDBDatabase> | undefined;
  const database = () => (opened ??= open());

  async function transact<T>(
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore) => IDBRequest<T>,
  ): Promise<T> {
    const transaction = (await database()).transaction(STORE, mode, { durability: 'strict' });
    const request = work(transaction.objectStore(STORE));
    return new Promise((resolve, reject) => {
      transaction.addEventListener('complete', () => resolve(request.result));
      transaction.addEventListener('abort', () =>
        reject(transaction.error ?? new Error('outbox aborted')),
      );
    });
  }

  return {
    add: (request: StoredRequest) => transact('readwrite', (store) => store.add(request)),
    /** A person's requests, oldest first. */
    all: async (owner: string) =>
      ((await transact('readonly', (store) => store.getAll())) as StoredRequest[]).filter(
        (request) => request.owner === owner,
      ),
    /** The oldest of a person's requests on which the server broke less often than `most`. */
    first: async (owner: string, most: number) => {
      const all = (await transact('readonly', (store) => store.getAll())) as StoredRequest[];
      return all.find((request) => request.owner === owner && (request.failures ?? 0) < most);
    },
    /** Counts one more failure of a request, in its place. */
    fail: async (request: StoredRequest) => {
      const id = await transact('readonly', (store) => store.index('key').getKey(request.key));
      const failures = (request.failures ?? 0) + 1;
      if (id !== undefined)
        await transact('readwrite', (store) => store.put({ ...request, failures }, id));
      return failures;
    },
    /** Gives what stepped aside one more try: another day, another server. */
    revive: async (owner: string, most: number) => {
      const all = (await transact('readonly', (store) => store.getAll())) as StoredRequest[];
      for (const request of all) {
        if (request.owner !== owner || (request.failures ?? 0) < most) continue;
        const id = await transact('readonly', (store) => store.index('key').getKey(request.key));
        const tried = { ...request, failures: most - 1 };
        if (id !== undefined) await transact('readwrite', (store) => store.put(tried, id));
      }
    },
    /** Removes everything, or everything of other people than `owner`. */
    clear: async (owner?: string) => {
      const all = (await transact('readonly', (store) => store.getAll())) as StoredRequest[];
      for (const { key } of all.filter((request) => request.owner !== owner)) {
        const id = await transact('readonly', (store) => store.index('key').getKey(key));
        if (id !== undefined) await transact('readwrite', (store) => store.delete(id));
      }
    },
    remove: async (key: string) => {
      const id = await transact('readonly', (store) => store.index('key').getKey(key));
      if (id !== undefined) await transact('readwrite', (store) => store.delete(id));
    },
  };
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.addEventListener('upgradeneeded', () => {
      const store = request.result.createObjectStore(STORE, { autoIncrement: true });
      store.createIndex('key', 'key', { unique: true });
    });
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () =>
      reject(request.error ?? new Error('outbox unavailable')),
    );
  });
}

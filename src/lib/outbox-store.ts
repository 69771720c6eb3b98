/** One write that waits for the network. `owner` is the person who made it, so that none is sent as another. */
export interface StoredRequest {
  key: string;
  owner: string;
  route: string;
  params: object;
  body: unknown;
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
    first: async (owner: string) => {
      const all = (await transact('readonly', (store) => store.getAll())) as StoredRequest[];
      return all.find((request) => request.owner === owner);
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

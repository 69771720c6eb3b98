import type { Kept } from '../model.ts';
import { DATABASE } from '../store.ts';

const STORE = 'sessions';
let opened: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.addEventListener('upgradeneeded', () =>
      request.result.createObjectStore(STORE, { keyPath: ['owner', 'id'] }),
    );
    request.addEventListener('success', () => {
      const database = request.result;
      const close = () => {
        database.close();
        opened = undefined;
      };
      // Somebody signs out, here or in another tab.
      database.addEventListener('versionchange', close);
      database.addEventListener('close', () => (opened = undefined));
      resolve(database);
    });
    request.addEventListener('error', () => {
      opened = undefined;
      reject(request.error ?? new Error('downloads unavailable'));
    });
  });
}

async function transact<T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const transaction = (await (opened ??= open())).transaction(STORE, mode);
  const request = work(transaction.objectStore(STORE));
  return new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve(request.result));
    transaction.addEventListener('abort', () =>
      reject(transaction.error ?? new Error('downloads aborted')),
    );
  });
}

/** Keeps a session, in the place of an earlier download of the same one. */
export async function putSession(kept: Kept): Promise<void> {
  await transact('readwrite', (store) => store.put(kept));
}

/** A session this person keeps here, or null. Storage that is refused reads as empty. */
export async function findSession(owner: string, id: string): Promise<Kept | null> {
  const kept = await transact('readonly', (store) => store.get([owner, id])).catch(() => null);
  return (kept as Kept | undefined) ?? null;
}

/** All that this person keeps here, the latest first. Storage that is refused reads as empty. */
export async function listSessions(owner: string): Promise<Kept[]> {
  const own = IDBKeyRange.bound([owner], [owner, []]);
  const all = await transact('readonly', (store) => store.getAll(own)).catch(() => []);
  return (all as Kept[]).toSorted((a, b) => (a.keptAt < b.keptAt ? 1 : -1));
}

/** Removes a session. */
export async function deleteSession(owner: string, id: string): Promise<void> {
  await transact('readwrite', (store) => store.delete([owner, id]));
}

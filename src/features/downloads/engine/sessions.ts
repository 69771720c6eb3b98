import type { DownloadedSession } from '../model.ts';
import { DOWNLOADS_DATABASE } from '../store.ts';

const STORE = 'sessions';
let opened: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DOWNLOADS_DATABASE, 1);
    request.addEventListener('upgradeneeded', () =>
      request.result.createObjectStore(STORE, { keyPath: ['owner', 'id'] }),
    );
    request.addEventListener('success', () => {
      const database = request.result;
      const close = () => {
        database.close();
        opened = undefined;
      };
      // A person signs out, here or in another tab.
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

/** Stores a downloaded session on this device, replacing an earlier download of it. */
export async function putDownloadedSession(session: DownloadedSession): Promise<void> {
  await transact('readwrite', (store) => store.put(session));
}

/** Finds a person's downloaded session, or null. Blocked storage reads as empty. */
export async function findDownloadedSession(
  owner: string,
  id: string,
): Promise<DownloadedSession | null> {
  const session = await transact('readonly', (store) => store.get([owner, id])).catch(() => null);
  return (session as DownloadedSession | undefined) ?? null;
}

/** Lists a person's downloaded sessions, the latest first. Blocked storage reads as empty. */
export async function listDownloadedSessions(owner: string): Promise<DownloadedSession[]> {
  const own = IDBKeyRange.bound([owner], [owner, []]);
  const all = await transact('readonly', (store) => store.getAll(own)).catch(() => []);
  return (all as DownloadedSession[]).toSorted((a, b) => (a.keptAt < b.keptAt ? 1 : -1));
}

/** Deletes a person's downloaded session; its recording is stored elsewhere and stays. */
export async function deleteDownloadedSession(owner: string, id: string): Promise<void> {
  await transact('readwrite', (store) => store.delete([owner, id]));
}

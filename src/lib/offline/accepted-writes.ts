import type { User } from '#shared/contract/users.ts';
import { loadWriteDefinitions } from '#web/lib/sync/definitions-loader.ts';
import {
  applyWriteToCachedData,
  findWriteDefinition,
  isQueryChangedByWrite,
} from '#web/lib/sync/write-effects.ts';
import type { UnsentWrite } from '#web/lib/sync/write-store.ts';
import { encryptIfLockOn, decryptStored } from '#web/lib/vault/vault.ts';
import {
  type DeviceDatabase,
  buildUrlKeyRange,
  openDeviceDatabase,
  getMonotonicEpochMs,
} from './device-database.ts';
import { logStorageFailure } from './log-failure.ts';

// What the server has accepted lies over the replies that were asked for before, until later ones have it.

const PROFILE = '/api/users/me';
/** The keys of accepted writes: `;` is the character after `:`. */
const buildAcceptedKeyRange = () => IDBKeyRange.bound('accepted:', 'accepted;', false, true);

interface AcceptedWrite {
  write: UnsentWrite;
  reply: unknown;
  /** By `getMonotonicEpochMs`. */
  acceptedAt: number;
}

/**
 * Keeps a write that the server has accepted, with its reply, beside the replies of its owner. Call it before the write
 * leaves the queue. Never rejects: where nothing can be kept, nothing is shown without a network either.
 */
export async function storeAcceptedWrite(write: UnsentWrite, reply: unknown): Promise<void> {
  try {
    const transaction = (await openDeviceDatabase()).transaction(['replies', 'about'], 'readwrite');
    const replies = transaction.objectStore('replies');
    const profile = decryptStored(await replies.get(PROFILE)) as User | undefined;
    if (profile?.id === write.owner) {
      const accepted: AcceptedWrite = { write, reply, acceptedAt: getMonotonicEpochMs() };
      await replies.put(encryptIfLockOn(accepted), `accepted:${write.key}`);
      await transaction.objectStore('about').put(accepted.acceptedAt, 'instant');
    }
    await transaction.done;
  } catch (error) {
    // Blocked or full: the server has it, and tells once it is asked.
    logStorageFailure('What the server accepted could not be kept', error);
  }
}

const listAccepted = async (database: DeviceDatabase): Promise<AcceptedWrite[]> =>
  (await database.getAll('replies', buildAcceptedKeyRange()))
    .map((stored) => decryptStored(stored) as AcceptedWrite | undefined)
    .filter((accepted) => accepted !== undefined)
    .toSorted((one, other) => one.acceptedAt - other.acceptedAt);

/** Returns a stored reply to a GET of `url` with the writes applied that the server accepted since it was asked for. */
export async function applyAcceptedWritesToReply(
  database: DeviceDatabase,
  url: string,
  reply: unknown,
): Promise<unknown> {
  if (reply === undefined) return undefined;
  const accepted = await listAccepted(database);
  if (accepted.length === 0) return reply;
  const askedAt = await database.get('replies', `asked:${url}`);
  const since = accepted.filter(
    (one) => one.acceptedAt > (typeof askedAt === 'number' ? askedAt : 0),
  );
  if (since.length === 0) return reply;
  try {
    await loadWriteDefinitions();
  } catch (error) {
    // The code that knows what they change is on its way to this device.
    logStorageFailure('What was done last is not shown: its code is missing', error);
    return reply;
  }
  const found = since.filter(({ write }) => isQueryChangedByWrite(write, [url]));
  const needed = new Map<string, unknown>();
  for (const { write } of found) {
    const wanted = findWriteDefinition(write.route)?.needs?.(write);
    if (wanted === undefined || wanted === url || needed.has(wanted)) continue;
    const stored = decryptStored(await database.get('replies', wanted));
    needed.set(wanted, await applyAcceptedWritesToReply(database, wanted, stored));
  }
  return found.reduce<unknown>(
    (known, one) =>
      applyWriteToCachedData(known, { key: [url], ...one }, (wanted) => needed.get(wanted)),
    reply,
  );
}

/**
 * Makes the accepted writes part of the stored replies that were asked for before them, and forgets them. Replies that
 * are not asked for again, such as a session whose text has not changed, so have them for good.
 */
export async function mergeAcceptedWritesIntoReplies(): Promise<void> {
  const database = await openDeviceDatabase();
  const accepted = await listAccepted(database);
  const last = accepted.at(-1);
  if (!last) return;
  await loadWriteDefinitions();
  for (const url of await database.getAllKeys('replies', buildUrlKeyRange())) {
    if (!accepted.some(({ write }) => isQueryChangedByWrite(write, [url]))) continue;
    const reply = await applyAcceptedWritesToReply(
      database,
      url,
      decryptStored(await database.get('replies', url)),
    );
    const transaction = database.transaction('replies', 'readwrite');
    const askedAt = await transaction.store.get(`asked:${url}`);
    // Unless a later one has come meanwhile.
    if (typeof askedAt !== 'number' || askedAt < last.acceptedAt) {
      await transaction.store.put(encryptIfLockOn(reply), url);
      await transaction.store.put(last.acceptedAt, `asked:${url}`);
    }
    await transaction.done;
  }
  for (const { write } of accepted) await database.delete('replies', `accepted:${write.key}`);
}

import { openDeviceDatabase, reencryptDeviceDatabase } from '#web/lib/offline/device-database.ts';
import { deviceStorage, ENCRYPTED_STORAGE_PREFIXES } from '#web/lib/storage.ts';
import { createWriteStore } from '#web/lib/sync/write-store.ts';
import { createCipher } from './cipher.ts';
import {
  computePinWaitMs,
  createDataKey,
  unwrapDataKeyByPin,
  unwrapDataKeyBySecret,
  wrapDataKeyByPin,
  wrapDataKeyBySecret,
} from './keys.ts';
import {
  type LockRecord,
  readLockRecord,
  removeLockRecord,
  tryToWriteLockRecord,
} from './lock-record.ts';
import { createLockPasskey, readPasskeySecret } from './passkey-secret.ts';
import { stopEncrypting, openVault } from './vault.ts';

type Key = Uint8Array<ArrayBuffer>;

/** The data key, while the lock is on and open on this page. */
let dataKey: Key | null = null;

/** Whether this browser can encrypt, which it does in a secure context alone. */
export const isAppLockSupported = (): boolean =>
  (globalThis.crypto as Partial<Crypto>).subtle !== undefined;

/**
 * Stores everything anew that this device keeps of a person, as the lock now has it. Resolves to whether all of it was: a
 * full device may refuse.
 */
async function reencryptAll(): Promise<boolean> {
  const isKept = (store: () => Promise<void>) =>
    store().then(
      () => true,
      () => false,
    );
  // Where storage is blocked nothing is kept.
  const isBlocked = !(await isKept(async () => void (await openDeviceDatabase())));
  const isWhole =
    isBlocked ||
    ((await isKept(reencryptDeviceDatabase)) && (await isKept(createWriteStore().rewrite)));
  const texts = ENCRYPTED_STORAGE_PREFIXES.flatMap(deviceStorage.listKeys).map((key) => {
    const text = deviceStorage.read(key);
    return text === null || deviceStorage.write(key, text);
  });
  return isWhole && !texts.includes(false);
}

function update(change: Partial<LockRecord>): void {
  const record = readLockRecord();
  if (record) tryToWriteLockRecord({ ...record, ...change });
}

/**
 * Turns the lock on with a PIN, and encrypts what this device keeps. Ended midway, as by a full device, it is gone on with
 * when the lock is opened next. Returns false where nothing can be stored.
 */
export async function tryToTurnAppLockOn(pin: string, iterations?: number): Promise<boolean> {
  const key = createDataKey();
  const record: LockRecord = {
    version: 1,
    pin: await wrapDataKeyByPin(key, pin, iterations),
    passkey: null,
    failures: 0,
    waitUntilMs: 0,
    isChanging: true,
  };
  if (!tryToWriteLockRecord(record)) return false;
  dataKey = key;
  openVault(createCipher(key));
  update({ isChanging: !(await reencryptAll()) });
  return true;
}

/**
 * Turns the lock off, and decrypts what this device keeps. To be called on a page where it is open. Resolves to whether it is
 * off: where not all could be stored anew it stays on, or what is encrypted still would be lost with its key.
 */
export async function tryToTurnAppLockOff(): Promise<boolean> {
  update({ isChanging: true });
  stopEncrypting();
  const isWhole = await reencryptAll();
  if (isWhole) {
    removeLockRecord();
    dataKey = null;
  } else if (dataKey) openVault(createCipher(dataKey));
  return isWhole;
}

async function openWith(key: Key): Promise<void> {
  dataKey = key;
  openVault(createCipher(key));
  const isChanging = readLockRecord()?.isChanging ?? false;
  update({ failures: 0, waitUntilMs: 0 });
  if (isChanging) update({ isChanging: !(await reencryptAll()) });
}

export type UnlockByPinResult = { isOpen: true } | { isOpen: false; waitUntilMs: number };

/** Tries a PIN at `nowMs` (epoch milliseconds); a wrong one is counted, and after some the next has to wait. */
export async function tryToUnlockByPin(
  pin: string,
  nowMs = Date.now(),
): Promise<UnlockByPinResult> {
  const record = readLockRecord();
  if (record === null) return { isOpen: true };
  // A clock that was turned back makes no person wait longer than the longest wait.
  const isWaiting =
    record.waitUntilMs > nowMs && record.waitUntilMs - nowMs <= computePinWaitMs(Infinity);
  if (isWaiting) return { isOpen: false, waitUntilMs: record.waitUntilMs };
  // Counted before it is tried: a page that is closed meanwhile gains nothing.
  const failures = record.failures + 1;
  const waitUntilMs = nowMs + computePinWaitMs(failures);
  update({ failures, waitUntilMs });
  const key = await unwrapDataKeyByPin(record.pin, pin);
  if (key === null) return { isOpen: false, waitUntilMs };
  await openWith(key);
  return { isOpen: true };
}

/** Opens the lock by this device's passkey; resolves to whether it did. */
export async function tryToUnlockByPasskey(): Promise<boolean> {
  const passkey = readLockRecord()?.passkey;
  const secret = passkey && (await readPasskeySecret(passkey));
  const key = secret && passkey ? await unwrapDataKeyBySecret(passkey.wrapped, secret) : null;
  if (key) await openWith(key);
  return key !== null;
}

/** Has a passkey of this device open the lock too; resolves to whether it was created. */
export async function tryToAddLockPasskey(name: string): Promise<boolean> {
  const created = dataKey && (await createLockPasskey(name));
  if (!created || !dataKey) return false;
  const { id, salt, secret } = created;
  update({ passkey: { id, salt, wrapped: await wrapDataKeyBySecret(dataKey, secret) } });
  return true;
}

/** Has the PIN alone open the lock again. */
export const removeLockPasskey = (): void => update({ passkey: null });

/** Replaces the PIN of the app lock. */
export async function changePin(pin: string): Promise<void> {
  if (dataKey) update({ pin: await wrapDataKeyByPin(dataKey, pin) });
}

/** Counts the writes on this device that no server has; those that cannot be read included. */
export const countUnsentWritesOnDevice = (): Promise<number> => createWriteStore().count();

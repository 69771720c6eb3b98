import { deviceStorage } from '#web/lib/storage.ts';
import { closeVault } from './vault.ts';

/** What this device knows of the app lock: the key of its copy, encrypted under each way to open it. */
export interface LockRecord {
  version: 1;
  /** By the PIN: PBKDF2 with SHA-256. Bytes are base64. */
  pin: { salt: string; iterations: number; wrapped: string };
  /** By a passkey of this device (WebAuthn's PRF extension); null without one. */
  passkey: { id: string; salt: string; wrapped: string } | null;
  /** Wrong PINs in a row, and until when (epoch milliseconds) none is tried. */
  failures: number;
  waitUntilMs: number;
  /** Whether some of what was kept before is not encrypted yet, or still is while the lock is taken away. */
  isChanging: boolean;
}

const KEY = 'envol-lock';
/** Tells the server to send pages without personal data; it says nothing else. */
const COOKIE = 'envol_lock';
const COOKIE_SECONDS = 34_560_000;

/** Reads the record of the app lock; null where it is off. */
export function readLockRecord(): LockRecord | null {
  const record = deviceStorage.readJson(KEY) as LockRecord | null;
  return record?.version === 1 ? record : null;
}

function setCookie(maxAge: number): void {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `${COOKIE}=${maxAge === 0 ? '' : '1'}; path=/; max-age=${maxAge}; samesite=lax${secure}`;
}

/** Stores the record, which turns the lock on. Returns whether it is stored. */
export function tryToWriteLockRecord(record: LockRecord): boolean {
  if (!deviceStorage.writeJson(KEY, record)) return false;
  setCookie(COOKIE_SECONDS);
  return true;
}

/** Removes the record, which turns the lock off. */
export function removeLockRecord(): void {
  deviceStorage.remove(KEY);
  setCookie(0);
}

/** Closes the vault if the lock is on; to be called before anything that is kept on this device is read. */
export function closeVaultIfLockOn(): void {
  reloadOnChange();
  if (readLockRecord() === null) return;
  closeVault();
  setCookie(COOKIE_SECONDS);
}

/** Loads the page anew when the lock is turned on or off in another tab. */
function reloadOnChange(): void {
  addEventListener('storage', ({ key, oldValue, newValue }) => {
    if (key === KEY && (oldValue === null) !== (newValue === null)) location.reload();
  });
}

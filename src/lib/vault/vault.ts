// Seals what this device keeps of a person, while the app lock is on (docs/decisions/101-app-lock.md). Synchronous, because
// a transaction of IndexedDB ends while anything else is awaited, and a closing page waits for nothing.

/** Encrypts and decrypts under the key of this device's copy. */
export interface Cipher {
  seal: (plain: Uint8Array) => Uint8Array;
  /** @throws where the bytes are not ours, or were changed */
  open: (sealed: Uint8Array) => Uint8Array;
}

/** `off`: no lock, everything is as it is. `closed`: nothing can be read or written. `open`: the key is there. */
export type VaultState = 'off' | 'closed' | 'open';

let state: VaultState = 'off';
let cipher: Cipher | null = null;
const listeners = new Set<() => void>();

/** Returns whether what this device keeps is encrypted, and whether it can be read now. */
export const getVaultState = (): VaultState => state;

/** Calls `listener` whenever the vault is opened, closed or left; returns the unsubscribe function. */
export function onVaultChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function setState(next: VaultState, key: Cipher | null): void {
  state = next;
  cipher = key;
  for (const listener of listeners) listener();
}

/** Has the vault closed: the lock is on, and it was not opened on this page. */
export const closeVault = (): void => setState('closed', null);
export const openVault = (key: Cipher): void => setState('open', key);
/** Has what is kept from now on not be encrypted; what is stays readable on this page, so that it can be rewritten. */
export const stopEncrypting = (): void => setState('off', cipher);

interface Sealed {
  sealed: Uint8Array;
}

/** Returns whether a stored value is encrypted. */
export const isEncrypted = (value: unknown): value is Sealed =>
  typeof value === 'object' && value !== null && 'sealed' in value;

/**
 * Returns a value of JSON as it is to be stored: encrypted if the lock is on, else itself.
 * @throws while the vault is closed
 */
export function encryptIfLockOn(value: unknown): unknown {
  if (state === 'closed') throw new Error('vault closed');
  if (state === 'off' || cipher === null || value === undefined) return value;
  return { sealed: cipher.seal(new TextEncoder().encode(JSON.stringify(value))) };
}

/** Returns a stored value as it was before `encryptIfLockOn`; undefined for one that cannot be read. */
export function decryptStored(stored: unknown): unknown {
  if (!isEncrypted(stored)) return stored;
  if (cipher === null) return undefined;
  try {
    return JSON.parse(new TextDecoder().decode(cipher.open(stored.sealed))) as unknown;
  } catch {
    return undefined;
  }
}

const MARK = 'sealed:';

/** Returns a text of localStorage as it is to be stored: encrypted if the lock is on, else itself. */
export function encryptTextIfLockOn(text: string): string {
  const stored = encryptIfLockOn(text);
  if (!isEncrypted(stored)) return text;
  return MARK + btoa(Array.from(stored.sealed, (byte) => String.fromCharCode(byte)).join(''));
}

/** Returns a text as it was before `encryptTextIfLockOn`; null for one that cannot be read. */
export function decryptStoredText(stored: string | null): string | null {
  if (!stored?.startsWith(MARK)) return stored;
  const bytes = Uint8Array.from(atob(stored.slice(MARK.length)), (one) => one.charCodeAt(0));
  return (decryptStored({ sealed: bytes }) as string | null | undefined) ?? null;
}

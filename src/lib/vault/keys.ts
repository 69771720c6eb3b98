import type { LockRecord } from './lock-record.ts';

/** What OWASP's Password Storage Cheat Sheet (2023) asks for with PBKDF2 and SHA-256. */
const ITERATIONS = 600_000;
const KEY_BYTES = 32;
const SALT_BYTES = 16;

const AES = 'AES-GCM';
const NONCE_BYTES = 12;

export const toBase64 = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
export const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (one) => one.charCodeAt(0));

const createRandom = (length: number) => crypto.getRandomValues(new Uint8Array(length));

/** Creates the key under which this device's copy is encrypted. */
export const createDataKey = (): Uint8Array<ArrayBuffer> => createRandom(KEY_BYTES);

const importWrappingKey = (bytes: ArrayBuffer) =>
  crypto.subtle.importKey('raw', bytes, AES, false, ['encrypt', 'decrypt']);

/** Derives the key that wraps the data key from a PIN. Takes about half a second, which is what slows guessing down. */
async function derivePinKey(pin: string, salt: Uint8Array<ArrayBuffer>, iterations: number) {
  const typed = new TextEncoder().encode(pin.normalize('NFKC'));
  const material = await crypto.subtle.importKey('raw', typed, 'PBKDF2', false, ['deriveBits']);
  const algorithm = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations };
  return importWrappingKey(await crypto.subtle.deriveBits(algorithm, material, KEY_BYTES * 8));
}

/** Derives the same from what a passkey's PRF returned. */
async function derivePasskeyKey(secret: Uint8Array<ArrayBuffer>) {
  const material = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits']);
  const info = new TextEncoder().encode('envol app lock');
  const algorithm = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info };
  return importWrappingKey(await crypto.subtle.deriveBits(algorithm, material, KEY_BYTES * 8));
}

async function wrap(wrappingKey: CryptoKey, key: Uint8Array<ArrayBuffer>): Promise<string> {
  const iv = createRandom(NONCE_BYTES);
  const encrypted = await crypto.subtle.encrypt({ name: AES, iv }, wrappingKey, key);
  return toBase64(new Uint8Array([...iv, ...new Uint8Array(encrypted)]));
}

/** Returns the data key, or null where the wrapping key is not the one it was wrapped with. */
async function unwrap(wrappingKey: CryptoKey, wrapped: string) {
  const bytes = fromBase64(wrapped);
  const iv = bytes.subarray(0, NONCE_BYTES);
  try {
    const found = crypto.subtle.decrypt(
      { name: AES, iv },
      wrappingKey,
      bytes.subarray(NONCE_BYTES),
    );
    return new Uint8Array(await found);
  } catch {
    return null;
  }
}

/** Wraps the data key under a PIN. */
export async function wrapDataKeyByPin(
  key: Uint8Array<ArrayBuffer>,
  pin: string,
  iterations = ITERATIONS,
): Promise<LockRecord['pin']> {
  const salt = createRandom(SALT_BYTES);
  const wrapped = await wrap(await derivePinKey(pin, salt, iterations), key);
  return { salt: toBase64(salt), iterations, wrapped };
}

/** Returns the data key, or null for a wrong PIN. */
export async function unwrapDataKeyByPin(
  { salt, iterations, wrapped }: LockRecord['pin'],
  pin: string,
) {
  return unwrap(await derivePinKey(pin, fromBase64(salt), iterations), wrapped);
}

/** Wraps the data key under what a passkey's PRF returned. */
export const wrapDataKeyBySecret = async (
  key: Uint8Array<ArrayBuffer>,
  secret: Uint8Array<ArrayBuffer>,
): Promise<string> => wrap(await derivePasskeyKey(secret), key);

/** Returns the data key, or null where the passkey is another one. */
export const unwrapDataKeyBySecret = async (wrapped: string, secret: Uint8Array<ArrayBuffer>) =>
  unwrap(await derivePasskeyKey(secret), wrapped);

/** Wrong PINs in a row that cost no waiting. */
const FREE_FAILURES = 3;
const FIRST_WAIT_MS = 10_000;
const MAX_WAIT_MS = 60 * 60_000;

/** Returns how long no PIN is tried after so many wrong ones in a row: 10 s after the fourth, twice as long after each, at most an hour. */
export const computePinWaitMs = (failures: number): number =>
  failures <= FREE_FAILURES
    ? 0
    : Math.min(FIRST_WAIT_MS * 2 ** (failures - FREE_FAILURES - 1), MAX_WAIT_MS);

import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

function deriveKey(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'envol sealed values', 32));
}

/**
 * Encrypts a value as JSON with AES-256-GCM (base64url), under a key derived from the server's secret, for data that
 * must not be readable in the database, such as an e-mail with a sign-in link.
 */
export function encrypt(secret: string, value: unknown): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', deriveKey(secret), nonce);
  const encrypted = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url');
}

/**
 * Computes a blind index: a keyed hash (HMAC) of an account id or e-mail address, ignoring letter case, by which data
 * about a person can be found without storing the value itself.
 */
export function computeBlindIndex(secret: string, value: string): string {
  const hash = createHmac('sha256', secret).update(`about:${value.toLowerCase()}`);
  return hash.digest('base64url').slice(0, 22);
}

/**
 * Decrypts and parses what `encrypt` produced with the same secret.
 * @throws {Error} when it was changed or encrypted with another secret
 */
export function decrypt(secret: string, encrypted: string): unknown {
  const bytes = Buffer.from(encrypted, 'base64url');
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', deriveKey(secret), nonce, {
    authTagLength: TAG_BYTES,
  });
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const opened = [decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()];
  return JSON.parse(Buffer.concat(opened).toString('utf8'));
}

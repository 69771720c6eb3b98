import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

function keyFrom(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'envol sealed values', 32));
}

/**
 * Encrypts a value that has to lie in the database for a while but is nobody's to read there, such as
 * a letter with a link that opens an account. AES-256-GCM; the key is derived from the server's secret.
 */
export function seal(secret: string, value: unknown): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyFrom(secret), nonce);
  const sealed = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** A keyed hash by which what is about somebody is found again, from their uid or address, without naming them. */
export function markOf(secret: string, value: string): string {
  const hash = createHmac('sha256', secret).update(`about:${value.toLowerCase()}`);
  return hash.digest('base64url').slice(0, 22);
}

/**
 * Opens what `seal` closed with the same secret.
 * @throws {Error} when it was changed, or sealed with another secret.
 */
export function unseal(secret: string, sealed: string): unknown {
  const bytes = Buffer.from(sealed, 'base64url');
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', keyFrom(secret), nonce, {
    authTagLength: TAG_BYTES,
  });
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const opened = [decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()];
  return JSON.parse(Buffer.concat(opened).toString('utf8'));
}

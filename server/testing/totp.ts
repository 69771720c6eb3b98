import { createHmac } from 'node:crypto';

const BASE_32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const STEP_MS = 30_000;

/**
 * Computes the code that an authenticator app shows at `at` (epoch milliseconds) for the key in an `otpauth:` URI
 * (TOTP, RFC 6238).
 */
export function computeTotp(uri: string, at = Date.now()): string {
  const key = new URL(uri).searchParams.get('secret') ?? '';
  const bits = Array.from(key, (character) =>
    BASE_32.indexOf(character).toString(2).padStart(5, '0'),
  );
  const bytes = bits.join('').match(/.{8}/g) ?? [];
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(at / STEP_MS)));
  const hash = createHmac('sha1', Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2))))
    .update(counter)
    .digest();
  const from = (hash.at(-1) ?? 0) & 15;
  return String((hash.readUInt32BE(from) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0');
}

/** Computes the code that the app shows next, which is taken already: each code is taken once. */
export const computeNextTotp = (uri: string): string => computeTotp(uri, Date.now() + STEP_MS);

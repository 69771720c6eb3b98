import { createHmac, randomBytes } from 'node:crypto';
import { PRODUCT_NAME } from '#shared/product.ts';

const STEP_MS = 30_000;
const KEY_BYTES = 20;
const RECOVERY_CODES = 10;
const BASE_32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export const createTotpKey = (): Buffer => randomBytes(KEY_BYTES);

/** Builds the `otpauth:` address with which an app takes up a key. */
export function buildTotpUri(key: Buffer, email: string): string {
  const label = `${encodeURIComponent(PRODUCT_NAME)}:${encodeURIComponent(email)}`;
  const query = new URLSearchParams({ secret: toBase32(key), issuer: PRODUCT_NAME });
  return `otpauth://totp/${label}?${query.toString()}`;
}

/** Creates ten recovery codes of 50 random bits each. */
export function createRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const letters = toBase32(randomBytes(7)).slice(0, 10).toLowerCase();
    return `${letters.slice(0, 5)}-${letters.slice(5)}`;
  });
}

/** Whether an input is one of an app, six digits; else it is a recovery code. */
export const hasTotpCodeFormat = (code: string): boolean => /^\d{6}$/.test(code);

/** Whether a code of an app (TOTP, RFC 6238) is right at `now`, or 30 s before or after, as its clock may be off. */
export function verifyTotpCode(key: Buffer, code: string, now: Date): boolean {
  const step = Math.floor(now.getTime() / STEP_MS);
  return [step - 1, step, step + 1].some((one) => computeAppCode(key, one) === code);
}

function computeAppCode(key: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', key).update(counter).digest();
  const number = hash.readUInt32BE((hash.at(-1) ?? 0) & 15) & 0x7f_ff_ff_ff;
  return String(number % 1_000_000).padStart(6, '0');
}

function toBase32(bytes: Buffer): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => BASE_32[Number.parseInt(group.padEnd(5, '0'), 2)]).join('');
}

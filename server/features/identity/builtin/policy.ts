import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { AppError } from '#server/http/errors.ts';

const derive = promisify(argon2);

// OWASP Password Storage Cheat Sheet (2025): Argon2id with 19 MiB, two passes, one lane.
const MEMORY_KIB = 19_456;
const PASSES = 2;
const LANES = 1;
const TAG_BYTES = 32;
const SALT_BYTES = 16;
const PREFIX = `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$`;

/** A password as it is kept: Argon2id in PHC string format. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const tag = await tagOf(password, salt);
  return `${PREFIX}${bare(salt)}$${bare(tag)}`;
}

/** Whether a password is the one that was hashed; false too for a hash of another kind. */
export async function verifyPassword({
  hash,
  password,
}: {
  hash: string;
  password: string;
}): Promise<boolean> {
  const [salt, tag] = hash.startsWith(PREFIX) ? hash.slice(PREFIX.length).split('$') : [];
  if (!salt || !tag) return false;
  const expected = Buffer.from(tag, 'base64');
  const found = await tagOf(password, Buffer.from(salt, 'base64'));
  return expected.length === found.length && timingSafeEqual(expected, found);
}

function tagOf(password: string, nonce: Buffer): Promise<Buffer> {
  return derive('argon2id', {
    // One person types é as one character, another as two; both mean the same password.
    message: Buffer.from(password.normalize('NFKC')),
    nonce,
    memory: MEMORY_KIB,
    passes: PASSES,
    parallelism: LANES,
    tagLength: TAG_BYTES,
  });
}

const bare = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

let common: Promise<ReadonlySet<string>> | undefined;

/** The 49,000 passwords seen most in leaks (zxcvbn-ts, language-common), read with the first sign-up. */
async function commonPasswords(): Promise<ReadonlySet<string>> {
  common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].map(String)),
  );
  return common;
}

/** @throws {AppError} `password_too_common`, for what is guessed first (NIST SP 800-63B-4, 3.1.1.2). */
export async function refuseCommon(password: string): Promise<void> {
  const known = await commonPasswords();
  if (known.has(password.toLowerCase())) throw new AppError('password_too_common');
}

// The first that matches: every other browser also claims to be Safari, and Edge to be Chrome.
const BROWSERS = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser/, 'Samsung Internet'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
] as const;
const SYSTEMS = [
  [/Android/, 'Android'],
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'Mac'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
] as const;

/** A browser by which its owner knows it again, such as `Firefox, Android`; nothing that tells two of a kind apart. */
export function deviceOf(userAgent: string | undefined): string | null {
  const named = [BROWSERS, SYSTEMS].flatMap(
    (list) => list.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1] ?? [],
  );
  return named.length > 0 ? named.join(', ') : null;
}

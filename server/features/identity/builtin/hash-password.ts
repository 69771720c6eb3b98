import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(argon2);

// OWASP Password Storage Cheat Sheet (2025): Argon2id with 19 MiB, two passes, one lane.
const MEMORY_KIB = 19_456;
const PASSES = 2;
const LANES = 1;
const TAG_BYTES = 32;
const SALT_BYTES = 16;
const PREFIX = `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$`;

/** Hashes a password with Argon2id, in PHC string format. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const tag = await computeTag(password, salt);
  return `${PREFIX}${toUnpaddedBase64(salt)}$${toUnpaddedBase64(tag)}`;
}

/** Whether a password matches a hash of `hashPassword`; false for hashes of any other format. */
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
  const found = await computeTag(password, Buffer.from(salt, 'base64'));
  return expected.length === found.length && timingSafeEqual(expected, found);
}

function computeTag(password: string, nonce: Buffer): Promise<Buffer> {
  return derive('argon2id', {
    // Keyboards differ: é may arrive as one character or as two, and is the same password.
    message: Buffer.from(password.normalize('NFKC')),
    nonce,
    memory: MEMORY_KIB,
    passes: PASSES,
    parallelism: LANES,
    tagLength: TAG_BYTES,
  });
}

const toUnpaddedBase64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

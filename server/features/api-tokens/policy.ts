import { createHash } from 'node:crypto';

/** Hashes an API token; the hash alone is stored. 24 random bytes need no slow hash. */
export const hashApiToken = (token: string): string =>
  createHash('sha256').update(`api:${token}`).digest('base64url');

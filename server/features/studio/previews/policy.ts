import { createHash } from 'node:crypto';

/** Hashes the token of a preview link, which alone is stored. */
export const hashPreviewToken = (token: string): string =>
  createHash('sha256').update(`preview:${token}`).digest('base64url');

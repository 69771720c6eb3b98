import { createHash } from 'node:crypto';
import { EVERYDAY_WORDS } from '#shared/rules/everyday-words.ts';

/** Raised when the index is built differently, so that every session is indexed again. */
const FORMAT = 1;

/**
 * Identifies the format and the everyday words of the search index: sessions indexed with another version are indexed
 * again when a server starts.
 */
export const INDEX_VERSION = createHash('sha256')
  .update(JSON.stringify([FORMAT, EVERYDAY_WORDS]))
  .digest('hex')
  .slice(0, 16);

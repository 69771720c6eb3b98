import { createHash } from 'node:crypto';
import { SEARCH_WORDS_BY_SESSION } from '#shared/rules/session-search-words.ts';
import { SEARCH_SYNONYMS } from '#shared/rules/search-vocabulary.ts';

/** Raised when the index is built differently, so that every session is indexed again. */
const FORMAT = 1;

/**
 * Identifies the format and the everyday words of the search index: sessions indexed with another version are indexed
 * again when a server starts.
 */
export const SEARCH_INDEX_VERSION = createHash('sha256')
  .update(JSON.stringify([FORMAT, SEARCH_SYNONYMS, SEARCH_WORDS_BY_SESSION]))
  .digest('hex')
  .slice(0, 16);

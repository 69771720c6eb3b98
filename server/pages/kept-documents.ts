import { hash } from 'node:crypto';

/** How much is kept at once. */
const MAX_BYTES = 8_000_000;
const MINUTE_MS = 60_000;

/**
 * Creates a store of encoded documents by what they follow from, which forgets all of them when the minute is over, so
 * that nothing on a page is older than the minute that its clock shows, and nobody's page stays in memory.
 */
export function createKeptDocuments(clock: () => Date) {
  let documents = new Map<string, Buffer>();
  let minute = 0;
  let bytes = 0;
  let timer: NodeJS.Timeout | undefined;

  const forget = () => {
    clearTimeout(timer);
    documents = new Map();
    bytes = 0;
  };

  return {
    /** Returns the document of this minute that was kept for `key`; undefined when there is none. */
    get: (key: string): Buffer | undefined => {
      const now = Math.floor(clock().getTime() / MINUTE_MS);
      if (now !== minute) forget();
      minute = now;
      return documents.get(key);
    },
    set: (key: string, document: Buffer): void => {
      if (bytes + document.length > MAX_BYTES) forget();
      if (documents.size === 0) timer = setTimeout(forget, MINUTE_MS).unref();
      documents.set(key, document);
      bytes += document.length;
    },
  };
}

/** Returns a short key of texts: a digest, so that what a page follows from is not kept with it. */
export const toDocumentKey = (...texts: string[]) => hash('sha256', texts.join('\n'), 'base64url');

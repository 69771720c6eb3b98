import { hash } from 'node:crypto';

/** How much is kept at once. */
const MAX_BYTES = 8_000_000;
const MINUTE_MS = 60_000;

const toMinute = (at: Date) => Math.floor(at.getTime() / MINUTE_MS);

/**
 * Creates a store of encoded documents by what they follow from, which forgets all of them when the minute is over, so
 * that nothing on a page is older than the minute that its clock shows, and nobody's page stays in memory.
 */
export function createKeptDocuments() {
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
    /** Returns what was kept for `key` in the minute of `at`; undefined when nothing was. */
    get: (at: Date, key: string): Buffer | undefined => {
      if (toMinute(at) !== minute) forget();
      minute = toMinute(at);
      return documents.get(key);
    },
    /** Keeps a document that was asked for at `at`, unless another minute has begun since. */
    set: (at: Date, key: string, document: Buffer): void => {
      if (toMinute(at) !== minute) return;
      if (bytes + document.length > MAX_BYTES) forget();
      if (documents.size === 0) timer = setTimeout(forget, MINUTE_MS).unref();
      documents.set(key, document);
      bytes += document.length;
    },
  };
}

/** Returns a short key of texts: a digest, so that what a page follows from is not kept with it. */
export const toDocumentKey = (...texts: string[]) => hash('sha256', texts.join('\n'), 'base64url');

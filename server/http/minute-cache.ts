import { hash } from 'node:crypto';

const MINUTE_MS = 60_000;

const toMinute = (at: Date) => Math.floor(at.getTime() / MINUTE_MS);

/**
 * Creates a cache of at most `maxBytes` of encoded texts by what they follow from, which forgets all of them when the
 * minute is over, so that nothing on a page is older than the minute that its clock shows, and no person's page stays
 * in memory.
 */
export function createMinuteCache(maxBytes: number) {
  let entries = new Map<string, Buffer>();
  let minute = 0;
  let bytes = 0;
  let timer: NodeJS.Timeout | undefined;

  const clear = () => {
    clearTimeout(timer);
    entries = new Map();
    bytes = 0;
  };

  return {
    /** Returns what was set for `key` in the minute of `at`; undefined when nothing was. */
    get: (at: Date, key: string): Buffer | undefined => {
      if (toMinute(at) !== minute) clear();
      minute = toMinute(at);
      return entries.get(key);
    },
    /** Keeps what was asked for at `at`, unless another minute has begun since. */
    set: (at: Date, key: string, encoded: Buffer): void => {
      if (toMinute(at) !== minute) return;
      if (bytes + encoded.length > maxBytes) clear();
      if (entries.size === 0) timer = setTimeout(clear, MINUTE_MS).unref();
      entries.set(key, encoded);
      bytes += encoded.length;
    },
  };
}

/** Returns a short key of texts: a digest, so that what an answer follows from is not kept with it. */
export const hashTexts = (...texts: string[]) => hash('sha256', texts.join('\n'), 'base64url');

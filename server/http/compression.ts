import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import type { App } from '#server/dependencies.ts';

// Below one packet there is nothing to win.
const MIN_BYTES = 1400;
// Higher takes more time than the bytes it saves take on a slow phone's network.
const BROTLI_QUALITY = 5;

/**
 * Compresses what the API answers with. Pages and files come compressed already (server/pages), and
 * recordings can't be made smaller. Bodies that people send are never inflated: a few bytes could become
 * any number of them.
 */
export async function compressReplies(app: App): Promise<void> {
  await app.register(compress, {
    customTypes: /^application\/json/,
    encodings: ['br', 'gzip'],
    threshold: MIN_BYTES,
    brotliOptions: {
      params: {
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      },
    },
    globalDecompression: false,
  });
}

import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import type { App } from '#server/dependencies.ts';

// Below one packet there is nothing to win.
const MIN_BYTES = 1400;
// Higher takes more time than the bytes it saves take on a slow phone's network.
const BROTLI_QUALITY = 5;

/**
 * Registers the compression of JSON replies from 1,400 bytes on. Pages and files are compressed already (server/pages),
 * recordings cannot be made smaller. Compressed request bodies are never inflated, because a few bytes could become any
 * number.
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

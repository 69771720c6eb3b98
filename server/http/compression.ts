import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createGzip,
  gzip,
  gzipSync,
} from 'node:zlib';
import type { App } from '#server/dependencies.ts';
import { chooseEncoding, type ContentEncoding } from './compressed.ts';
import { createMinuteCache } from './minute-cache.ts';

// Below one packet there is nothing to win.
const MIN_BYTES = 1400;
// Above it the thread of requests would stand still for more than about a millisecond.
const MAX_BYTES_AT_ONCE = 32_000;
const MAX_CACHED_BYTES = 4_000_000;
const BROTLI_PARAMS = {
  [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  // Higher takes more time than the bytes it saves take on a slow phone's network.
  [constants.BROTLI_PARAM_QUALITY]: 5,
};
const BROTLI = { params: BROTLI_PARAMS };
// A window of 64 kB, because setting up the default one of 4 MB takes as long as compressing.
const BRIEF_BROTLI = { params: { ...BROTLI_PARAMS, [constants.BROTLI_PARAM_LGWIN]: 16 } };

const compressAtOnce = {
  br: (text: Buffer) => brotliCompressSync(text, BRIEF_BROTLI),
  gzip: (text: Buffer) => gzipSync(text),
};
const compressAside = {
  br: (text: Buffer) => promisify(brotliCompress)(text, BROTLI),
  gzip: (text: Buffer) => promisify(gzip)(text),
};
const createCompressor = {
  br: () => createBrotliCompress(BROTLI),
  gzip: () => createGzip(),
};

/**
 * Adds the compression of JSON replies from 1,400 bytes on (docs/decisions/026-compression.md); what is the same for
 * many people is compressed once a minute. Pages and files are compressed already (server/pages), recordings cannot be
 * made smaller. Compressed request bodies are never inflated, because a few bytes could become any number.
 */
export function registerReplyCompression(app: App): void {
  const { clock } = app.dependencies;
  const cache = createMinuteCache(MAX_CACHED_BYTES);
  const compressBrief = (text: Buffer, encoding: ContentEncoding) => {
    const now = clock();
    const key = `${encoding} ${hash('sha256', text, 'base64url')}`;
    const known = cache.get(now, key);
    if (known) return known;
    const compressed = compressAtOnce[encoding](text);
    cache.set(now, key, compressed);
    return compressed;
  };
  app.addHook('onSend', async (request, reply, payload) => {
    const isText = typeof payload === 'string' || Buffer.isBuffer(payload);
    if (!isText && !(payload instanceof Readable)) return payload;
    if (isText && payload.length < MIN_BYTES) return payload;
    if (!String(reply.getHeader('content-type')).startsWith('application/json')) return payload;
    if (reply.hasHeader('content-encoding')) return payload;
    void reply.header('vary', 'Accept-Encoding');
    const encoding = chooseEncoding(request);
    // In bytes, because Node encodes slowly while it sends what goes beyond Latin-1, as a curly apostrophe does.
    const body = typeof payload === 'string' ? Buffer.from(payload) : payload;
    if (!encoding) return body;
    void reply.header('content-encoding', encoding).removeHeader('content-length');
    if (!Buffer.isBuffer(body)) return body.compose(createCompressor[encoding]());
    if (body.length > MAX_BYTES_AT_ONCE) return compressAside[encoding](body);
    return compressBrief(body, encoding);
  });
}

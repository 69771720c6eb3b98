import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';

export type ContentEncoding = 'br' | 'gzip';

/** A text in memory, in each encoding that browsers accept. */
export interface CompressedText {
  plain: Buffer;
  br: Buffer;
  gzip: Buffer;
}

/**
 * Chooses the content encoding of a reply: the one of those that the browser accepts that compresses best. The weights
 * (`q`) of Accept-Encoding are ignored, because they say what a browser can do, not what it prefers. Undefined when it
 * accepts none.
 */
export function chooseEncoding(request: FastifyRequest): ContentEncoding | undefined {
  const accepted = new Negotiator(request);
  return (['br', 'gzip'] as const).find((name) => accepted.encoding([name]));
}

/**
 * Compresses a text with every content encoding, so that it can be sent many times; `brotliQuality` is from 0 to 11.
 */
export async function compressText(text: string, brotliQuality: number): Promise<CompressedText> {
  const plain = Buffer.from(text);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  };
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(plain, { params }),
    promisify(gzip)(plain),
  ]);
  // Copies, because each result is the beginning of a block of 64 kB.
  return { plain, br: Buffer.from(br), gzip: Buffer.from(zipped) };
}

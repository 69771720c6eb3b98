import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';

export type Encoding = 'br' | 'gzip';

/** A text in memory, in each encoding that browsers accept. */
export interface CompressedText {
  plain: Buffer;
  br: Buffer;
  gzip: Buffer;
}

/**
 * Returns the smallest encoding that is accepted; a browser's weights are ignored, because they say what it can, not
 * what it prefers.
 */
export function chooseEncoding(request: FastifyRequest): Encoding | undefined {
  const accepted = new Negotiator(request);
  return (['br', 'gzip'] as const).find((name) => accepted.encoding([name]));
}

/** Compresses a text into every encoding, in brotli with a quality from 0 to 11. */
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
  return { plain, br, gzip: zipped };
}

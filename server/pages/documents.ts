import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Language } from '#shared/contract/fields.ts';
import { preferred } from './language.ts';

// High enough to be worth it, low enough that all pages are ready within the boot's two seconds.
const BROTLI_QUALITY = 6;

/** An HTML document kept in memory, in the encodings browsers ask for. */
export interface HtmlDocument {
  etag: string;
  plain: Buffer;
  br: Buffer;
  gzip: Buffer;
}

/** Keeps a page in every encoding it may be asked for in. */
export async function toDocument(html: string): Promise<HtmlDocument> {
  const plain = Buffer.from(html);
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(plain, { params }),
    promisify(gzip)(plain),
  ]);
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
  return { etag: `W/"${hash}"`, plain, br, gzip: zipped };
}

/** The prerendered pages of a language by name (`home`, `privacy`, … `not-found`); none when not built. */
export async function loadPages(folder: string, language: Language) {
  const names = await readdir(join(folder, language)).catch(() => []);
  const entries = names
    .filter((name) => name.endsWith('.html'))
    .map(async (name) => {
      const html = await readFile(join(folder, language, name), 'utf8');
      return [name.slice(0, -'.html'.length), await toDocument(html)] as const;
    });
  return new Map(await Promise.all(entries));
}

/** The app's own document with its language set, or null when it is not built. */
export async function loadShell(client: string, language: Language): Promise<HtmlDocument | null> {
  const html = await readFile(join(client, 'index.html'), 'utf8').catch(() => null);
  return html === null
    ? null
    : toDocument(html.replace(/<html lang="[^"]*"/, `<html lang="${language}"`));
}

/** Sends a document in the best encoding the browser takes, or 304 when it has it. */
export function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  document: HtmlDocument,
  status: number,
): FastifyReply {
  void reply.headers({
    'cache-control': 'no-cache',
    etag: document.etag,
    vary: 'Accept-Encoding, Accept-Language, Cookie',
  });
  if (status === 200 && request.headers['if-none-match']?.includes(document.etag))
    return reply.code(304).send();
  const accepted = request.headers['accept-encoding'] ?? '';
  const encoding = (['br', 'gzip'] as const).find((name) => preferred(accepted, [name]));
  if (encoding) void reply.header('content-encoding', encoding);
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .send(document[encoding ?? 'plain']);
}

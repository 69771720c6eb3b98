import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gunzipSync, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { chooseEncoding, compressText, type ContentEncoding } from '#server/http/compressed.ts';
import type { Language } from '#shared/contract/fields.ts';
import type { Operator } from '#shared/rules/operator.ts';
import type { SignUpMode } from '#shared/rules/sign-up.ts';
import { unescapeHtml } from '#shared/rules/escape-html.ts';
import { PRODUCT_NAME } from '#shared/product.ts';
import { ROOT } from '#server/root.ts';
import { fillOperatorDetails } from './operator.ts';

// High enough to be worth it, low enough that all pages are ready within the boot's two seconds.
const BROTLI_QUALITY = 6;

// Made while a person waits for it. Hardly a page is longer than the window of 256 kB; the usual one, of 4 MB, takes long
// to set up.
const ONCE_PARAMS = {
  [constants.BROTLI_PARAM_QUALITY]: 4,
  [constants.BROTLI_PARAM_LGWIN]: 18,
};

/** An HTML document in memory, compressed only: hardly any browser asks for it otherwise. */
export interface PrecompressedHtml extends Record<ContentEncoding, Buffer> {
  etag: string;
}

/** Prepares an HTML page for sending: compresses it with every content encoding and computes its weak ETag. */
export async function precompressHtml(html: string): Promise<PrecompressedHtml> {
  const { plain, ...compressed } = await compressText(html, BROTLI_QUALITY);
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
  return { etag: `W/"${hash}"`, ...compressed };
}

/** The HTML of a document. */
export const decompressHtml = (document: PrecompressedHtml) => gunzipSync(document.gzip).toString();

/** Replaces the placeholder of the site's origin in a text that was built before the origin was known. */
export const fillOrigin = (text: string, origin: string) => text.replaceAll('@@origin@@', origin);

/** Reads what a page says where passes are those of the test mode, in one language. */
export async function readTestModeNotice(language: Language): Promise<string> {
  const text = await readFile(join(ROOT, 'src/locales', language, 'billing.json'), 'utf8');
  return (JSON.parse(text) as { test: { mark: string } }).test.mark;
}

/** Marks a document with what it says of the test mode, which theme.css shows above the page; unchanged for null. */
export const addTestModeNotice = (html: string, testMode: string | null): string =>
  testMode === null
    ? html
    : html.replace(/<html lang="[^"]*"/, (start) => `${start} data-test-mode="${testMode}"`);

/** The variant of the pages to load, and the values to fill in. */
export interface PrerenderedPageOptions {
  language: Language;
  signUp: SignUpMode;
  origin: string;
  operator: Operator;
  /** What every page says where passes are those of the test mode; null where they are real. */
  testMode: string | null;
}

/**
 * Loads the prerendered pages of a language by name (`home`, `privacy`, … `not-found`), filled with origin and
 * operator; empty when not built. A variant for the sign-up mode, such as `home.closed.html`, replaces the page.
 */
export async function loadPrerenderedPages(
  folder: string,
  { language, signUp, origin, operator, testMode }: PrerenderedPageOptions,
) {
  const files = await readdir(join(folder, language)).catch((): string[] => []);
  const names = files.flatMap((file) => /^([^.]+)\.html$/.exec(file)?.[1] ?? []);
  const entries = names.map(async (name) => {
    const own = `${name}.${signUp}.html`;
    const file = files.includes(own) ? own : `${name}.html`;
    const html = await readFile(join(folder, language, file), 'utf8');
    const filled = fillOperatorDetails(fillOrigin(html, origin), operator);
    return [name, await precompressHtml(addTestModeNotice(filled, testMode))] as const;
  });
  return new Map(await Promise.all(entries));
}

/** The title of a document, without the product's name, and the markup within its `<main>`. */
export function extractDocumentTitleAndMain(document: PrecompressedHtml): {
  title: string;
  html: string;
} {
  const page = decompressHtml(document);
  const title = /<title>([^<]*)<\/title>/.exec(page)?.[1] ?? '';
  const from = page.indexOf('>', page.indexOf('<main')) + 1;
  return {
    title: unescapeHtml(title).replace(` · ${PRODUCT_NAME}`, ''),
    html: page.slice(from, page.lastIndexOf('</main>')),
  };
}

/** Encodes a page of which few copies are sent. */
export async function compressHtml(
  html: string,
  encoding: ContentEncoding | undefined,
): Promise<Buffer> {
  if (encoding === 'br') return promisify(brotliCompress)(html, { params: ONCE_PARAMS });
  return encoding ? promisify(gzip)(html) : Buffer.from(html);
}

/**
 * Sends an HTML document with personal data, in `encoding`. Nothing may cache it, not even the browser, so that going
 * back after a sign-out does not show it.
 */
export function sendPersonalDocument(
  reply: FastifyReply,
  {
    body,
    encoding,
    status,
  }: { body: Buffer; encoding: ContentEncoding | undefined; status: number },
): FastifyReply {
  if (encoding) void reply.header('content-encoding', encoding);
  return reply
    .code(status)
    .headers({ 'cache-control': 'no-store, private', vary: 'Accept-Encoding, Cookie' })
    .type('text/html; charset=utf-8')
    .send(body);
}

/**
 * Sends a document in the best encoding that the browser accepts, or 304 when `status` is 200 and the browser has it.
 * Nothing may cache it when `status` is that of a server error.
 */
export function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  document: PrecompressedHtml,
  status: number,
): FastifyReply {
  void reply.headers({
    ...(status >= 500
      ? { 'cache-control': 'no-store' }
      : { 'cache-control': 'no-cache', etag: document.etag }),
    vary: 'Accept-Encoding, Accept-Language, Cookie',
  });
  if (status === 200 && request.headers['if-none-match']?.includes(document.etag))
    return reply.code(304).send();
  const encoding = chooseEncoding(request);
  if (encoding) void reply.header('content-encoding', encoding);
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .send(encoding ? document[encoding] : gunzipSync(document.gzip));
}

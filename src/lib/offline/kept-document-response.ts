import { mayUseSensors } from '#shared/rules/sensor-pages.ts';
import { APP_FILES_CACHE } from './file-cache.ts';

/** What a document waits for before it shows anything. */
const BLOCKING_TAG = /<script src="([^"]+)"|<link rel="stylesheet"[^>]* href="([^"]+)"/g;

/**
 * Reads a document, which no longer waits for scripts and styles that this device has lost: the browser asks the network for
 * them, and one that is silent would leave the page blank. `public/first.js` applies such a style once it comes.
 */
async function readUnblocked(document: Response): Promise<string> {
  const cache = await caches.open(APP_FILES_CACHE);
  let text = await document.text();
  for (const [tag, script, style] of text.matchAll(BLOCKING_TAG)) {
    if (await cache.match(script ?? style ?? '')) continue;
    const name = script === undefined ? '<link media="not all"' : '<script async';
    text = text.replace(tag, tag.replace(/^<\w+/, name));
  }
  return text;
}

/**
 * Returns a kept document as it answers for a page. It was kept once for all pages, with what most of them may do: motion
 * sensors and the position are permitted on the flight's page, as the server permits them there (decision 100). `no-store`
 * keeps the page that is left out of WebKit's cache for Back (`BackForwardCache.cpp`): a page that waits there holds up
 * every transaction of the next one in IndexedDB (docs/browsers.md).
 */
export async function buildKeptDocumentResponse(
  document: Response,
  path: string,
): Promise<Response> {
  const headers = new Headers(document.headers);
  headers.set('cache-control', 'no-store');
  if (mayUseSensors(path)) {
    const policy = headers.get('permissions-policy') ?? '';
    headers.set(
      'permissions-policy',
      policy.replaceAll(/\b(accelerometer|gyroscope|geolocation)=\(\)/g, '$1=(self)'),
    );
  }
  return new Response(await readUnblocked(document), { status: document.status, headers });
}

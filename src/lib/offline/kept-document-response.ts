import { mayUseSensors } from '#shared/rules/sensor-pages.ts';

/**
 * Returns a kept document as it answers for a page. It was kept once for all pages, with what most of them may do: motion
 * sensors and the position are permitted on the flight's page, as the server permits them there (decision 100). `no-store`
 * keeps the page that is left out of WebKit's cache for Back (`BackForwardCache.cpp`): a page that waits there holds up
 * every transaction of the next one in IndexedDB (docs/browsers.md).
 */
export function buildKeptDocumentResponse(document: Response, path: string): Response {
  const headers = new Headers(document.headers);
  headers.set('cache-control', 'no-store');
  if (mayUseSensors(path)) {
    const policy = headers.get('permissions-policy') ?? '';
    headers.set(
      'permissions-policy',
      policy.replaceAll(/\b(accelerometer|gyroscope|geolocation)=\(\)/g, '$1=(self)'),
    );
  }
  return new Response(document.body, { status: document.status, headers });
}

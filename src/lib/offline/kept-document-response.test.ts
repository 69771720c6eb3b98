import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { installInMemoryCacheStorage } from '#web/lib/testing/cache-storage.ts';
import { APP_FILES_CACHE } from './file-cache.ts';
import { buildKeptDocumentResponse } from './kept-document-response.ts';

beforeEach(() => {
  installInMemoryCacheStorage(vi.stubGlobal);
  vi.stubGlobal('location', { origin: 'https://envol.test' });
});
afterEach(() => void vi.unstubAllGlobals());

const policy = 'accelerometer=(), camera=(), geolocation=(), gyroscope=(), microphone=()';
const buildKept = (html = '<html></html>') =>
  new Response(html, {
    headers: {
      'permissions-policy': policy,
      'content-type': 'text/html',
      'cache-control': 'no-cache',
    },
  });

it('permits the sensors and the position on the flight’s page alone', async () => {
  const document = await buildKeptDocumentResponse(buildKept(), '/flight');
  expect(document.headers.get('permissions-policy')).toBe(
    'accelerometer=(self), camera=(), geolocation=(self), gyroscope=(self), microphone=()',
  );
  expect(document.headers.get('content-type')).toBe('text/html');
  expect(await document.text()).toBe('<html></html>');
  const plan = await buildKeptDocumentResponse(buildKept(), '/plan');
  expect(plan.headers.get('permissions-policy')).toBe(policy);
});

it('is kept for Back by no browser, where it would hold up what the next page reads', async () => {
  const plan = await buildKeptDocumentResponse(buildKept(), '/plan');
  expect(plan.headers.get('cache-control')).toBe('no-store');
});

it('waits for no script and no style that this device has lost', async () => {
  await (await caches.open(APP_FILES_CACHE)).put('/assets/kept.css', new Response());
  const html = [
    '<script src="/first.js"></script>',
    '<link rel="stylesheet" crossorigin href="/assets/kept.css">',
    '<link rel="stylesheet" crossorigin href="/assets/lost.css">',
    '<script type="module" crossorigin src="/assets/app.js"></script>',
  ];
  const document = await buildKeptDocumentResponse(buildKept(html.join('\n')), '/');
  expect((await document.text()).split('\n')).toEqual([
    '<script async src="/first.js"></script>',
    html[1],
    '<link media="not all" rel="stylesheet" crossorigin href="/assets/lost.css">',
    html[3],
  ]);
});

import { describe, expect, it } from 'vitest';
import { createTestSite } from './fixtures/test-site.ts';

const testSite = createTestSite();

/** The content encoding of a path for a browser that accepts these encodings. */
async function readEncoding(path: string, encodings: string, cookie = '') {
  const reply = await fetch(new URL(path, testSite.server.url), {
    headers: { 'accept-encoding': encodings, cookie },
  });
  expect(reply.status).toBe(200);
  await reply.arrayBuffer();
  return reply.headers.get('content-encoding');
}

/** Below it nothing is won by compressing, in bytes. */
const ONE_PACKET = 1400;

async function readPlainSize(path: string): Promise<number> {
  const reply = await fetch(new URL(path, testSite.server.url));
  return (await reply.arrayBuffer()).byteLength;
}

describe('what a phone downloads', () => {
  it('comes compressed: pages, scripts, style sheets and the answers of the API', async () => {
    const html = await (await fetch(new URL('/auth', testSite.server.url))).text();
    const named = html.match(/\/assets\/[\w.-]+\.(?:js|css)/g) ?? [];
    const sizes = await Promise.all(named.map(readPlainSize));
    // A script of a few lines is no smaller compressed.
    const files = named.filter((_, index) => (sizes[index] ?? 0) > ONE_PACKET);
    expect(files.some((file) => file.endsWith('.js'))).toBe(true);
    expect(files.some((file) => file.endsWith('.css'))).toBe(true);
    for (const encoding of ['br', 'gzip'])
      for (const path of ['/', '/auth', ...files])
        expect(await readEncoding(path, encoding), `${path} as ${encoding}`).toBe(encoding);
    const person = await testSite.createPerson();
    expect(await readEncoding('/api/contents?limit=20', 'gzip, br', person.cookie())).toBe('br');
  });
});

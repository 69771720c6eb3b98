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

describe('what a phone downloads', () => {
  it('comes compressed: pages, scripts, style sheets and the answers of the API', async () => {
    const html = await (await fetch(new URL('/auth', testSite.server.url))).text();
    const files = html.match(/\/assets\/[\w.-]+\.(?:js|css)/g) ?? [];
    expect(files.some((file) => file.endsWith('.js'))).toBe(true);
    expect(files.some((file) => file.endsWith('.css'))).toBe(true);
    for (const encoding of ['br', 'gzip'])
      for (const path of ['/', '/auth', ...files])
        expect(await readEncoding(path, encoding), `${path} as ${encoding}`).toBe(encoding);
    const person = await testSite.createPerson();
    expect(await readEncoding('/api/contents?limit=20', 'gzip, br', person.cookie())).toBe('br');
  });
});

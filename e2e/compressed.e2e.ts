import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makePerson } from '#server/testing/people.ts';
import { type Site, startSite } from './fixtures/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

/** How something is sent to a browser that reads these encodings. */
async function sentAs(path: string, encodings: string, cookie = '') {
  const reply = await fetch(new URL(path, site.url), {
    headers: { 'accept-encoding': encodings, cookie },
  });
  expect(reply.status).toBe(200);
  await reply.arrayBuffer();
  return reply.headers.get('content-encoding');
}

describe('what a phone downloads', () => {
  it('comes compressed: pages, scripts, style sheets and the answers of the API', async () => {
    const html = await (await fetch(new URL('/auth', site.url))).text();
    const files = html.match(/\/assets\/[\w.-]+\.(?:js|css)/g) ?? [];
    expect(files.some((file) => file.endsWith('.js'))).toBe(true);
    expect(files.some((file) => file.endsWith('.css'))).toBe(true);
    for (const encoding of ['br', 'gzip'])
      for (const path of ['/', '/auth', ...files])
        expect(await sentAs(path, encoding), `${path} as ${encoding}`).toBe(encoding);
    const person = await makePerson(site.app, site.db, { state: 'pass' });
    expect(await sentAs('/api/contents?limit=20', 'gzip, br', person.cookie())).toBe('br');
  });
});

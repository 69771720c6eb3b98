import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importLibrary } from '#server/features/contents/import.ts';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import { createContentFolder } from '#server/testing/library.ts';
import type { SessionSource } from '#shared/contract/admin-contents.ts';
import { deleteExpiredPreviewLinks } from './writes.ts';

let test: TestApp;
let admin: Awaited<ReturnType<TestApp['createPerson']>>;
beforeAll(async () => {
  test = await createTestApp();
  await importLibrary(test.db, await createContentFolder([{ slug: 'theirs' }]));
  admin = await test.createPerson({ state: 'admin' });
});
afterAll(() => test.close());

const DAY_MS = 86_400_000;
const script = (words: string) =>
  `title: A draft\nsummary: A summary.\n---\n${words}\n[pause five]\n[pause 4]\n`;
const source = (words: string): SessionSource => ({
  facts: {
    kind: 'flow',
    category: 'meditation',
    areas: ['fear_heights'],
    situations: ['cruise'],
    form: 'full',
    optIn: false,
    guard: null,
    access: 'pass',
    author: 'somebody',
  },
  scripts: { en: script(words), fr: script(`${words} En français.`) },
});
const create = async (words: string) =>
  (await admin.call('POST /api/admin/contents', { body: { source: source(words) } })).body.id;
const link = async (id: string, days = 7) =>
  (
    await admin.call('POST /api/admin/contents/:id/preview-links', {
      params: { id },
      body: { days },
    })
  ).body.url;
const open = (url: string, language: 'en' | 'fr' = 'en') =>
  test
    .createBrowser()
    .call('POST /api/session-previews', { body: { token: url.split('#')[1] ?? '', language } });

describe('a preview link', () => {
  it('shows a draft to somebody without an account, in both languages, faults left out, as it is saved by then', async () => {
    const id = await create('First words.');
    const url = await link(id);
    expect(url).toMatch(/^http:\/\/localhost.*\/preview#[\w-]{32}$/u);
    const { status, body } = await open(url);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id, title: 'A draft', summary: 'A summary.', version: 1 });
    expect(body.excerpt).toMatchObject([{ type: 'say', text: 'First words.' }, { type: 'pause' }]);
    await admin.call('PUT /api/admin/contents/:id', {
      params: { id },
      body: { version: 1, source: source('Second words.') },
    });
    const later = (await open(url, 'fr')).body;
    expect(later).toMatchObject({ version: 2, language: 'fr' });
    expect(JSON.stringify(later.excerpt)).toContain('En français.');
  });

  it('expires, and is then deleted', async () => {
    const url = await link(await create('For a day.'), 1);
    expect((await open(url)).status).toBe(200);
    test.clock.advance(DAY_MS + 1);
    const over = await open(url);
    expect([over.status, over.body.error?.code]).toEqual([422, 'link_expired']);
    await deleteExpiredPreviewLinks(test.db, test.clock());
  });

  it('ends with all others of its session, in the audit log, and leaves those of other sessions', async () => {
    const id = await create('To be ended.');
    const urls = [await link(id), await link(id)];
    const other = await link(await create('To stay.'));
    const { links } = (
      await admin.call('GET /api/admin/contents/:id/preview-links', { params: { id } })
    ).body;
    expect(links.map(({ by }) => by)).toEqual([admin.email, admin.email]);
    expect(JSON.stringify(links)).not.toContain(urls[0]?.split('#')[1]);
    await admin.call('POST /api/admin/contents/:id/preview-links/end', { params: { id } });
    for (const url of urls) expect((await open(url)).body.error?.code).toBe('link_expired');
    expect((await open(other)).status).toBe(200);
    const [entry] = (await admin.call('GET /api/admin/audit')).body.entries;
    expect(entry).toMatchObject({ action: 'session.preview-end', details: { count: 2 } });
  });

  it('opens nothing once its session is deleted, nor by a token that nobody was given', async () => {
    const id = await create('Never to be.');
    const url = await link(id);
    await admin.call('DELETE /api/admin/contents/:id', { params: { id }, query: { version: 1 } });
    expect((await open(url)).body.error?.code).toBe('link_expired');
    expect((await open('#guessed')).body.error?.code).toBe('link_expired');
  });

  it('shows what was imported too, which stays the content folder’s', async () => {
    const [session] = (await admin.call('GET /api/admin/contents', { query: { search: 'theirs' } }))
      .body.sessions;
    const url = await link(session?.id ?? '');
    expect((await open(url)).body).toMatchObject({ title: 'theirs en', version: 0 });
    const again = await importLibrary(
      test.db,
      await createContentFolder([{ slug: 'theirs', kind: 'load' }]),
    );
    expect(again).toEqual({ written: 1 });
  });
});

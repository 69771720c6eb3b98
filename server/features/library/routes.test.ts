import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import { createContentFolder } from '#server/testing/library.ts';
import { importLibrary } from '#server/features/contents/import.ts';
import { contents } from '#server/features/contents/table.ts';

let site: TestApp;
beforeAll(async () => void (site = await createTestApp()));
afterAll(() => site.close());

type Person = Awaited<ReturnType<TestApp['createPerson']>>;
const list = async (person: Person, query: Record<string, string | number> = {}) =>
  (await person.call('GET /api/contents', { query })).body;

describe('the list of sessions', () => {
  beforeAll(async () => {
    const folder = await createContentFolder(
      Array.from({ length: 25 }, (_, index) => ({
        slug: `s${index}`,
        category: index % 5 === 0 ? 'technical' : 'meditation',
        publishedOn: `2026-10-${String(1 + (index % 12)).padStart(2, '0')}`,
        script: `title: A title\nsummary: S\nsource: A book, 2020\n---\nA sentence to say.\n[pause ${10 + ((index * 7) % 25)}]\n`,
      })),
    );
    await importLibrary(site.db, folder);
  });

  async function everything(person: Person, query: Record<string, string | number>) {
    const pages = [];
    let cursor: string | null = '';
    do {
      const page = await list(person, { ...query, ...(cursor && { cursor }) });
      pages.push(page.items);
      cursor = page.nextCursor;
    } while (cursor);
    return pages;
  }

  it('comes in pages of 20, newest first, without gap or repetition', async () => {
    const pages = await everything(await site.createPerson(), {});
    expect(pages.map(({ length }) => length)).toEqual([20, 5]);
    const all = pages.flat();
    expect(new Set(all.map(({ id }) => id)).size).toBe(25);
    const dates = all.map(({ publishedAt }) => publishedAt);
    expect(dates).toEqual(dates.toSorted().toReversed());
  });

  it('comes shortest first when asked', async () => {
    const all = (
      await everything(await site.createPerson(), { sort: 'shortest', limit: 4 })
    ).flat();
    const lengths = all.map(({ durationMs }) => durationMs);
    expect(lengths).toEqual(lengths.toSorted((a, b) => a - b));
    expect(all).toHaveLength(25);
  });

  it('keeps to one category', async () => {
    const { items } = await list(await site.createPerson(), { category: 'technical' });
    expect(items.map(({ category }) => category)).toEqual(Array(5).fill('technical'));
  });

  it('neither repeats nor hides a session when one is published between two pages', async () => {
    const ada = await site.createPerson();
    const first = await list(ada, { limit: 20 });
    const folder = await createContentFolder([{ slug: 'newer', publishedOn: '2026-11-20' }]);
    await importLibrary(site.db, folder);
    // The importer withdrew the others, whose folders are not in this one: put them back.
    await site.db.update(contents).set({ withdrawnAt: null });
    const second = await list(ada, { limit: 20, cursor: first.nextCursor ?? '' });
    const seen = [...first.items, ...second.items].map(({ id }) => id);
    expect(new Set(seen).size).toBe(seen.length);
  });

  it('speaks the language of the profile', async () => {
    const [french, english] = [
      await site.createPerson({ language: 'fr' }),
      await site.createPerson({ language: 'en' }),
    ];
    expect((await list(french)).items[0]).toMatchObject({ language: 'fr' });
    expect((await list(english)).items[0]?.title).toMatch(/ en$/);
  });

  it.each([
    'not JSON',
    '{"sort":"newest"}',
    '{"sort":"newest","key":"0000-01-01T00:00:00Z","id":"019a0000-0000-7000-8000-000000000000"}',
  ])('refuses a cursor made of %s', async (place) => {
    const ada = await site.createPerson();
    const query = { cursor: Buffer.from(place).toString('base64url') };
    const { status, body } = await ada.call('GET /api/contents', { query });
    expect([status, body.error?.fields]).toEqual([400, { cursor: 'not_a_cursor' }]);
  });

  it('refuses the cursor of another order', async () => {
    const ada = await site.createPerson();
    const { nextCursor } = await list(ada, { limit: 2 });
    const query = { cursor: nextCursor ?? '', sort: 'shortest' };
    expect((await ada.call('GET /api/contents', { query })).status).toBe(400);
  });
});

describe('a session somebody passed on', () => {
  it('is read by anybody in either language, without its script', async () => {
    await importLibrary(site.db, await createContentFolder([{ slug: 'passed-on' }]));
    const [shown] = (await list(await site.createPerson())).items;
    const params = { id: shown?.id ?? '' };
    const { status, body } = await site
      .createBrowser()
      .call('GET /api/shared-sessions/:id', { params, query: { language: 'fr' } });
    expect([status, body.title]).toEqual([200, 'passed-on fr']);
    expect(Object.keys(body).toSorted()).toEqual([
      'category',
      'durationMs',
      'id',
      'kind',
      'language',
      'summary',
      'title',
    ]);
  });

  it('is nobody’s to read once it is withdrawn', async () => {
    const [shown] = (await list(await site.createPerson())).items;
    await site.db.update(contents).set({ withdrawnAt: new Date() });
    const { status, body } = await site
      .createBrowser()
      .call('GET /api/shared-sessions/:id', { params: { id: shown?.id ?? '' }, query: {} });
    expect([status, body.error?.code]).toEqual([404, 'content_not_found']);
  });
});

import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importLibraryAndUpdateSearchIndex } from '#server/import-content.ts';
import { authorTexts } from '#server/features/contents/table.ts';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import { createContentFolder } from '#server/testing/library.ts';

let site: TestApp;
beforeAll(async () => void (site = await createTestApp()));
afterAll(() => site.close());

describe('the translations', () => {
  it('are whole: no message of the product is missing in a language', async () => {
    const member = await site.createPerson();
    const { features } = (await member.call('GET /api/translations')).body;
    expect(features.flatMap(({ missing }) => [...missing.en, ...missing.fr])).toEqual([]);
    expect(features.find(({ name }) => name === 'ladder')?.total).toBeGreaterThan(20);
  });

  it('count the content that people see', async () => {
    const folder = await createContentFolder(
      [{ slug: 'one' }, { slug: 'two' }],
      [{ slug: 'steps', lessons: ['one'] }],
    );
    await importLibraryAndUpdateSearchIndex(site.db, folder);
    const member = await site.createPerson();
    const { content } = (await member.call('GET /api/translations')).body;
    expect(content.map(({ name, total }) => [name, total])).toEqual([
      ['sessions', 2],
      ['programs', 1],
      ['lessons', 1],
      ['authors', 1],
    ]);
    expect(content[0]?.missing).toEqual({ en: [], fr: [] });
    await site.db.delete(authorTexts).where(eq(authorTexts.language, 'fr'));
    const later = (await member.call('GET /api/translations')).body;
    expect(later.content[3]?.missing.fr).toHaveLength(1);
  });

  it('are shown message by message, both languages and every plural form', async () => {
    const member = await site.createPerson();
    const read = (feature: string) =>
      member.call('GET /api/translations/:feature', { params: { feature } });
    expect((await read('ladder')).body).toMatchObject({
      en: { 'list.count_one': '{{count}} step', 'list.count_other': '{{count}} steps' },
      fr: { 'list.count_one': '{{count}} étape', 'list.count_many': '{{count}} étapes' },
    });
    expect((await read('nothing')).status).toBe(404);
    expect((await read('..')).status).not.toBe(200);
  });
});

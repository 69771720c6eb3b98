import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importContent } from '#server/content.ts';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import { createContentFolder } from '#server/testing/library.ts';

let site: TestApp;
beforeAll(async () => void (site = await createTestApp()));
afterAll(() => site.close());

describe('the translations', () => {
  it('are whole: no message of the product is missing in a language, and none is unused', async () => {
    const member = await site.createPerson();
    const { features } = (await member.call('GET /api/translations')).body;
    const faults = features.flatMap(({ feature, languages, unused }) =>
      [...languages.en.missing, ...languages.fr.missing, ...unused].map(
        (key) => `${feature}:${key}`,
      ),
    );
    expect(faults).toEqual([]);
    expect(features.find(({ feature }) => feature === 'ladder')?.messages).toBeGreaterThan(20);
  });

  it('count the content that people see', async () => {
    const folder = await createContentFolder(
      [{ slug: 'one' }, { slug: 'two' }],
      [{ slug: 'steps', lessons: ['one'] }],
    );
    await importContent(site.db, folder);
    const member = await site.createPerson();
    const { content } = (await member.call('GET /api/translations')).body;
    expect(content.map(({ kind, total }) => [kind, total])).toEqual([
      ['sessions', 2],
      ['programs', 1],
      ['lessons', 1],
      ['authors', 1],
    ]);
    expect(content[0]?.languages.fr).toEqual({ translated: 2, missing: [], equal: [] });
  });

  it('are shown message by message, both languages and every plural form', async () => {
    const member = await site.createPerson();
    const read = (feature: string) =>
      member.call('GET /api/translations/:feature', { params: { feature } });
    const { messages } = (await read('ladder')).body;
    expect(messages.find(({ key }) => key === 'list.count')).toMatchObject({
      en: { one: '{{count}} step', other: '{{count}} steps' },
      fr: { one: '{{count}} étape', many: '{{count}} étapes' },
    });
    expect((await read('nothing')).status).toBe(404);
    expect((await read('..')).status).not.toBe(200);
  });
});

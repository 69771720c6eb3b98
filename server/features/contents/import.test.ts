import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import { createContentFolder, writeTestSession } from '#server/testing/library.ts';
import { importLibrary } from './import.ts';

let site: TestApp;
beforeAll(async () => void (site = await createTestApp()));
afterAll(() => site.close());

type Person = Awaited<ReturnType<TestApp['createPerson']>>;
const list = async (person: Person, query: Record<string, string | number> = {}) =>
  (await person.call('GET /api/contents', { query })).body;

describe('the importer', () => {
  it('writes a library once, and nothing when nothing changed', async () => {
    const folder = await createContentFolder([{ slug: 'one' }, { slug: 'two' }]);
    expect(await importLibrary(site.db, folder)).toEqual({ written: 2 });
    expect(await importLibrary(site.db, folder)).toEqual({ written: 0 });
  });

  it('writes only the session that changed, and keeps its id', async () => {
    const folder = await createContentFolder([{ slug: 'one' }, { slug: 'two' }]);
    await importLibrary(site.db, folder);
    const ada = await site.createPerson();
    const before = (await list(ada)).items.find(({ slug }) => slug === 'one');
    await writeTestSession(folder, { slug: 'one', kind: 'load' });
    expect(await importLibrary(site.db, folder)).toEqual({ written: 1 });
    const after = (await list(ada)).items.find(({ slug }) => slug === 'one');
    expect(after).toEqual({ ...before, kind: 'load' });
  });

  it('unpublishes a session whose folder is gone, and shows it again when it is back', async () => {
    const folder = await createContentFolder([{ slug: 'one' }, { slug: 'two' }]);
    await importLibrary(site.db, folder);
    const ada = await site.createPerson();
    const id = (await list(ada)).items.find(({ slug }) => slug === 'two')?.id ?? '';
    await rm(path.join(folder, 'sessions/two'), { recursive: true });
    await importLibrary(site.db, folder);
    expect((await list(ada)).items.map(({ slug }) => slug)).not.toContain('two');
    const gone = await ada.call('GET /api/contents/:id', { params: { id } });
    expect([gone.status, gone.body.error?.code]).toEqual([404, 'content_not_found']);

    await writeTestSession(folder, { slug: 'two' });
    await importLibrary(site.db, folder);
    expect((await ada.call('GET /api/contents/:id', { params: { id } })).status).toBe(200);
  });

  it('names every fault by file and line, and writes nothing', async () => {
    const folder = await createContentFolder([{ slug: 'good' }, { slug: 'bad' }]);
    const bad = path.join(folder, 'sessions/bad');
    await writeFile(path.join(bad, 'en.txt'), 'title: T\nsummary: S\n---\n[pause x]\n');
    await rm(path.join(bad, 'fr.txt'));
    const failure = await importLibrary(site.db, folder).catch(String);
    expect(failure).toContain('bad/en.txt:4:');
    expect(failure).toContain('bad/fr.txt: missing');
    expect((await list(await site.createPerson())).items.map(({ slug }) => slug)).not.toContain(
      'good',
    );
  });
});

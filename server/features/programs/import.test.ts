import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { importLibraryAndUpdateSearchIndex } from '#server/import-content.ts';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import { createContentFolder, writeTestProgram } from '#server/testing/library.ts';

let site: TestApp;
beforeAll(async () => void (site = await createTestApp()));
afterAll(() => site.close());

const slugs = async () =>
  (await (await site.createPerson()).call('GET /api/programs')).body.items.map(({ slug }) => slug);

it('names every fault of programs and sessions together, and writes neither', async () => {
  const folder = await createContentFolder(
    [{ slug: 'one' }, { slug: 'bad' }],
    [{ slug: 'faulty', lessons: ['one', 'nowhere', 'one'] }],
  );
  await writeFile(
    path.join(folder, 'sessions/bad/en.txt'),
    'title: T\nsummary: S\n---\n[pause x]\n',
  );
  const own = path.join(folder, 'programs/faulty');
  const words = { title: 'T', summary: 'S', about: 'A', lessons: { other: { title: 'T' } } };
  await writeFile(path.join(own, 'en.json'), JSON.stringify({ ...words, lessons: {} }));
  await writeFile(path.join(own, 'fr.json'), JSON.stringify(words));
  const failure = await importLibraryAndUpdateSearchIndex(site.db, folder).catch(String);
  expect(failure).toContain('bad/en.txt:4:');
  expect(failure).toContain('faulty/program.json: lesson 2: there is no session nowhere');
  expect(failure).toContain('faulty/program.json: lesson 3: one comes twice');
  expect(failure).toContain('faulty/en.json: lessons: one is missing');
  expect(failure).toMatch(/faulty\/fr\.json: [^]*lessons\.other\.introduction/);
  expect(await slugs()).toEqual([]);
});

it('writes programs once, and only the one that changed', async () => {
  const programs = [
    { slug: 'a', lessons: ['one'], position: 1 },
    { slug: 'b', lessons: ['one'], position: 2 },
  ];
  const folder = await createContentFolder([{ slug: 'one' }, { slug: 'two' }], programs);
  expect(await importLibraryAndUpdateSearchIndex(site.db, folder)).toEqual({ written: 4 });
  expect(await importLibraryAndUpdateSearchIndex(site.db, folder)).toEqual({ written: 0 });
  await writeTestProgram(folder, { slug: 'a', lessons: ['two', 'one'], position: 3 });
  expect(await importLibraryAndUpdateSearchIndex(site.db, folder)).toEqual({ written: 1 });
  expect(await slugs()).toEqual(['b', 'a']);
});

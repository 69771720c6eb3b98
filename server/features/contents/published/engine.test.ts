import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '#server/app.ts';
import type { App } from '#server/dependencies.ts';
import { importLibrary } from '#server/features/contents/import.ts';
import { contents, contentTexts } from '#server/features/contents/table.ts';
import { createPool, type Pool } from '#server/db/pool.ts';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import { createTestDependencies } from '#server/testing/dependencies.ts';
import { createContentFolder, removeContentFolders } from '#server/testing/library.ts';
import { createLibraryCache, refreshLibraryCacheOnChange, type LibraryCache } from './engine.ts';
import { loadSessionLibrary } from './reads.ts';

let site: TestApp;
/** A second server on the same database. */
let pool: Pool;
let other: App;
beforeAll(async () => {
  site = await createTestApp();
  await importLibrary(site.db, await createContentFolder([{ slug: 'one' }, { slug: 'two' }]));
  pool = createPool(site.url, { max: 2 });
  const { dependencies } = await createTestDependencies(pool, { jobs: site.app.dependencies.jobs });
  other = await buildApp(dependencies);
});
afterAll(async () => {
  await other.close();
  await pool.close();
  await site.close();
  await removeContentFolders();
});

type Person = Awaited<ReturnType<TestApp['createPerson']>>;
const ask = async (app: App, person: Person, url: string) => {
  const answer = await app.inject({ url, headers: { cookie: person.cookie() } });
  return { status: answer.statusCode, body: answer.json<{ items: { title: string }[] }>() };
};
const listTitles = async (app: App, person: Person) =>
  (await ask(app, person, '/api/contents')).body.items.map(({ title }) => title).toSorted();
const unpublish = (slug: string, unpublishedAt: Date | null) =>
  site.db.update(contents).set({ unpublishedAt }).where(eq(contents.slug, slug));
const findId = async (slug: string) =>
  (await site.db.select({ id: contents.id }).from(contents).where(eq(contents.slug, slug)))[0]?.id;

describe('what is published', () => {
  it('is gone on every server with the statement that unpublishes it, and back with the one that shows it', async () => {
    const ada = await site.createPerson();
    const id = await findId('two');
    const urls = [`/api/contents/${id}`, `/api/shared-sessions/${id}`];
    for (const app of [site.app, other]) {
      expect(await listTitles(app, ada)).toEqual(['one en', 'two en']);
      for (const url of urls) expect((await ask(app, ada, url)).status).toBe(200);
    }
    await unpublish('two', new Date());
    for (const app of [site.app, other]) {
      expect(await listTitles(app, ada)).toEqual(['one en']);
      for (const url of urls) expect((await ask(app, ada, url)).status).toBe(404);
    }
    await unpublish('two', null);
    for (const app of [site.app, other])
      expect(await listTitles(app, ada)).toEqual(['one en', 'two en']);
  });

  it('has new words at once, in the language of each person', async () => {
    const ada = await site.createPerson();
    const zoe = await site.createPerson({ language: 'fr' });
    await listTitles(other, zoe);
    await site.db.update(contentTexts).set({ title: 'Un' }).where(eq(contentTexts.title, 'one fr'));
    expect(await listTitles(other, zoe)).toEqual(['Un', 'two fr']);
    expect(await listTitles(other, ada)).toEqual(['one en', 'two en']);
  });

  it('is not changed by a transaction that comes to nothing', async () => {
    const published = createLibraryCache(site.db);
    const before = await published.read(loadSessionLibrary, 'en');
    const undone = site.db.transaction(async (tx) => {
      await tx.update(contents).set({ unpublishedAt: new Date() });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await published.read(loadSessionLibrary, 'en')).toBe(before);
  });

  it('is asked of the database again where that failed', async () => {
    const published = createLibraryCache(site.db);
    let fails = true;
    const load = async () => {
      if (fails) throw new Error('no answer');
      return 'loaded';
    };
    await expect(published.read(load, 'key')).rejects.toThrow('no answer');
    fails = false;
    expect(await published.read(load, 'key')).toBe('loaded');
  });

  it('keeps a bounded number of one kind, and nothing of what is not there', async () => {
    const published = createLibraryCache(site.db);
    let loads = 0;
    const load = async (_db: unknown, key: string) => {
      loads += 1;
      return key.startsWith('no') ? null : key;
    };
    await Promise.all(['a', 'a', 'a'].map((key) => published.read(load, key)));
    expect(loads).toBe(1);
    for (let index = 0; index < 600; index++) await published.read(load, `no-${index}`);
    await published.read(load, 'a');
    expect(loads).toBe(601);
    for (let index = 0; index < 500; index++) await published.read(load, `b-${index}`);
    await published.read(load, 'a');
    expect(loads).toBe(1102);
  });
});

describe('a server that follows what is published', () => {
  /** Counts how often the library is loaded before it is asked for. */
  async function follow() {
    const published = createLibraryCache(pool.db);
    let refreshed = 0;
    const counted: LibraryCache = {
      ...published,
      refresh: async () => {
        await published.refresh();
        refreshed += 1;
      },
    };
    const { close } = await refreshLibraryCacheOnChange(
      counted,
      pool.listen,
      site.app.dependencies.log,
    );
    return { count: () => refreshed, close };
  }

  it('loads it when another server changed it, and again once its lost connection is back', async () => {
    const followed = await follow();
    await expect.poll(followed.count).toBe(1);
    await unpublish('two', new Date());
    await expect.poll(followed.count).toBe(2);
    await site.db.execute(
      "select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen%published%' and datname = current_database()",
    );
    await expect.poll(followed.count).toBe(3);
    await unpublish('two', null);
    await expect.poll(followed.count).toBe(4);
    await followed.close();
  });
});

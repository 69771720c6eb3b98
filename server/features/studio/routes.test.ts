import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importLibrary } from '#server/features/contents/import.ts';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import { createContentFolder, writeTestSession } from '#server/testing/library.ts';
import type { SessionSource } from '#shared/contract/admin-contents.ts';

let test: TestApp;
let admin: Person;
let member: Person;
beforeAll(async () => {
  test = await createTestApp();
  await importLibrary(test.db, await createContentFolder([{ slug: 'theirs' }]));
  admin = await test.createPerson({ state: 'admin' });
  member = await test.createPerson();
});
afterAll(() => test.close());

const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(test.clock().getTime() + hours * HOUR_MS).toISOString();
type Person = Awaited<ReturnType<TestApp['createPerson']>>;
const SENTENCE = 'Breathe in slowly, and let the air leave by itself.';
const BODY = Array.from({ length: 24 }, () => `${SENTENCE}\n[pause 5]`).join('\n');
const script = (title: string, body = BODY) =>
  `title: ${title}\nsummary: A summary.\n---\n${body}\n`;
const source = (title: string, body?: string): SessionSource => ({
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
  scripts: { en: script(title, body), fr: script(title, body) },
});
const create = async (title: string, body?: string) =>
  (await admin.call('POST /api/admin/contents', { body: { source: source(title, body) } })).body;
const save = (id: string, version: number, title: string, by = admin) =>
  by.call('PUT /api/admin/contents/:id', {
    params: { id },
    body: { version, source: source(title) },
  });
const setState = (
  id: string,
  body: { version: number; state: 'published' | 'draft' | 'unpublished' } | Schedule,
) => admin.call('PUT /api/admin/contents/:id/state', { params: { id }, body });
type Schedule = { version: number; state: 'scheduled'; publishAt: string };
const read = async (id: string) =>
  (await admin.call('GET /api/admin/contents/:id', { params: { id } })).body;
const listen = (id: string) => member.call('GET /api/contents/:id', { params: { id } });
const findTitles = async (search: string) =>
  (await member.call('GET /api/contents', { query: { search } })).body.items.map(
    ({ title }) => title,
  );

describe('a session that is written in the studio', () => {
  it('is seen by people from the moment on at which it is published, and found by its words', async () => {
    const { id, slug, state } = await create('Gliding home');
    expect([slug, state]).toEqual(['gliding-home', 'draft']);
    expect((await listen(id)).status).toBe(404);
    const published = await setState(id, { version: 1, state: 'published' });
    expect(published.body).toMatchObject({ state: 'published', publishedVersion: 1 });
    expect((await listen(id)).body).toMatchObject({
      title: 'Gliding home',
      slug,
      completed: false,
    });
    expect(await findTitles('gliding')).toEqual(['Gliding home']);
  });

  it('is heard as it was published until it is published again', async () => {
    const { id } = await create('First words');
    await setState(id, { version: 1, state: 'published' });
    expect((await save(id, 1, 'Second words')).body).toMatchObject({
      version: 2,
      state: 'published',
      publishedVersion: 1,
    });
    expect((await listen(id)).body.title).toBe('First words');
    await setState(id, { version: 2, state: 'published' });
    expect((await listen(id)).body.title).toBe('Second words');
    expect(await findTitles('"first words"')).not.toContain('First words');
  });

  it('is not published with faults', async () => {
    const { id } = await create('Too short', SENTENCE);
    const refused = await setState(id, { version: 1, state: 'published' });
    expect([refused.status, refused.body.error?.code]).toEqual([409, 'session_has_faults']);
    expect((await read(id)).state).toBe('draft');
  });

  it('is published at its time, and not before', async () => {
    const { id } = await create('Later on');
    const publishAt = inHours(20);
    const late = await setState(id, { version: 1, state: 'scheduled', publishAt: inHours(-1) });
    expect(late.status).toBe(400);
    const scheduled = await setState(id, { version: 1, state: 'scheduled', publishAt });
    expect(scheduled.body).toMatchObject({ state: 'scheduled', publishAt });
    await test.runJobs();
    expect((await listen(id)).status).toBe(404);
    test.clock.advance(20 * HOUR_MS + 1000);
    await test.runJobs();
    expect((await listen(id)).status).toBe(200);
    expect(await read(id)).toMatchObject({ state: 'published', publishAt: null });
  });

  it('stays a draft when the date is taken back, or another text is saved before it', async () => {
    const publishAt = inHours(30);
    const one = await create('Taken back');
    const other = await create('Another text');
    for (const { id } of [one, other])
      await setState(id, { version: 1, state: 'scheduled', publishAt });
    await setState(one.id, { version: 1, state: 'draft' });
    expect((await save(other.id, 1, 'Another text')).body).toMatchObject({ version: 1, publishAt });
    await save(other.id, 1, 'Another one');
    test.clock.advance(31 * HOUR_MS);
    await test.runJobs();
    for (const { id } of [one, other]) expect((await read(id)).state).toBe('draft');
  });

  it('is unpublished from people, and can be published again', async () => {
    const { id } = await create('There and back');
    await setState(id, { version: 1, state: 'published' });
    expect((await setState(id, { version: 1, state: 'unpublished' })).body.state).toBe(
      'unpublished',
    );
    expect((await listen(id)).status).toBe(404);
    expect(await findTitles('there')).toEqual([]);
    expect((await setState(id, { version: 1, state: 'unpublished' })).status).toBe(409);
    await setState(id, { version: 1, state: 'published' });
    expect((await listen(id)).status).toBe(200);
  });

  it('is not written over by whoever has not seen the last version, and every version is kept', async () => {
    const other = await test.createPerson({ state: 'admin' });
    const { id } = await create('One');
    expect((await save(id, 1, 'Two', other)).status).toBe(200);
    const late = await save(id, 1, 'Three');
    expect([late.status, late.body.error?.code]).toEqual([409, 'conflict']);
    expect((await read(id)).lastEdit).toMatchObject({ by: other.email });
    const params = { id };
    const { versions } = (await admin.call('GET /api/admin/contents/:id/versions', { params }))
      .body;
    expect(versions.map(({ version, by }) => [version, by])).toEqual([
      [2, other.email],
      [1, admin.email],
    ]);
    const old = await admin.call('GET /api/admin/contents/:id/version', {
      params,
      query: { number: 1 },
    });
    expect(old.body.source).toEqual(source('One'));
  });

  it('needs an author who is there', async () => {
    const body = {
      source: { ...source('Nobody’s'), facts: { ...source('').facts, author: 'no' } },
    };
    const refused = await admin.call('POST /api/admin/contents', { body });
    expect(refused.body.error).toEqual({
      code: 'invalid_input',
      fields: { 'source.facts.author': 'unknown' },
    });
  });

  it('is listed with its state, searched, narrowed and ordered', async () => {
    await create('Zebras on the runway');
    const list = async (query: Record<string, string | number>) =>
      (await admin.call('GET /api/admin/contents', { query })).body;
    const { sessions } = await list({ search: 'ZEBRAS', state: 'draft', sort: 'title' });
    expect(sessions).toMatchObject([{ title: 'Zebras on the runway', state: 'draft' }]);
    expect((await list({ search: 'zebras', state: 'published' })).sessions).toEqual([]);
    expect((await list({ search: '100%' })).sessions).toEqual([]);
    expect(await list({ limit: 1 })).toMatchObject({ hasMore: true });
  });
});

describe('a session that was imported', () => {
  const find = async (slug: string) => {
    const query = { search: slug };
    const { sessions } = (await admin.call('GET /api/admin/contents', { query })).body;
    return sessions[0]?.id ?? '';
  };

  it('is read as it was written, and belongs to the studio once it is saved there', async () => {
    const folder = await createContentFolder([{ slug: 'ours' }, { slug: 'theirs' }]);
    await importLibrary(test.db, folder);
    const id = await find('ours');
    const imported = await read(id);
    expect(imported).toMatchObject({ version: 0, state: 'published', slug: 'ours' });
    expect(imported.source.scripts.en).toContain('[pause 20]');
    await save(id, 0, 'Written here');
    expect((await listen(id)).body.title).toBe('ours en');

    await writeTestSession(folder, { slug: 'ours', kind: 'load' });
    expect(await importLibrary(test.db, folder)).toEqual({ written: 0 });
    await setState(id, { version: 1, state: 'published' });
    expect(await importLibrary(test.db, folder)).toEqual({ written: 0 });
    expect((await listen(id)).body).toMatchObject({ title: 'Written here', kind: 'flow' });
    await importLibrary(test.db, await createContentFolder([{ slug: 'theirs' }]));
    expect((await listen(id)).status).toBe(200);
    const params = { id };
    const { versions } = (await admin.call('GET /api/admin/contents/:id/versions', { params }))
      .body;
    expect(versions.map(({ version }) => version)).toEqual([1, 0]);
  });

  it('is saved by one of two admins who edit it for the first time at the same moment', async () => {
    const id = await find('theirs');
    const replies = await Promise.all([save(id, 0, 'Mine'), save(id, 0, 'Mine too')]);
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });
});

describe('files', () => {
  it('come in as a draft, and as the next version of a session that is there', async () => {
    const body = { slug: 'from-files', source: source('From files') };
    const first = (await admin.call('POST /api/admin/content-imports', { body })).body;
    expect(first).toMatchObject({ slug: 'from-files', version: 1, state: 'draft' });
    const again = { ...body, source: source('From newer files') };
    const second = (await admin.call('POST /api/admin/content-imports', { body: again })).body;
    expect(second).toMatchObject({ id: first.id, version: 2, state: 'draft' });
  });

  it('of the same session that two admins bring at the same moment come in as one session', async () => {
    const bring = (title: string) =>
      admin.call('POST /api/admin/content-imports', {
        body: { slug: 'at-once', source: source(title) },
      });
    const replies = await Promise.all([bring('At once'), bring('At once too')]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    const ids = [...new Set(replies.map(({ body: { id } }) => id))];
    expect(ids).toHaveLength(1);
    const params = { id: ids[0] as string };
    const { versions } = (await admin.call('GET /api/admin/contents/:id/versions', { params }))
      .body;
    expect(versions.map(({ version }) => version)).toEqual([2, 1]);
  });
});

describe('what the studio tells of sessions', () => {
  const listSlugs = async (query: { needs?: 'recording' | 'publishing' }) =>
    (await admin.call('GET /api/admin/contents', { query })).body.sessions.map(({ slug }) => slug);
  const remove = (id: string, version: number) =>
    admin.call('DELETE /api/admin/contents/:id', { params: { id }, query: { version } });

  it('is in the audit log also when the clock publishes, in the name of whoever scheduled it', async () => {
    const { id } = await create('By the clock');
    await setState(id, { version: 1, state: 'scheduled', publishAt: inHours(2) });
    test.clock.advance(3 * HOUR_MS);
    await test.runJobs();
    const [entry] = (await admin.call('GET /api/admin/audit')).body.entries;
    expect(entry).toMatchObject({ action: 'session.published', actor: admin.email });
    expect(entry?.details).toMatchObject({ version: 1 });
  });

  it('is which of them need a recording, or to be published again', async () => {
    const { id, slug } = await create('Needs both');
    expect(await listSlugs({ needs: 'recording' })).toContain(slug);
    await setState(id, { version: 1, state: 'published' });
    expect(await listSlugs({ needs: 'recording' })).toContain(slug);
    expect(await listSlugs({ needs: 'publishing' })).not.toContain(slug);
    await save(id, 1, 'Needs both again');
    expect(await listSlugs({ needs: 'publishing' })).toContain(slug);
  });

  it('is nothing of one that was deleted, which one that people may have heard is not', async () => {
    const { id, slug } = await create('Never to be');
    await save(id, 1, 'Never to be seen');
    expect((await remove(id, 1)).body.error?.code).toBe('conflict');
    expect((await remove(id, 2)).status).toBe(200);
    expect((await remove(id, 2)).status).toBe(200);
    expect(await listSlugs({})).not.toContain(slug);
    const [entry] = (await admin.call('GET /api/admin/audit')).body.entries;
    expect(entry).toMatchObject({ action: 'session.delete', actor: admin.email });
    const shown = await create('Heard by people');
    await setState(shown.id, { version: 1, state: 'published' });
    expect((await remove(shown.id, 1)).body.error?.code).toBe('session_published');
  });
});

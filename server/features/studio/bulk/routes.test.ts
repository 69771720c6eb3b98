import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importLibrary } from '#server/features/contents/import.ts';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import { createContentFolder } from '#server/testing/library.ts';
import type { BulkSessionChange } from '#shared/contract/admin-bulk.ts';
import type { SessionSource } from '#shared/contract/admin-contents.ts';

let test: TestApp;
let admin: Awaited<ReturnType<TestApp['createPerson']>>;
beforeAll(async () => {
  test = await createTestApp();
  await importLibrary(test.db, await createContentFolder([{ slug: 'theirs' }]));
  admin = await test.createPerson({ state: 'admin' });
});
afterAll(() => test.close());

const BODY = Array.from(
  { length: 24 },
  () => 'Breathe in slowly, and let the air leave by itself.\n[pause 5]',
).join('\n');
const script = (title: string, line: string, body = BODY) =>
  `title: ${title}\nsummary: A summary.\nsource: Wombat Society, Burrows, 2020\n---\n${body}\n${line}\n`;
const create = async (title: string, en: string, fr = 'Rien.', body = BODY) => {
  const source: SessionSource = {
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
    scripts: { en: script(title, en, body), fr: script(title, fr, body) },
  };
  const { id } = (await admin.call('POST /api/admin/contents', { body: { source } })).body;
  return { id, version: 1 };
};
const read = async ({ id }: { id: string }) =>
  (await admin.call('GET /api/admin/contents/:id', { params: { id } })).body;
const find = async (query: { find: string; language?: 'en' | 'fr'; isWholeWord?: 'true' }) =>
  (await admin.call('GET /api/admin/content-words', { query })).body;
const change = async (sessions: { id: string; version: number }[], what: BulkSessionChange) =>
  (await admin.call('POST /api/admin/content-changes', { body: { sessions, change: what } })).body;

describe('words', () => {
  it('are found in what people read and hear of every session, written here or imported, line by line', async () => {
    const { id } = await create('Numbat', 'The wombat sleeps.', 'Le wombat dort\u202f: l’étang.');
    const { sessions, hasMore } = await find({ find: 'WOMBAT' });
    expect(hasMore).toBe(false);
    expect(sessions).toMatchObject([{ id, slug: 'numbat', version: 1, title: 'Numbat' }]);
    expect(sessions[0]?.lines.map(({ language, text, spans }) => [language, text, spans])).toEqual([
      ['en', 'The wombat sleeps.', [[4, 10]]],
      ['fr', 'Le wombat dort\u202f: l’étang.', [[3, 9]]],
    ]);
    expect((await find({ find: "l'ÉTANG", language: 'fr' })).sessions).toHaveLength(1);
    expect((await find({ find: 'wombat', language: 'fr' })).sessions[0]?.lines).toHaveLength(1);
    expect((await find({ find: 'womb', isWholeWord: 'true' })).sessions).toEqual([]);
    expect((await find({ find: '%%%' })).sessions).toEqual([]);
    expect((await find({ find: 'theirs en' })).sessions).toMatchObject([{ slug: 'theirs' }]);
  });

  it('are replaced in the sessions that were chosen, each as its next version, with what it was before', async () => {
    const one = await create('First quokka', 'A quokka smiles.', 'Un quokka sourit.');
    const other = await create('Second quokka', 'Another quokka.');
    const stale = await create('Third quokka', 'A quokka.');
    await change([stale], { action: 'tag', tags: { en: 'animals', fr: 'animaux' } });
    const body = {
      find: 'quokka',
      replacement: 'quoll',
      language: 'en',
      isWholeWord: true,
    } as const;
    const reply = await admin.call('POST /api/admin/content-words', {
      body: { ...body, sessions: [one, stale] },
    });
    expect(reply.body).toEqual({
      changed: [one.id],
      refused: [{ id: stale.id, code: 'conflict' }],
    });
    const now = await read(one);
    expect(now.version).toBe(2);
    expect(now.source.scripts.en).toContain('title: First quoll\n');
    expect(now.source.scripts.en).toContain('A quoll smiles.');
    expect(now.source.scripts.fr).toContain('Un quokka sourit.');
    expect((await read(other)).source.scripts.en).toContain('Another quokka.');
    const [entry] = (await admin.call('GET /api/admin/audit')).body.entries;
    expect(entry).toMatchObject({ action: 'session.save', actor: admin.email });
  });

  it('are found by an index, however many sessions there are', async () => {
    const plan = await test.db.transaction(async (tx) => {
      await tx.execute(sql`set local enable_seqscan = off`);
      return tx.execute<{ 'QUERY PLAN': string }>(
        sql`explain select content_id from content_drafts
            where (source #>> '{scripts,en}') ilike '%wombat%' or (source #>> '{scripts,fr}') ilike '%wombat%'`,
      );
    });
    const text = plan.rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(text).toContain('content_drafts_words_en_idx');
    expect(text).toContain('content_drafts_words_fr_idx');
  });
});

describe('many sessions at once', () => {
  it('are published, past those that have faults, and unpublished', async () => {
    const good = await create('Good one', 'Well done.');
    const short = await create('Short one', 'Well done.', 'Rien.', 'Breathe.');
    const reply = await change([short, good], { action: 'publish' });
    expect(reply).toEqual({
      changed: [good.id],
      refused: [{ id: short.id, code: 'session_has_faults' }],
    });
    expect([(await read(good)).state, (await read(short)).state]).toEqual(['published', 'draft']);
    expect((await change([good], { action: 'unpublish' })).changed).toEqual([good.id]);
    expect((await read(good)).state).toBe('unpublished');
  });

  it('are moved and tagged, each saved once, and stay as they are where nothing changes', async () => {
    const one = await create('To be moved', 'Well done.');
    await change([one], { action: 'move', category: 'podcast', access: 'free' });
    expect(await read(one)).toMatchObject({
      version: 2,
      source: { facts: { category: 'podcast', access: 'free', author: 'somebody' } },
    });
    const tags = { en: 'night', fr: 'nuit' };
    const next = { ...one, version: 2 };
    await change([next], { action: 'tag', tags });
    const { source } = await read(one);
    expect(
      [source.scripts.en, source.scripts.fr].map((text) => /^tags: .*$/mu.exec(text)?.[0]),
    ).toEqual(['tags: night', 'tags: nuit']);
    await change([{ ...one, version: 3 }], { action: 'tag', tags });
    expect((await read(one)).version).toBe(3);
    await change([{ ...one, version: 3 }], { action: 'untag', tags });
    expect((await read(one)).source.scripts.en).not.toContain('tags:');
    const refused = await change([{ ...one, version: 4 }], { action: 'move', author: 'nobody' });
    expect(refused.refused).toEqual([{ id: one.id, code: 'invalid_input' }]);
  });

  it('are each named once, and are there', async () => {
    const one = await create('Named twice', 'Well done.');
    const body = { sessions: [one, one], change: { action: 'publish' } as const };
    expect((await admin.call('POST /api/admin/content-changes', { body })).status).toBe(400);
    const gone = { id: crypto.randomUUID(), version: 1 };
    expect((await change([gone], { action: 'publish' })).refused).toEqual([
      { id: gone.id, code: 'not_found' },
    ]);
  });
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importLibraryAndUpdateSearchIndex } from '#server/import-content.ts';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import { createContentFolder, writeTestProgram } from '#server/testing/library.ts';
import type { ProgramSource, StudioProgram } from '#shared/contract/admin-programs.ts';

let site: TestApp;
let folder: string;
beforeAll(async () => {
  site = await createTestApp({ clock: '2026-11-21T12:00:00Z' });
  folder = await createContentFolder(
    [{ slug: 'one' }, { slug: 'two', kind: 'load' }, { slug: 'three' }],
    [
      { slug: 'home', lessons: ['three'], position: 1 },
      { slug: 'steps', lessons: ['one', 'two'], position: 2 },
    ],
  );
  await importLibraryAndUpdateSearchIndex(site.db, folder);
});
afterAll(() => site.close());

type Person = Awaited<ReturnType<TestApp['createPerson']>>;
const createAdmin = () => site.createPerson({ state: 'admin' });
const list = async (admin: Person) => (await admin.call('GET /api/admin/programs')).body.programs;
const open = async (admin: Person, slug: string) => {
  const id = (await list(admin)).find((one) => one.slug === slug)?.id ?? '';
  return (await admin.call('GET /api/admin/programs/:id', { params: { id } })).body;
};
const save = (
  admin: Person,
  program: StudioProgram,
  change: Partial<Pick<StudioProgram, 'isShown' | 'source' | 'version'>> = {},
) => {
  const { version, source, isShown } = { ...program, ...change };
  const body = { version, source, isShown };
  return admin.call('PUT /api/admin/programs/:id', { params: { id: program.id }, body });
};
const words = (title: string) => ({ title, summary: 'What for.', about: 'More of it.' });
const lessonWords = (title: string) => ({ title, introduction: 'Why.', task: 'Try it.' });
const buildSource = (title: string, contentIds: string[]): ProgramSource => ({
  areas: ['fear_heights'],
  texts: { en: words(title), fr: words(title) },
  lessons: contentIds.map((contentId) => ({
    contentId,
    dose: null,
    texts: { en: lessonWords('L'), fr: lessonWords('L') },
  })),
});
const listShown = async (person: Person) => (await person.call('GET /api/programs')).body.items;
const complete = (person: Person, id: string, lessonId: string | undefined) =>
  person.call('POST /api/programs/:id/events', {
    params: { id },
    body: {
      id: randomUUID(),
      at: '2026-11-21T11:00:00.000Z',
      type: 'lesson_completed',
      lessonId: lessonId ?? '',
    },
  });

describe('a program in the studio', () => {
  it('is added unseen, and seen once it is whole and shown', async () => {
    const admin = await createAdmin();
    const member = await site.createPerson();
    const [first = ''] = (await open(admin, 'steps')).source.lessons.map((one) => one.contentId);
    const source = buildSource('Night flights', [first]);
    const half = { ...source, texts: { ...source.texts, fr: { ...words(''), title: '' } } };
    const added = await admin.call('POST /api/admin/programs', { body: { source: half } });
    expect(added.body).toMatchObject({ slug: 'night-flights', version: 1, isShown: false });
    const refused = await save(admin, added.body, { isShown: true });
    expect([refused.status, refused.body.error?.code]).toEqual([409, 'program_incomplete']);
    expect((await listShown(member)).map(({ slug }) => slug)).not.toContain('night-flights');
    const shown = await save(admin, added.body, { isShown: true, source });
    expect(shown.body).toMatchObject({ version: 2, isShown: true, source });
    expect((await listShown(member)).at(-1)).toMatchObject({
      slug: 'night-flights',
      title: 'Night flights',
    });
    await save(admin, shown.body, { isShown: false });
    expect((await listShown(member)).map(({ slug }) => slug)).not.toContain('night-flights');
  });

  it('is not written over by whoever has not seen the last edit', async () => {
    const one = await createAdmin();
    const other = await createAdmin();
    const program = await open(one, 'home');
    expect((await save(other, program)).body).toMatchObject({ version: program.version });
    const change = (title: string) => ({
      source: buildSource(title, [program.source.lessons[0]?.contentId ?? '']),
    });
    const replies = await Promise.all([
      save(one, program, change('Mine')),
      save(other, program, change('Theirs')),
    ]);
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const { entries } = (await one.call('GET /api/admin/audit')).body;
    expect(entries[0]).toMatchObject({
      action: 'program.change',
      target: 'program home',
      before: { 'title.en': 'home en' },
    });
    const now = await open(one, 'home');
    expect(now.lastEdit?.by).toBe(replies[0]?.status === 200 ? one.email : other.email);
  });

  it('refuses a session that does not exist and one that comes twice, and changes nothing', async () => {
    const admin = await createAdmin();
    const program = await open(admin, 'steps');
    const [first = ''] = program.source.lessons.map((lesson) => lesson.contentId);
    const unknown = await save(admin, program, { source: buildSource('X', [randomUUID()]) });
    expect([unknown.status, unknown.body.error?.code]).toEqual([404, 'content_not_found']);
    const twice = await save(admin, program, { source: buildSource('X', [first, first]) });
    expect(twice.status).toBe(400);
    expect(await open(admin, 'steps')).toEqual(program);
  });

  it('says what a change does to the people under way, as they then find it', async () => {
    const admin = await createAdmin();
    const source = buildSource(
      'Two lessons',
      (await open(admin, 'steps')).source.lessons.map((lesson) => lesson.contentId),
    );
    const draft = (await admin.call('POST /api/admin/programs', { body: { source } })).body;
    const program = (await save(admin, draft, { isShown: true })).body;
    const people = await Promise.all([1, 2, 3].map(() => site.createPerson()));
    const { id } = program;
    const [both, half, other] = people as [Person, Person, Person];
    const { lessons } = (await both.call('GET /api/programs/:id', { params: { id } })).body;
    for (const lesson of lessons) await complete(both, id, lesson.id);
    await complete(half, id, lessons[0]?.id);
    await complete(other, id, lessons[1]?.id);
    const [first, second] = source.lessons.map((lesson) => lesson.contentId);
    const preview = async (contentIds: (string | undefined)[]) =>
      (
        await admin.call('POST /api/admin/programs/:id/effects', {
          params: { id },
          body: { lessons: contentIds.map((one) => one ?? '') },
        })
      ).body;
    const now = { underWay: 2, completed: 1 };
    expect(await preview([second, first])).toEqual({ now, after: now, losingDone: 0 });
    const shorter = { now, after: { underWay: 1, completed: 2 }, losingDone: 2 };
    expect(await preview([second])).toEqual(shorter);
    site.clock.advance(60_000);
    const third = (await open(admin, 'home')).source.lessons[0]?.contentId;
    expect(await preview([first, second, third])).toEqual({ now, after: now, losingDone: 0 });
    await save(admin, program, { source: { ...source, lessons: source.lessons.slice(1) } });
    const states = await Promise.all(
      people.map(async (person) => {
        const reply = await person.call('GET /api/programs/:id', { params: { id } });
        return reply.body.standing.state;
      }),
    );
    expect(states).toEqual(['completed', 'under_way', 'completed']);
  });

  it('keeps its words, its lessons and its place when the content folder is imported again', async () => {
    const admin = await createAdmin();
    const before = await list(admin);
    const order = before.map(({ id }) => id).toReversed();
    const seen = before.map(({ id }) => id);
    const ordered = await admin.call('PUT /api/admin/program-order', { body: { seen, order } });
    expect(ordered.body.programs.map(({ id }) => id)).toEqual(order);
    const late = await admin.call('PUT /api/admin/program-order', { body: { seen, order } });
    expect([late.status, late.body.error?.code]).toEqual([409, 'conflict']);
    const program = await open(admin, 'steps');
    const source = buildSource('Ours', [program.source.lessons[1]?.contentId ?? '']);
    await save(admin, program, { source });
    await writeTestProgram(folder, { slug: 'steps', lessons: ['three'], position: 9 });
    await writeTestProgram(folder, { slug: 'home', lessons: ['one'], position: 9 });
    await importLibraryAndUpdateSearchIndex(site.db, folder);
    expect((await open(admin, 'steps')).source).toEqual(source);
    expect((await list(admin)).map(({ id }) => id)).toEqual(order);
  });
});

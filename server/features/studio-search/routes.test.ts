import { afterAll, beforeAll, expect, it } from 'vitest';
import { importLibrary } from '#server/features/contents/import.ts';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import { createContentFolder } from '#server/testing/library.ts';
import type { TestPerson } from '#server/testing/people.ts';
import { createTestScript } from '#server/testing/generation-providers.ts';

let test: TestApp;
let admin: TestPerson;
let person: TestPerson;
const questionId = crypto.randomUUID();
beforeAll(async () => {
  test = await createTestApp();
  await importLibrary(test.db, await createContentFolder([{ slug: 'one' }]));
  admin = await test.createPerson({ state: 'admin' });
  person = await test.createPerson();
  const facts = {
    kind: 'flow',
    category: 'meditation',
    areas: ['fear_heights'],
    situations: ['cruise'],
    form: 'full',
    optIn: false,
    guard: null,
    access: 'pass',
    author: 'somebody',
  };
  const scripts = {
    en: createTestScript('en').replace(/^title: .*$/m, 'title: Gliding wombat'),
    fr: createTestScript('fr').replace(/^title: .*$/m, 'title: Le vol du pangolin'),
  };
  await admin.call('POST /api/admin/contents', { body: { source: { facts, scripts } as never } });
  const settings = { isOpen: true, who: { en: 'Ada', fr: 'Ada' }, answerHours: 48 };
  await admin.call('PUT /api/admin/support/settings', { body: { version: 1, settings } });
  const text = '100 % sure: why does the pangolin_engine hum?';
  await person.call('POST /api/support/questions', {
    body: { id: questionId, contentId: null, text },
  });
});
afterAll(() => test.close());

const search = async (words: string, own = admin, reason?: string) =>
  (await own.call('POST /api/admin/search', { body: { words, ...(reason && { reason }) } })).body;

it('one field finds sessions in both languages, and what was asked', async () => {
  const inEnglish = await search('wombat');
  // By its title and by its address, which is made of that.
  expect(inEnglish.sessions).toMatchObject([{ titles: ['Gliding wombat', 'Le vol du pangolin'] }]);
  const inBoth = await search('pangolin');
  expect(inBoth.sessions).toMatchObject([{ titles: ['Le vol du pangolin'] }]);
  expect(inBoth.questions).toMatchObject([{ id: questionId }]);
  expect(inBoth.questions?.[0]?.excerpt).toContain('pangolin_engine');
});

it('takes what is typed as it is, not as a pattern', async () => {
  expect((await search('100 %')).questions).toHaveLength(1);
  expect((await search('pangolin%engine')).questions).toEqual([]);
  expect((await search('pangolin_engine')).questions).toHaveLength(1);
  expect((await search('panXgolin')).questions).toEqual([]);
});

it('finds people with a reason alone, which enters the audit log without what was typed', async () => {
  expect((await search(person.email)).people).toBeNull();
  const found = await search(person.email.slice(0, 12), admin, 'they called');
  expect(found.people?.map(({ id }) => id)).toContain(person.id);
  const [entry] = (await admin.call('GET /api/admin/audit')).body.entries;
  expect(entry).toMatchObject({ action: 'people.list', details: { reason: 'they called' } });
  expect(JSON.stringify(entry)).not.toContain(person.email.slice(0, 12));
});

it('shows each role what it opens, and nothing else', async () => {
  const editor = await test.createPerson({ state: 'admin', role: 'editor' });
  const support = await test.createPerson({ state: 'admin', role: 'support' });
  const forEditor = await search('pangolin', editor, 'curious');
  expect(forEditor).toMatchObject({ sessions: [{}], people: null, questions: null });
  const forSupport = await search('pangolin', support, 'they asked');
  expect(forSupport).toMatchObject({ sessions: null, people: [], questions: [{}] });
});

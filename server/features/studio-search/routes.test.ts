import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { importLibrary } from '#server/features/contents/import.ts';
import { createMailer } from '#server/features/mail/service.ts';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import { createContentFolder } from '#server/testing/library.ts';
import type { TestPerson } from '#server/testing/people.ts';
import { createTestScript } from '#server/testing/generation-providers.ts';

let test: TestApp;
let mailFolder: string;
let admin: TestPerson;
let person: TestPerson;
const questionId = crypto.randomUUID();
beforeAll(async () => {
  mailFolder = await mkdtemp(path.join(tmpdir(), 'envol-mail-'));
  const files = { client: '/none', pages: '/none', renderer: '/none', media: '/none', mailFolder };
  test = await createTestApp({ files });
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
afterAll(async () => {
  await test.close();
  await rm(mailFolder, { recursive: true });
});

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
  const { entries } = (await admin.call('GET /api/admin/audit')).body;
  const entry = entries.find(({ action }) => action === 'people.list');
  expect(entry).toMatchObject({ details: { reason: 'they called' } });
  expect(JSON.stringify(entry)).not.toContain(person.email.slice(0, 12));
});

it('shows each role what it opens, and nothing else', async () => {
  const editor = await test.createPerson({ state: 'admin', role: 'editor' });
  const support = await test.createPerson({ state: 'admin', role: 'support' });
  const forEditor = await search('pangolin', editor, 'curious');
  expect(forEditor).toMatchObject({ sessions: [{}], people: null, questions: null, emails: null });
  const forSupport = await search('pangolin', support, 'they asked');
  expect(forSupport).toMatchObject({ sessions: null, people: [], questions: [{}], emails: null });
  // What is set is found by who may set it.
  const settings = { isOpen: true, who: { en: 'A quokka', fr: 'Un quokka' }, answerHours: 48 };
  const { version } = (await support.call('GET /api/admin/support/settings')).body;
  await support.call('PUT /api/admin/support/settings', { body: { version, settings } });
  expect((await search('quokka', support)).settings).toEqual([
    { place: 'support', id: null, excerpt: 'A quokka' },
  ]);
  expect((await search('quokka', editor)).settings).toEqual([]);
});

it('finds what is set: a saved reply, how a word is said, an email’s words, whatever the accents', async () => {
  const texts = { en: 'It is the numbat.', fr: 'C’est le numbât.' };
  const reply = { title: 'Hum', texts };
  await admin.call('POST /api/admin/support/replies', { body: { reply } });
  const words = [{ written: 'Numbat', spoken: 'num bat' }];
  const body = { version: 0, language: 'fr' as const, words, styles: [] };
  await admin.call('PUT /api/admin/voices', { body });
  const params = { name: 'erased' } as const;
  const { ours } = (
    await admin.call('GET /api/admin/letters/:name', { params, query: { language: 'en' } })
  ).body;
  const letter = {
    language: 'en' as const,
    version: 0,
    texts: { ...ours, heading: 'Farewell, numbat' },
  };
  await admin.call('PUT /api/admin/letters/:name', { params, body: letter });
  const found = (await search('NÚMBAT')).settings;
  expect(found.map(({ place, excerpt }) => [place, excerpt])).toEqual([
    ['reply', 'It is the numbat.'],
    ['voices', 'Numbat: num bat'],
    ['letter', 'Farewell, numbat'],
  ]);
  expect(found.at(-1)?.id).toBe('erased');
});

it('finds the server’s settings by their names and by what they mean, for admins alone', async () => {
  const find = async (words: string, own = admin) =>
    (await search(words, own)).settings
      .filter(({ place }) => place === 'environment')
      .map(({ id, excerpt }) => [id, excerpt]);
  expect(await find('SPEECH_URL')).toEqual([['SPEECH_URL', 'the endpoint that speaks scripts']]);
  expect(await find('speech url')).toEqual(await find('SPEECH_URL'));
  expect((await find('voice in French')).map(([id]) => id)).toEqual(['SPEECH_VOICE_FR']);
  // Those whose name it is come first.
  expect((await find('passphrase'))[0]?.[0]).toBe('BACKUP_PASSPHRASE');
  expect(
    await find('SPEECH_URL', await test.createPerson({ state: 'admin', role: 'editor' })),
  ).toEqual([]);
});

it('finds kept emails with a reason alone, by whom they are to and what they say, and shows no secret of theirs', async () => {
  const link = 'https://envol.example/confirm#hunter2';
  const said = { subject: 'Confirm your address', html: `<p>${link}</p>`, text: link };
  const post = { id: crypto.randomUUID(), to: 'numbat@example.org', ...said };
  await createMailer({ smtpUrl: null, from: 'Envol <envol@localhost>', mailFolder }).send(post);
  expect((await search('numbat@ex')).emails).toBeNull();
  const found = await search('numbat@ex', admin, 'it never came');
  expect(found.emails).toMatchObject([{ subject: 'Confirm your address' }]);
  expect((await search('confirm your', admin, 'it never came')).emails).toHaveLength(1);
  expect((await search('hunter2', admin, 'it never came')).emails).toEqual([]);
  const { entries } = (await admin.call('GET /api/admin/audit')).body;
  const [entry] = entries.filter(({ action }) => action === 'email.list');
  expect(entry?.details).toEqual({ reason: 'it never came', count: 0 });
});

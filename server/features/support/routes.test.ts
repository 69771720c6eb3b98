import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runPeriodicTasks } from '#server/periodic-tasks.ts';
import { importLibraryAndUpdateSearchIndex } from '#server/import-content.ts';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import { createContentFolder } from '#server/testing/library.ts';
import { type TestPerson, PASSWORD } from '#server/testing/people.ts';
import { LANGUAGES } from '#shared/rules/languages.ts';

const HOUR_MS = 3_600_000;
let test: TestApp;
let admin: TestPerson;
let contentId: string;
beforeAll(async () => {
  test = await createTestApp({ operatorEmail: 'operator@example.org' });
  await importLibraryAndUpdateSearchIndex(test.db, await createContentFolder([{ slug: 'one' }]));
  admin = await test.createPerson({ state: 'admin' });
  contentId = (await admin.call('GET /api/contents')).body.items[0]?.id ?? '';
});
beforeEach(async () => {
  await test.db.execute('delete from support_questions');
  await test.runJobs();
  test.emails.length = 0;
  await open();
});
afterAll(() => test.close());

async function open(given: object = {}) {
  const { version } = (await admin.call('GET /api/admin/support/settings')).body;
  const who = { en: 'Claire, a former cabin manager', fr: 'Claire, ancienne cheffe de cabine' };
  const body = { version, settings: { isOpen: true, who, answerHours: 48, ...given } };
  return admin.call('PUT /api/admin/support/settings', { body });
}
/** Asks something; resolves to its id and to how that went. */
async function ask(own: TestPerson, given: object = {}) {
  const body = { id: crypto.randomUUID(), contentId: null, text: 'Why does it hum?', ...given };
  const { status, body: reply } = await own.call('POST /api/support/questions', { body });
  return { id: body.id, status, code: (reply as { error?: { code: string } }).error?.code };
}
const write = (
  own: TestPerson,
  id: string,
  body = { id: crypto.randomUUID(), text: 'And then?' },
) => own.call('POST /api/support/questions/:id/messages', { params: { id }, body });
const read = (own: TestPerson, id: string, messageId: string) =>
  own.call('PUT /api/support/questions/:id/reading', { params: { id }, body: { messageId } });
const see = async (own: TestPerson) => (await own.call('GET /api/support')).body;
/** What today's page says of answers. */
const countNewAnswers = async (own: TestPerson) =>
  (await own.call('GET /api/dashboard', { query: { timeZone: 'UTC' } })).body.newAnswers;
const openQuestion = async (id: string) =>
  (await admin.call('GET /api/admin/support/questions/:id', { params: { id } })).body;
async function answer(id: string, given: object = {}, by = admin) {
  const lastMessageId = (await openQuestion(id)).messages.at(-1)?.id ?? '';
  const body = { id: crypto.randomUUID(), lastMessageId, text: 'It is the air.', ...given };
  return by.call('POST /api/admin/support/questions/:id/answers', { params: { id }, body });
}
const list = async (query: Record<string, string | number> = {}) =>
  (await admin.call('GET /api/admin/support/questions', { query })).body;

describe('somebody with a pass', () => {
  it('asks about a session, reads the answer, and writes again', async () => {
    const own = await test.createPerson({ language: 'fr' });
    const { id } = await ask(own, { contentId });
    const asked = await see(own);
    expect(asked.desk).toEqual({ who: 'Claire, ancienne cheffe de cabine', answerHours: 48 });
    expect(asked.questions).toMatchObject([
      { id, isUnread: false, content: { id: contentId }, messages: [{ author: 'person' }] },
    ]);
    expect(asked.questions[0]?.waitingSince).not.toBeNull();
    await answer(id);
    const [answered] = (await see(own)).questions;
    expect(answered).toMatchObject({ waitingSince: null, isUnread: true });
    expect(answered?.messages.map(({ author }) => author)).toEqual(['person', 'operator']);
    await read(own, id, answered?.messages[0]?.id ?? '');
    expect((await see(own)).questions[0]?.isUnread).toBe(true);
    expect(await countNewAnswers(own)).toBe(1);
    await read(own, id, answered?.messages[1]?.id ?? '');
    expect((await see(own)).questions[0]?.isUnread).toBe(false);
    expect(await countNewAnswers(own)).toBe(0);
    await write(own, id);
    expect((await see(own)).questions[0]?.messages.map(({ text }) => text)).toEqual([
      'Why does it hum?',
      'It is the air.',
      'And then?',
    ]);
  });

  it('asks once, however often it is sent', async () => {
    const own = await test.createPerson();
    const { id } = await ask(own);
    expect((await ask(own, { id })).status).toBe(200);
    const message = { id: crypto.randomUUID(), text: 'And then?' };
    await Promise.all([write(own, id, message), write(own, id, message)]);
    expect((await see(own)).questions[0]?.messages).toHaveLength(2);
  });

  it('never sees or touches a question of somebody else', async () => {
    const own = await test.createPerson();
    const other = await test.createPerson();
    const { id } = await ask(own);
    expect((await see(other)).questions).toEqual([]);
    expect((await ask(other, { id })).code).toBe('conflict');
    expect((await write(other, id)).status).toBe(404);
    expect((await read(other, id, id)).status).toBe(404);
  });

  it('has three questions waiting at most, also when several are sent at once', async () => {
    const own = await test.createPerson();
    const all = await Promise.all(Array.from({ length: 5 }, () => ask(own)));
    const codes = all.map(({ code }) => code).filter(Boolean);
    expect(codes).toEqual(['too_many_questions', 'too_many_questions']);
    const sent = all.find(({ status }) => status === 200);
    await answer(sent?.id ?? '');
    expect((await ask(own)).status).toBe(200);
  });

  it('writes ten messages a day at most', async () => {
    const own = await test.createPerson();
    const { id } = await ask(own);
    for (let count = 2; count <= 10; count++) await write(own, id);
    expect((await write(own, id)).body).toMatchObject({ error: { code: 'too_many_messages' } });
    test.clock.advance(25 * HOUR_MS);
    expect((await write(own, id)).status).toBe(200);
  });

  it('can ask nothing while nobody is set to answer, and still reads what was answered', async () => {
    const own = await test.createPerson();
    const { id } = await ask(own);
    const isSupported = async () =>
      (await own.call('GET /api/subscription-status')).body.isSupported;
    expect(await isSupported()).toBe(true);
    await open({ isOpen: false });
    await answer(id);
    const seen = await see(own);
    expect([await isSupported(), seen.desk, seen.questions.length]).toEqual([false, null, 1]);
    expect((await ask(own)).code).toBe('support_closed');
    expect((await write(own, id)).body).toMatchObject({ error: { code: 'support_closed' } });
  });

  it.each([
    ['a session that there is not', { contentId: crypto.randomUUID() }, 'content_not_found'],
    ['nothing', { text: '  ' }, 'invalid_input'],
    ['more than there is room for', { text: 'x'.repeat(4001) }, 'invalid_input'],
    ['a file', { attachment: 'data:image/png;base64,AAAA' }, 'invalid_input'],
  ])('can’t ask with %s', async (_what, given, code) =>
    expect((await ask(await test.createPerson(), given)).code).toBe(code),
  );
});

describe('the inbox', () => {
  it('shows what waits longest first, page by page, and what is late by what was promised', async () => {
    const ids = [];
    for (let count = 0; count < 3; count++) {
      ids.push((await ask(await test.createPerson(), { text: `Question ${count}` })).id);
      test.clock.advance(HOUR_MS);
    }
    await open({ answerHours: 2 });
    const first = await list({ limit: 2 });
    expect(first.questions.map(({ id, isLate }) => [id, isLate])).toEqual([
      [ids[0], true],
      [ids[1], false],
    ]);
    expect(first.questions[0]?.excerpt).toBe('Question 0');
    const second = await list({ limit: 2, ...first.next });
    expect([second.questions.map(({ id }) => id), second.next]).toEqual([[ids[2]], null]);
  });

  it('shows what was answered apart, the last one first', async () => {
    const own = await test.createPerson();
    const one = await ask(own);
    const other = await ask(own);
    await answer(one.id);
    test.clock.advance(HOUR_MS);
    await answer(other.id);
    expect((await list()).questions).toEqual([]);
    const first = await list({ state: 'answered', limit: 1 });
    expect(first.questions).toMatchObject([{ id: other.id, from: own.email, isLate: false }]);
    const second = await list({ state: 'answered', ...first.next });
    expect(second.questions.map(({ id }) => id)).toEqual([one.id]);
  });

  it('tells whoever answers second, and keeps one answer', async () => {
    const own = await test.createPerson();
    const { id } = await ask(own);
    const seen = { lastMessageId: id };
    const replies = await Promise.all([answer(id, seen), answer(id, seen)]);
    const statuses = replies.map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409]);
    await write(own, id);
    expect((await answer(id, { lastMessageId: id })).body).toMatchObject({
      error: { code: 'conflict' },
    });
    expect((await openQuestion(id)).messages).toHaveLength(3);
  });

  it('takes an answer whose reply was lost once', async () => {
    const { id } = await ask(await test.createPerson());
    const given = { id: crypto.randomUUID(), lastMessageId: id };
    await answer(id, given);
    expect((await answer(id, given)).status).toBe(200);
    expect((await openQuestion(id)).messages).toHaveLength(2);
  });

  it('settles what needs no answer, unless there is a message that was not seen', async () => {
    const own = await test.createPerson();
    const { id } = await ask(own);
    const settle = (lastMessageId: string) =>
      admin.call('PUT /api/admin/support/questions/:id/settled', {
        params: { id },
        body: { lastMessageId },
      });
    await write(own, id);
    expect((await settle(id)).status).toBe(409);
    const last = (await openQuestion(id)).messages.at(-1)?.id ?? '';
    expect((await settle(last)).body.waitingSince).toBeNull();
    test.emails.length = 0;
    await test.runJobs();
    expect(test.emails.filter(({ to }) => to === own.email)).toEqual([]);
  });

  it('leaves in the audit log what was done and to whom, and nothing of what was said', async () => {
    const own = await test.createPerson();
    const { id } = await ask(own, { text: 'A private matter' });
    await answer(id, { text: 'A private answer' });
    const { entries } = (await admin.call('GET /api/admin/audit')).body;
    const target = `support question ${id}`;
    expect(entries[0]).toMatchObject({ action: 'support.answer', target, subject: own.email });
    expect(JSON.stringify(entries)).not.toContain('A private');
  });
});

describe('e-mails', () => {
  it('tell the operator once that a question waits, and not what it says', async () => {
    const own = await test.createPerson({ language: 'fr' });
    const { id } = await ask(own, { text: 'A private matter' });
    await write(own, id, { id: crypto.randomUUID(), text: 'A private matter' });
    await test.runJobs();
    expect(test.emails.map(({ to }) => to)).toEqual(['operator@example.org']);
    expect(test.emails[0]?.text).toContain(`/auth?next=/admin/support%3Fid%3D${id}`);
    expect(JSON.stringify(test.emails)).not.toContain('A private');
    await answer(id);
    await write(own, id);
    await test.runJobs();
    expect(test.emails.map(({ to }) => to).toSorted()).toEqual(
      [own.email, 'operator@example.org', 'operator@example.org'].toSorted(),
    );
  });

  it.each(LANGUAGES)(
    'bring the person the answer without the question, in %s',
    async (language) => {
      const own = await test.createPerson({ language });
      const { id } = await ask(own, { text: 'A private matter' });
      await answer(id, { text: 'First line\nsecond line\n\nThe end.' });
      await test.runJobs();
      const email = test.emails.find(({ to }) => to === own.email);
      expect(email?.subject).toMatch(language === 'en' ? /answer/ : /réponse/);
      expect(email?.text).toContain('The end.');
      expect(email?.text).toContain('/auth?next=/support');
      expect(email?.text).not.toContain('A private matter');
    },
  );

  it('are not sent about somebody who has deleted their account', async () => {
    const own = await test.createPerson();
    const { id } = await ask(own);
    await answer(id);
    const body = { email: own.email, currentPassword: PASSWORD };
    await own.call('DELETE /api/users/me', { body });
    expect((await list({ state: 'answered' })).questions).toEqual([]);
    await test.runJobs();
    expect(test.emails.map(({ to }) => to)).toEqual([own.email]);
    expect(test.emails[0]?.text).not.toContain('It is the air.');
  });
});

describe('the settings and the saved replies', () => {
  it('are changed by one admin at a time, and recorded', async () => {
    const { version } = (await admin.call('GET /api/admin/support/settings')).body;
    const settings = { isOpen: true, who: { en: 'Ada', fr: 'Ada' }, answerHours: 24 };
    const change = () =>
      admin.call('PUT /api/admin/support/settings', { body: { version, settings } });
    const statuses = (await Promise.all([change(), change()])).map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409]);
    const { body } = await admin.call('GET /api/admin/support/settings');
    expect(body).toMatchObject({ ...settings, lastEdit: { by: admin.email } });
  });

  it('can’t promise an answer by nobody', async () => {
    for (const given of [{ who: { en: '', fr: 'Ada' } }, { answerHours: 0 }])
      expect((await open(given)).status).toBe(400);
  });

  it('keep replies in both languages, and delete them at the version that was seen', async () => {
    const reply = { title: 'Noise', texts: { en: 'It is the air.', fr: 'C’est l’air.' } };
    const { id, version } = (
      await admin.call('POST /api/admin/support/replies', { body: { reply } })
    ).body;
    const body = { version, reply: { ...reply, title: 'The hum' } };
    const change = () => admin.call('PUT /api/admin/support/replies/:id', { params: { id }, body });
    expect([(await change()).status, (await change()).status]).toEqual([200, 409]);
    const { replies } = (await admin.call('GET /api/admin/support/replies')).body;
    expect(replies).toMatchObject([{ id, title: 'The hum', version: 2, texts: reply.texts }]);
    const remove = (seen: number) =>
      admin.call('DELETE /api/admin/support/replies/:id', {
        params: { id },
        query: { version: seen },
      });
    expect([(await remove(1)).status, (await remove(2)).status, (await remove(2)).status]).toEqual([
      409, 200, 200,
    ]);
    const { entries } = (await admin.call('GET /api/admin/audit')).body;
    expect(entries.slice(0, 3).map(({ action }) => action)).toEqual([
      'support-reply.delete',
      'support-reply.change',
      'support-reply.add',
    ]);
  });
});

// Last, because sign-ins end too.
it('deletes questions and messages that are twelve months old', async () => {
  const own = await test.createPerson();
  const { id } = await ask(own);
  test.clock.advance(200 * 24 * HOUR_MS);
  await test.db.execute(`insert into support_messages (id, question_id, user_id, author, text, at)
    values (gen_random_uuid(), '${id}', '${own.id}', 'operator', 'Later', '${test.clock().toISOString()}')`);
  await test.db.execute(
    `update support_questions set last_message_at = '${test.clock().toISOString()}'`,
  );
  const count = async () => {
    const {
      rows: [row],
    } = await test.db.execute<{ n: number }>(
      `select ((select count(*) from support_questions) * 10 + (select count(*) from support_messages))::int as n`,
    );
    return row?.n;
  };
  test.clock.advance(170 * 24 * HOUR_MS);
  await runPeriodicTasks(test.app.dependencies);
  expect(await count()).toBe(11);
  test.clock.advance(200 * 24 * HOUR_MS);
  await runPeriodicTasks(test.app.dependencies);
  expect(await count()).toBe(0);
});

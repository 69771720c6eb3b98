import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createBotCheck } from '#server/features/bot-check/service.ts';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import { requestBotCheckToken } from '#server/testing/bot-check.ts';
import type { TestBrowser } from '#server/testing/test-browser.ts';
import { TEST_SERVER_SECRET } from '#server/testing/dependencies.ts';
import { exportData, PASSWORD } from '#server/testing/people.ts';
import { LANGUAGES } from '#shared/rules/languages.ts';

const DAY_MS = 86_400_000;
let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({ operatorEmail: 'operator@example.org' });
});
afterAll(() => test.close());

/** Sends what is queued and forgets what was sent. */
async function clearMail() {
  await test.runJobs();
  test.emails.length = 0;
}

async function write(own: TestBrowser, given: object = {}) {
  const body = { text: 'The sound stops.', page: '/help', replyTo: null, ...given };
  return (await own.call('POST /api/feedback', { body })).status;
}

/** After how many days each e-mail that waits is sent, the next one first. */
async function readDaysUntilSent() {
  const { rows } = await test.db.execute<{ at: string }>(
    "select start_after as at from jobs.job where name = 'mail' and state = 'created' order by start_after",
  );
  return rows.map(({ at }) => (Date.parse(at) - test.clock().getTime()) / DAY_MS);
}

describe('a message to the operator', () => {
  it.each(['onboarding', 'no_pass', 'pass', 'admin'] as const)(
    'is taken from somebody in the state %s',
    async (state) => expect(await write(await test.createPerson({ state }))).toBe(200),
  );

  it('is taken from visitors, twenty times an hour from one address without the bot check', async () => {
    const guarded = await createTestApp({
      botCheck: createBotCheck({ secret: TEST_SERVER_SECRET }),
    });
    onTestFinished(() => guarded.close());
    const visitor = guarded.createBrowser();
    const statuses = [];
    for (let count = 0; count < 21; count++) statuses.push(await write(visitor));
    expect(statuses).toEqual([...Array<number>(20).fill(200), 429]);
    expect(
      await write(visitor, { botToken: await requestBotCheckToken(visitor, 'feedback') }),
    ).toBe(200);
  });

  it('is taken a hundred times an hour from one address, and twenty times from a person', async () => {
    for (const [writer, limit] of [
      [await test.createPerson(), 20],
      [test.createBrowser(), 100],
    ] as const) {
      const written = await Promise.all(Array.from({ length: limit + 1 }, () => write(writer)));
      expect(written.filter((status) => status === 200)).toHaveLength(limit);
    }
  });

  it.each(LANGUAGES)('reaches the operator by e-mail, in %s', async (language) => {
    await clearMail();
    const text = 'The sound stops.\n\nThe sound stops.';
    await write(test.createBrowser(), { text, language, replyTo: 'ada@example.org' });
    await test.runJobs();
    const [email] = test.emails;
    expect(email).toMatchObject({ to: 'operator@example.org', replyTo: 'ada@example.org' });
    expect(email?.text.match(/The sound stops\./g)).toHaveLength(2);
    expect(email?.text).toContain('ada@example.org');
  });

  it('sends the answer to no address when none was given', async () => {
    await clearMail();
    await write(test.createBrowser());
    await test.runJobs();
    expect(test.emails).toHaveLength(1);
    expect(test.emails[0]).not.toHaveProperty('replyTo');
  });

  it('is listed for admins, newest first, page by page', async () => {
    const admin = await test.createPerson({ state: 'admin' });
    const member = await test.createPerson();
    await write(member, { text: 'From a member', replyTo: 'other@example.org' });
    await write(test.createBrowser(), { text: 'From a visitor' });
    const first = (await admin.call('GET /api/admin/messages', { query: { limit: 1 } })).body;
    expect(first.messages).toMatchObject([
      { text: 'From a visitor', from: null, replyTo: null, page: '/help' },
    ]);
    const query = { limit: 1, before: first.next ?? '' };
    expect((await admin.call('GET /api/admin/messages', { query })).body.messages).toMatchObject([
      { text: 'From a member', from: member.email, replyTo: 'other@example.org' },
    ]);
  });

  it('of a visitor beyond a thousand a day is taken too, listed at once and e-mailed on a later day', async () => {
    expect(await write(test.createBrowser())).toBe(200);
    await clearMail();
    await test.db.execute("update rate_limits set count = 2500 where key = 'feedback:visitors'");
    const member = await test.createPerson();
    await clearMail();
    expect(await write(test.createBrowser(), { text: 'After the flood.' })).toBe(200);
    expect(await write(member, { text: 'From a member.' })).toBe(200);
    expect(await readDaysUntilSent()).toEqual([0, 2]);
    const admin = await test.createPerson({ state: 'admin' });
    const { messages } = (await admin.call('GET /api/admin/messages', { query: {} })).body;
    expect(JSON.stringify(messages)).toContain('After the flood.');
    await test.db.execute("delete from rate_limits where key = 'feedback:visitors'");
  });

  it('that is a visitor’s notice about a contract waits no less, while its confirmation goes at once', async () => {
    await write(test.createBrowser());
    await test.db.execute("update rate_limits set count = 2500 where key = 'feedback:visitors'");
    await clearMail();
    const notice = {
      kind: 'withdraw',
      name: 'Ida',
      email: 'ida@example.org',
      reference: null,
      passId: null,
      language: 'en',
    } as const;
    const { body } = await test
      .createBrowser()
      .call('POST /api/contract-notices', { body: notice });
    expect(body).toMatchObject({ effect: 'recorded', receivedAt: test.clock().toISOString() });
    const [confirmation = 1, operator] = await readDaysUntilSent();
    expect([confirmation < 0.1, operator]).toEqual([true, 2]);
    await clearMail();
    await test.db.execute("delete from rate_limits where key = 'feedback:visitors'");
  });

  it('is a visitor’s again once the page knows that its sign-in has ended', async () => {
    const own = await test.createPerson();
    const body = { email: own.email, password: PASSWORD };
    const other = test.createBrowser();
    await other.call('POST /api/auth/sign-in', { body });
    await other.call('POST /api/auth/sessions/end-others', { body: {} });
    expect(await write(own)).toBe(401);
    expect((await own.call('GET /api/auth/identity')).body).toEqual({ identity: null });
    expect(await write(own)).toBe(200);
  });

  it('goes with the account it belongs to, before it is mailed too', async () => {
    const member = await test.createPerson();
    await clearMail();
    await write(member, { text: 'To be forgotten' });
    expect(JSON.stringify(await exportData(member))).toContain('To be forgotten');
    await member.call('DELETE /api/users/me', {
      body: { email: member.email, currentPassword: PASSWORD },
    });
    await test.runJobs();
    expect(test.emails.filter(({ text }) => text.includes('To be forgotten'))).toEqual([]);
    const { rows } = await test.db.execute("select 1 from feedback where text = 'To be forgotten'");
    expect(rows).toHaveLength(0);
  });
});

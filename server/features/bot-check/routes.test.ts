import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import { requestBotCheckToken } from '#server/testing/bot-check.ts';
import type { TestBrowser } from '#server/testing/test-browser.ts';
import { TEST_SERVER_SECRET } from '#server/testing/dependencies.ts';
import { PASSWORD } from '#server/testing/people.ts';
import { createBotCheck } from './service.ts';

// The forms that ask for the check, by the real one: a person without a token continues by e-mail.

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({ botCheck: createBotCheck({ secret: TEST_SERVER_SECRET }) });
});
beforeEach(async () => {
  await test.runJobs();
  test.emails.splice(0);
});
afterAll(() => test.close());

async function lastLink(page: string): Promise<string> {
  await test.runJobs();
  const link = new RegExp(`http://localhost/${page}#([\\w-]+)`);
  return link.exec(test.emails.at(-1)?.text ?? '')?.[1] ?? '';
}

describe('signing up', () => {
  const signUp = (own: TestBrowser, email: string, botToken?: string | null) =>
    own.call('POST /api/auth/sign-up', {
      body: { email, password: PASSWORD, language: 'en', botToken },
    });
  const signIn = (email: string) =>
    test.createBrowser().call('POST /api/auth/sign-in', { body: { email, password: PASSWORD } });

  it('with a token opens the account', async () => {
    const own = test.createBrowser();
    const { body } = await signUp(
      own,
      'ada@example.org',
      await requestBotCheckToken(own, 'sign_up'),
    );
    expect(body).toEqual({ next: 'sign_in' });
    expect((await signIn('ada@example.org')).status).toBe(200);
  });

  it.each([null, undefined, 'altcha.nonsense'])(
    'with %o is confirmed by an e-mail, which opens the account',
    async (botToken) => {
      const email = `by-email-${botToken}@example.org`;
      expect((await signUp(test.createBrowser(), email, botToken)).body).toEqual({
        next: 'confirm_email',
      });
      expect((await signIn(email)).status).toBe(401);
      const token = await lastLink('auth\\?mode=confirm-sign-up');
      const own = test.createBrowser();
      const confirmed = await own.call('POST /api/auth/sign-up/confirm', {
        body: { token, password: PASSWORD },
      });
      expect([confirmed.status, confirmed.body.email]).toEqual([200, email.toLowerCase()]);
      // Signed in where the link was opened, and nowhere else.
      expect((await own.call('GET /api/auth/identity')).body.identity?.email).toBe(
        email.toLowerCase(),
      );
      expect((await signIn(email)).status).toBe(200);
    },
  );

  it('without a token gives the account to whoever receives the e-mail, not to whoever signed up', async () => {
    const email = 'owner@example.org';
    const stranger = 'the password of a stranger';
    const enter = (password: string) =>
      test.createBrowser().call('POST /api/auth/sign-in', { body: { email, password } });
    const confirm = (token: string, password: string) =>
      test.createBrowser().call('POST /api/auth/sign-up/confirm', { body: { token, password } });
    await test.createBrowser().call('POST /api/auth/sign-up', {
      body: { email, password: stranger, language: 'en', botToken: null },
    });
    const token = await lastLink('auth\\?mode=confirm-sign-up');
    expect((await confirm(token, 'password1')).body.error?.code).toBe('password_too_common');
    expect((await confirm(token, PASSWORD)).status).toBe(200);
    expect((await enter(stranger)).body.error?.code).toBe('wrong_credentials');
    expect((await enter(PASSWORD)).status).toBe(200);
    expect((await confirm(token, stranger)).body.error?.code).toBe('link_expired');
  });

  it('answers alike for a known address, with and without a token', async () => {
    const own = test.createBrowser();
    await signUp(own, 'known@example.org', await requestBotCheckToken(own, 'sign_up'));
    for (const withToken of [true, false]) {
      const known = test.createBrowser();
      const unknown = test.createBrowser();
      const answers = await Promise.all([
        signUp(
          known,
          'known@example.org',
          withToken ? await requestBotCheckToken(known, 'sign_up') : null,
        ),
        signUp(
          unknown,
          `x${withToken}@example.org`,
          withToken ? await requestBotCheckToken(unknown, 'sign_up') : null,
        ),
      ]);
      expect(answers[0]?.body).toEqual(answers[1]?.body);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    }
  });

  it('takes a token once', async () => {
    const own = test.createBrowser();
    const token = await requestBotCheckToken(own, 'sign_up');
    const emails = ['one@example.org', 'two@example.org', 'three@example.org'];
    const answers = await Promise.all(
      emails.map((email) => signUp(test.createBrowser(), email, token)),
    );
    expect(answers.map(({ body }) => body.next).toSorted()).toEqual([
      'confirm_email',
      'confirm_email',
      'sign_in',
    ]);
  });
});

describe('asking for a new password', () => {
  const forgot = async (email: string, botToken?: string | null) =>
    (
      await test
        .createBrowser()
        .call('POST /api/auth/forgot', { body: { email, language: 'en', botToken } })
    ).status;

  it('without a token sends one e-mail in a quarter of an hour to an address, and does not reveal it', async () => {
    expect(await forgot('somebody@example.org', null)).toBe(200);
    await test.runJobs();
    expect(test.emails.map(({ to }) => to)).toEqual(['somebody@example.org']);
    expect(await forgot('Somebody@example.org')).toBe(200);
    await test.runJobs();
    expect(test.emails).toHaveLength(1);
    test.clock.advance(15 * 60_000);
    expect(await forgot('somebody@example.org')).toBe(200);
    await test.runJobs();
    expect(test.emails).toHaveLength(2);
  });

  it('with a token goes on where others used that up', async () => {
    expect(await forgot('grace@example.org', null)).toBe(200);
    expect(await forgot('grace@example.org', null)).toBe(200);
    await test.runJobs();
    expect(test.emails).toHaveLength(1);
    expect(
      await forgot('grace@example.org', await requestBotCheckToken(test.createBrowser(), 'reset')),
    ).toBe(200);
    await test.runJobs();
    expect(test.emails).toHaveLength(2);
  });
});

describe('the waiting list', () => {
  const join = (email: string, botToken?: string | null, own = test.createBrowser()) =>
    own.call('POST /api/waitlist', { body: { email, language: 'fr', botToken } });
  const confirm = (token: string, own = test.createBrowser()) =>
    own.call('POST /api/waitlist/confirm', { body: { token } });
  const listed = async (email: string) =>
    (await test.db.execute(`select language from waitlist where email = '${email}'`)).rows
      .length === 1;

  it('lists an address with a token only once its e-mail was confirmed, too', async () => {
    const token = await requestBotCheckToken(test.createBrowser(), 'waitlist');
    const reply = await join('Listed@example.org', token);
    expect(reply.body).toEqual({ next: 'confirm_email' });
    expect(await listed('listed@example.org')).toBe(false);
    await confirm(await lastLink('waitlist\\?mode=confirm'));
    expect(await listed('listed@example.org')).toBe(true);
  });

  it('adds an entry without a token once its e-mail was confirmed', async () => {
    expect((await join('asked@example.org', null)).body).toEqual({ next: 'confirm_email' });
    expect(await listed('asked@example.org')).toBe(false);
    const token = await lastLink('waitlist\\?mode=confirm');
    expect(test.emails.at(-1)).toMatchObject({
      to: 'asked@example.org',
      subject: expect.stringContaining('liste') as string,
    });
    expect((await confirm(token)).status).toBe(200);
    expect(await listed('asked@example.org')).toBe(true);
    expect((await confirm(token)).body.error?.code).toBe('link_expired');
  });

  it('keeps nothing of an address that never answers', async () => {
    await join('silent@example.org', null);
    await test.runJobs();
    const { rows: kept } = await test.db.execute(
      'select (select json_agg(w) from waitlist w)::text, (select json_agg(r) from rate_limits r)::text',
    );
    expect(JSON.stringify(kept)).not.toContain('silent');
  });

  it('accepts the link of an e-mail for one day, and only once of many concurrent uses', async () => {
    await join('race@example.org', null);
    const race = await lastLink('waitlist\\?mode=confirm');
    const answers = await Promise.all(Array.from({ length: 20 }, () => confirm(race)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    await join('late@example.org', null);
    const late = await lastLink('waitlist\\?mode=confirm');
    test.clock.advance(24 * 60 * 60_000);
    expect((await confirm(late)).body.error?.code).toBe('link_expired');
  });

  it('takes no link that is changed, or made for something else', async () => {
    await join('changed@example.org', null);
    const token = await lastLink('waitlist\\?mode=confirm');
    const turned = token.at(-5) === 'A' ? 'B' : 'A';
    const changed = token.slice(0, -5) + turned + token.slice(-4);
    const own = test.createBrowser();
    await own.call('POST /api/auth/forgot', { body: { email: 'x@example.org', language: 'en' } });
    const { rows: jobs } = await test.db.execute(
      "select data->>'encrypted' as encrypted from jobs.job",
    );
    for (const wrong of [
      changed,
      'x'.repeat(40),
      ...jobs.map(({ encrypted }) => String(encrypted)),
    ])
      expect((await confirm(wrong.slice(0, 1024))).body.error?.code).toBe('link_expired');
  });

  it('takes thirty without a token from one network address in an hour, and more with one', async () => {
    const own = test.createBrowser();
    const emails = Array.from({ length: 31 }, (_, person) => `queue-${person}@example.org`);
    const answers = await Promise.all(emails.map((email) => join(email, null, own)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(30);
    const token = await requestBotCheckToken(own, 'waitlist');
    expect((await join('queue-31@example.org', token, own)).status).toBe(200);
  });

  it('writes to one address three times a day at most', async () => {
    const statuses = [];
    for (let count = 0; count < 5; count++) statuses.push((await join('full@example.org')).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200]);
    await test.runJobs();
    expect(test.emails).toHaveLength(3);
  });
});

describe('feedback', () => {
  it('is taken three times an hour without a token, and more often with one', async () => {
    // A person who can write feedback has passed the sign-up.
    const own = test.createBrowser();
    const email = 'writes@example.org';
    const botToken = await requestBotCheckToken(own, 'sign_up');
    const entry = { email, password: PASSWORD };
    await own.call('POST /api/auth/sign-up', { body: { ...entry, language: 'en', botToken } });
    const { body } = await own.call('POST /api/auth/sign-in', { body: entry });
    await own.call('POST /api/users', {
      body: {
        firebaseUid: body.uid,
        name: 'Ada',
        email,
        signUpMethod: 'email',
        onboardingComplete: false,
        preferredLanguage: 'en',
      },
    });
    const send = async (token: string | null) =>
      (
        await own.call('POST /api/feedback', {
          body: { text: 'Longer pauses.', page: '/', replyTo: null, botToken: token },
        })
      ).status;
    const without = [await send(null), await send(null), await send(null), await send(null)];
    expect(without).toEqual([200, 200, 200, 429]);
    expect(await send(await requestBotCheckToken(own, 'feedback'))).toBe(200);
  });
});

// @module-tag whole

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import { PASSWORD } from '#server/testing/people.ts';
import { computeTotp } from '#server/testing/totp.ts';

// What may be done once is asked for several times at the same moment.

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const AT_ONCE = 6;
const atOnce = <T>(work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: AT_ONCE }, (_, index) => work(index)));
const countDone = (replies: { status: number }[]) =>
  replies.filter(({ status }) => status === 200).length;

async function readLink(email: string, mode: string): Promise<string> {
  await test.runJobs();
  const letter = test.emails.findLast(
    ({ to, text }) => to === email && text.includes(`mode=${mode}#`),
  );
  return new RegExp(`mode=${mode}#([^\\s/]+)`).exec(letter?.text ?? '')?.[1] ?? 'no such letter';
}

describe('at the same moment', () => {
  it('a link to a new password sets one', async () => {
    const { email } = await test.createPerson();
    const body = { email, language: 'en', botToken: 'x' };
    await test.createBrowser().call('POST /api/auth/forgot', { body });
    const token = await readLink(email, 'reset');
    const choose = (index: number) => `a window seat by the wing ${index}`;
    const replies = await atOnce((index) =>
      test
        .createBrowser()
        .call('POST /api/auth/reset', { body: { token, password: choose(index) } }),
    );
    expect(countDone(replies)).toBe(1);
    const winner = replies.findIndex(({ status }) => status === 200);
    const enter = (index: number) =>
      test
        .createBrowser()
        .call('POST /api/auth/sign-in', { body: { email, password: choose(index) } });
    expect((await enter(winner)).status).toBe(200);
    expect((await enter((winner + 1) % AT_ONCE)).status).toBe(401);
  });

  it('a link that locks an account does it once', async () => {
    const own = await test.createPerson();
    await own.call('POST /api/auth/password', {
      body: { currentPassword: PASSWORD, password: 'another seat beside the aisle' },
    });
    const token = await readLink(own.email, 'lock');
    const replies = await atOnce(() =>
      test.createBrowser().call('POST /api/auth/lock', { body: { token } }),
    );
    expect(countDone(replies)).toBe(1);
    expect((await own.call('GET /api/users/me')).status).toBe(401);
  });

  it('a code of an app, and a recovery code, each let in one browser', async () => {
    const own = await test.createPerson();
    const begun = await own.call('POST /api/auth/second-factor', {
      body: { currentPassword: PASSWORD },
    });
    const { uri, recoveryCodes } = begun.body as { uri: string; recoveryCodes: string[] };
    const confirmed = await own.call('POST /api/auth/second-factor/confirm', {
      body: { code: computeTotp(uri, Date.now()) },
    });
    expect(confirmed.status).toBe(200);
    for (const code of [computeTotp(uri, Date.now() + 30_000), recoveryCodes[0] ?? '']) {
      const body = { email: own.email, password: PASSWORD, code };
      const replies = [];
      // Three, because an account has five tries a minute.
      replies.push(
        ...(await Promise.all(
          [1, 2].map(() => test.createBrowser().call('POST /api/auth/sign-in', { body })),
        )),
      );
      expect(countDone(replies), code).toBe(1);
    }
  });

  it('a new address is confirmed for one of two accounts', async () => {
    const wanted = 'both-want@example.org';
    const links = [];
    for (const own of [await test.createPerson(), await test.createPerson()]) {
      await own.call('POST /api/auth/email', {
        body: { email: wanted, currentPassword: PASSWORD },
      });
      links.push(await readLink(wanted, 'confirm-email'));
    }
    const replies = await Promise.all(
      links.map((token) =>
        test.createBrowser().call('POST /api/auth/email/confirm', { body: { token } }),
      ),
    );
    expect(countDone(replies)).toBe(1);
  });

  it('one profile, and one account, come of many requests for it', async () => {
    const email = 'at-once@example.org';
    const sent = { email, password: PASSWORD, name: 'Ida', language: 'en', botToken: 'x' };
    await atOnce(() => test.createBrowser().call('POST /api/auth/sign-up', { body: sent }));
    const browser = test.createBrowser();
    const { uid } = (
      await browser.call('POST /api/auth/sign-in', { body: { email, password: PASSWORD } })
    ).body;
    const body = {
      firebaseUid: uid,
      name: 'Ida',
      email,
      signUpMethod: 'email',
      onboardingComplete: false,
      preferredLanguage: 'en',
    };
    const replies = await atOnce(() => browser.call('POST /api/users', { body }));
    expect(new Set(replies.map(({ body: { id } }) => id)).size).toBe(1);
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    const { rows } = await test.db.execute(
      `select 1 from auth_users where email = '${email}' or claimed_email = '${email}'`,
    );
    expect(rows).toHaveLength(1);
  });

  it('authors, and programs, of one name are each added, under an address of their own', async () => {
    const admin = await test.createPerson({ state: 'admin' });
    const author = { name: 'Zoé Aubry', role: 'A pilot', about: 'Who flies.' };
    const program = { title: 'Night flights', summary: 'What for.', about: 'More of it.' };
    const source = { areas: ['fear_heights' as const], lessons: [] };
    const replies = [
      ...(await atOnce(() =>
        admin.call('POST /api/admin/authors', { body: { texts: { en: author, fr: author } } }),
      )),
      ...(await atOnce(() =>
        admin.call('POST /api/admin/programs', {
          body: { source: { ...source, texts: { en: program, fr: program } } },
        }),
      )),
    ];
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 201));
    expect(new Set(replies.map(({ body }) => body.slug)).size).toBe(replies.length);
  });
});

describe('an address that only looks like another', () => {
  it('opens nothing, and gets no link, of the account that it looks like', async () => {
    const owner = await test.createPerson({ email: 'kim.siska@example.org' });
    const alike = [
      ...['\u212aim.siska@example.org', 'kım.sıska@example.org', 'kim.siſka@example.org'],
      ...['kim.siska@example.org\u0000', 'kim.siska@example.org ', 'kim.siska@exаmple.org'],
      ...['kim.siska@example.org\r\nbcc: eve@example.org', 'kim.siska@example.org,eve@example.org'],
      ...['"kim.siska"@example.org', 'kim.siska@ｅxample.org', 'kim.siska@example.org.'],
      ...[
        'KIM.SİSKA@example.org',
        'kim.siska%40example.org@evil.example',
        '<kim.siska@example.org>',
      ],
    ];
    for (const email of alike) {
      const browser = test.createBrowser();
      const forgot = { email, language: 'en', botToken: 'x' };
      await browser.call('POST /api/auth/forgot', { body: forgot });
      await browser.call('POST /api/auth/sign-up', {
        body: { ...forgot, password: PASSWORD, name: 'Kim' },
      });
      const entered = await browser.call('POST /api/auth/sign-in', {
        body: { email, password: PASSWORD },
      });
      if (entered.status === 200) expect(entered.body.uid, email).not.toBe(owner.uid);
    }
    await test.runJobs();
    const reset = test.emails.filter(({ text }) => text.includes('mode=reset#'));
    for (const { to } of reset) expect(alike).not.toContain(to);
    expect(test.emails.filter(({ to }) => /[^\x21-\x7e]|,/.test(to))).toEqual([]);
    const { email, uid } = (await owner.call('GET /api/auth/identity')).body.identity ?? {};
    expect([email, uid]).toEqual([owner.email, owner.uid]);
  });

  it('in another case is the same account', async () => {
    const owner = await test.createPerson({ email: 'rosa@example.org' });
    const body = { email: 'ROSA@Example.org', password: PASSWORD };
    const entered = await test.createBrowser().call('POST /api/auth/sign-in', { body });
    expect(entered.body).toMatchObject({ uid: owner.uid });
  });
});

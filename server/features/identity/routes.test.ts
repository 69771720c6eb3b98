import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import { type TestBrowser, allocateIpAddress } from '#server/testing/test-browser.ts';
import { PASSWORD } from '#server/testing/people.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const language = 'en';
const signUp = (own: TestBrowser, email: string, password = PASSWORD) =>
  own.call('POST /api/auth/sign-up', { body: { email, password, language } });
const signIn = (own: TestBrowser, email: string, password = PASSWORD) =>
  own.call('POST /api/auth/sign-in', { body: { email, password } });

describe('signing up', () => {
  it('answers alike whether or not the address is known, and only its owner is told', async () => {
    const first = await signUp(test.createBrowser(), 'known@example.org');
    await test.db.execute(sql`update auth_users set email_verified = true`);
    const second = await signUp(test.createBrowser(), 'Known@example.org', 'another long password');
    expect([second.status, second.body]).toEqual([first.status, first.body]);
    expect(second.headers['set-cookie']).toBeUndefined();
    await test.runJobs();
    expect(test.emails.map(({ to, subject }) => `${to}: ${subject}`).toSorted()).toEqual([
      'known@example.org: Confirm your email address for Envol',
      'known@example.org: You already have an account with Envol',
    ]);
  });

  it('changes nothing of the account that is there', async () => {
    await signUp(test.createBrowser(), 'mine@example.org');
    await signUp(test.createBrowser(), 'mine@example.org', 'somebody else’s password');
    const stranger = await signIn(
      test.createBrowser(),
      'mine@example.org',
      'somebody else’s password',
    );
    const own = await signIn(test.createBrowser(), 'mine@example.org');
    expect([stranger.status, own.status]).toEqual([200, 200]);
    expect(stranger.body.uid).not.toBe(own.body.uid);
  });

  it('refuses a password that is tried first', async () => {
    const { status, body } = await signUp(test.createBrowser(), 'easy@example.org', '12345678');
    expect([status, body.error?.code]).toEqual([422, 'password_too_common']);
  });

  it('refuses one made of the person’s own address', async () => {
    const { status, body } = await signUp(
      test.createBrowser(),
      'ida.pilot@example.org',
      'IdaPilot1',
    );
    expect([status, body.error?.code]).toEqual([422, 'password_too_common']);
  });

  it('makes one account of many sign-ups that come at once, and answers them alike', async () => {
    const email = 'crowded@example.org';
    const limit = Array.from({ length: 5 }, () => signUp(test.createBrowser(), email));
    const answers = await Promise.all(limit);
    expect(answers.map(({ status, body }) => [status, body])).toEqual(
      answers.map(() => [200, { next: 'sign_in' }]),
    );
    const { rows: accounts } = await test.db.execute(
      `select a.password from auth_users u join auth_accounts a on a.user_id = u.id where u.email = '${email}'`,
    );
    expect(accounts).toHaveLength(1);
    expect((await signIn(test.createBrowser(), email)).status).toBe(200);
  });

  it('judges no more than five passwords an hour for one address', async () => {
    const own = test.createBrowser();
    for (let count = 0; count < 5; count++) await signUp(own, 'tries@example.org', 'password1');
    expect((await signUp(own, 'tries@example.org', 'password1')).status).toBe(429);
  });

  it('is possible five times an hour for one address of e-mail, wherever it comes from', async () => {
    const statuses = [];
    for (let count = 0; count < 6; count++)
      statuses.push((await signUp(test.createBrowser(), 'again@example.org')).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });

  it('is open to everybody on an airport’s Wi-Fi', async () => {
    const wifi = allocateIpAddress();
    const statuses = new Set<number>();
    for (let count = 0; count < 40; count++)
      statuses.add((await signUp(test.createBrowser(wifi), `wifi-${count}@example.org`)).status);
    expect([...statuses]).toEqual([200]);
  });
});

describe('signing in', () => {
  it('answers alike for a wrong password and for an address nobody has', async () => {
    await signUp(test.createBrowser(), 'somebody@example.org');
    const known = await signIn(test.createBrowser(), 'somebody@example.org', 'not the password');
    const unknown = await signIn(test.createBrowser(), 'nobody@example.org', 'not the password');
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
  });

  it('evaluates five of 1,000 wrong passwords that come at once', async () => {
    await signUp(test.createBrowser(), 'target@example.org');
    const answers = await Promise.all(
      Array.from({ length: 1000 }, (_, index) =>
        signIn(test.createBrowser(), 'target@example.org', `guess number ${index}`),
      ),
    );
    const evaluated = answers.filter(({ status }) => status === 401);
    // The rest is refused by the limit, or because so many were under way.
    const refused = answers.filter(({ status }) => status === 429 || status === 503);
    expect([evaluated.length, refused.length]).toEqual([5, 995]);
  });

  it('makes pauses that grow, and forgets them once the password was right', async () => {
    const email = 'patient@example.org';
    await signUp(test.createBrowser(), email);
    const pauses = [];
    for (let round = 0; round < 4; round++) {
      for (let count = 0; count < 5; count++)
        await signIn(test.createBrowser(), email, 'not the password');
      const { headers } = await signIn(test.createBrowser(), email);
      const seconds = Number(headers['retry-after']);
      pauses.push(seconds);
      test.clock.advance(seconds * 1000);
    }
    expect(pauses).toEqual([60, 120, 240, 480]);
    expect((await signIn(test.createBrowser(), email)).status).toBe(200);
    for (let count = 0; count < 5; count++) await signIn(test.createBrowser(), email, 'not it');
    const { headers } = await signIn(test.createBrowser(), email);
    expect(headers['retry-after']).toBe('60');
  });

  it('ends the sign-in it takes the place of', async () => {
    const own = await test.createPerson();
    const before = own.cookie();
    await signIn(own, own.email);
    const { status } = await test.createBrowser().call('GET /api/users/me', {
      headers: { cookie: before },
    });
    expect(status).toBe(401);
    expect((await own.call('GET /api/users/me')).status).toBe(200);
  });
});

describe('the sign-in cookie', () => {
  const me = (cookie: string) =>
    test.createBrowser().call('GET /api/users/me', { headers: { cookie } });

  it('is nothing without its signature, with another, or sent twice', async () => {
    const own = await test.createPerson();
    const signed = own.cookie();
    const [token = ''] = decodeURIComponent(signed.split('=')[1] ?? '').split('.');
    expect((await me(signed)).status).toBe(200);
    for (const cookie of [
      `envol.session=${token}`,
      `envol.session=${token}.${'A'.repeat(43)}%3D`,
      `__Secure-${signed}`,
      `__Host-${signed}`,
      `${signed}; ${signed}`,
    ])
      expect([cookie, (await me(cookie)).status]).toEqual([cookie, 401]);
  });

  it('opens nothing any more after signing out', async () => {
    const own = await test.createPerson();
    const cookie = own.cookie();
    const left = await own.call('POST /api/auth/sign-out', { body: {} });
    expect((await me(cookie)).status).toBe(401);
    expect(left.headers['clear-site-data']).toBe('"cache"');
  });

  it('is bound to its host over https', async () => {
    const secure = await createTestApp({
      baseUrl: 'https://envol.example',
      publicUrl: 'https://envol.example',
    });
    const own = secure.createBrowser();
    const headers = { origin: 'https://envol.example', host: 'envol.example' };
    const body = { email: 'far@example.org', password: PASSWORD };
    await own.call('POST /api/auth/sign-up', { body: { ...body, language }, headers });
    const answer = await own.call('POST /api/auth/sign-in', { body, headers });
    const cookies = [answer.headers['set-cookie']].flat().map(String);
    expect(cookies.toSorted()).toEqual([
      expect.stringMatching(
        /^__Host-envol\.device=[^;]+; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ),
      expect.stringMatching(/^__Host-envol\.session=.+; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
    ]);
    await secure.close();
  });
});

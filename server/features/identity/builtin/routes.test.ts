import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import { type TestBrowser, allocateIpAddress } from '#server/testing/test-browser.ts';
import { PASSWORD } from '#server/testing/people.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
beforeEach(async () => {
  await test.runJobs();
  test.emails.splice(0);
});
afterAll(() => test.close());

const NEW_PASSWORD = 'quite another long password';
const signIn = (own: TestBrowser, email: string, password = PASSWORD) =>
  own.call('POST /api/auth/sign-in', { body: { email, password } });
const forgot = (own: TestBrowser, email: string) =>
  own.call('POST /api/auth/forgot', { body: { email, language: 'en' } });
const reset = (token: string, password = NEW_PASSWORD, own = test.createBrowser()) =>
  own.call('POST /api/auth/reset', { body: { token, password } });

/** Sends the queued e-mails; returns the secret of the last link of this kind. */
async function lastToken(mode: string): Promise<string> {
  await test.runJobs();
  const link = new RegExp(`http://localhost/auth\\?mode=${mode}#([\\w-]+)`);
  return test.emails.flatMap(({ text }) => link.exec(text)?.[1] ?? []).at(-1) ?? '';
}

describe('a forgotten password', () => {
  it('is replaced through an e-mail, which ends every session', async () => {
    const own = await test.createPerson();
    expect((await forgot(test.createBrowser(), own.email)).status).toBe(200);
    const token = await lastToken('reset');
    expect(token).toHaveLength(32);
    expect((await reset(token)).status).toBe(200);
    expect((await own.call('GET /api/users/me')).status).toBe(401);
    expect((await signIn(test.createBrowser(), own.email)).status).toBe(401);
    expect((await signIn(test.createBrowser(), own.email, NEW_PASSWORD)).status).toBe(200);
  });

  it('ends the pause that wrong ones had made', async () => {
    const { email } = await test.createPerson();
    const home = test.createBrowser();
    for (let count = 0; count < 7; count++) await signIn(home, email, 'not it');
    expect((await signIn(test.createBrowser(), email)).status).toBe(429);
    await forgot(home, email);
    await reset(await lastToken('reset'), NEW_PASSWORD, home);
    expect((await signIn(home, email, NEW_PASSWORD)).status).toBe(200);
  });

  it('tells its owner once it was replaced', async () => {
    const own = await test.createPerson();
    await forgot(test.createBrowser(), own.email);
    await reset(await lastToken('reset'));
    await test.runJobs();
    expect(test.emails.at(-1)).toMatchObject({
      to: own.email,
      subject: 'Your Envol password has been changed',
    });
  });

  it('answers alike for an address nobody has, whose owner gets another e-mail', async () => {
    const own = await test.createPerson();
    const known = await forgot(test.createBrowser(), own.email);
    const unknown = await forgot(test.createBrowser(), 'nobody@example.org');
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
    await test.runJobs();
    expect(Object.fromEntries(test.emails.map(({ to, subject }) => [to, subject]))).toEqual({
      [own.email]: 'Choose a new password for Envol',
      'nobody@example.org': 'There’s no Envol account for this address',
    });
  });

  it('has a link that works once', async () => {
    const own = await test.createPerson();
    await forgot(test.createBrowser(), own.email);
    const token = await lastToken('reset');
    const answers = await Promise.all([reset(token), reset(token), reset(token)]);
    const statuses = answers.map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 422, 422]);
    expect((await reset(token)).body.error?.code).toBe('link_expired');
  });

  it('keeps only the hash of the link', async () => {
    const own = await test.createPerson();
    await forgot(test.createBrowser(), own.email);
    const token = await lastToken('reset');
    const { rows: kept } = await test.db.execute('select identifier from auth_verifications');
    expect(JSON.stringify(kept)).not.toContain(token);
    const { rows: jobs } = await test.db.execute('select data::text from jobs.job');
    expect(JSON.stringify(jobs)).not.toContain(own.email);
  });

  it('refuses a common new password without using the link up', async () => {
    const own = await test.createPerson();
    await forgot(test.createBrowser(), own.email);
    const token = await lastToken('reset');
    expect((await reset(token, 'password1')).body.error?.code).toBe('password_too_common');
    expect((await reset(token)).status).toBe(200);
  });

  it('can be asked for three times in a quarter of an hour, and by all of an airport’s Wi-Fi', async () => {
    const wifi = allocateIpAddress();
    const statuses = [];
    for (let count = 0; count < 4; count++)
      statuses.push((await forgot(test.createBrowser(), 'asked@example.org')).status);
    for (let count = 0; count < 30; count++)
      statuses.push((await forgot(test.createBrowser(wifi), `asks-${count}@example.org`)).status);
    expect(statuses).toEqual([200, 200, 200, 429, ...Array<number>(30).fill(200)]);
  });

  it('sends a stranger five e-mails a day at most, whatever is asked in their name', async () => {
    const email = 'stranger@example.net';
    const own = await test.createPerson();
    const body = { email, language: 'en' };
    for (let quarter = 0; quarter < 12; quarter++) {
      await forgot(test.createBrowser(), email);
      await test.createBrowser().call('POST /api/waitlist', { body });
      await own.call('POST /api/auth/email', { body: { email, currentPassword: PASSWORD } });
      test.clock.advance(15 * 60_000);
    }
    await test.runJobs();
    expect(test.emails.filter(({ to }) => to === email)).toHaveLength(5);
    test.clock.advance(24 * 3_600_000);
    await forgot(test.createBrowser(), email);
    await test.runJobs();
    expect(test.emails.filter(({ to }) => to === email)).toHaveLength(6);
  });

  it.each(['open', 'waitlist'] as const)(
    'counts the names that one inbox may have as one, with sign-up %s',
    async (signUp) => {
      const other = await createTestApp({ signUp });
      for (const name of ['ida', 'ida+a', 'IDA+b', 'ida+c', 'ida+d', 'ida+e', 'ida+f'])
        await forgot(other.createBrowser(), `${name}@example.net`);
      for (const name of ['o.tto', 'ot.to', 'ott.o', 'otto', 'o.t.to', 'o.t.t.o+x'])
        await forgot(other.createBrowser(), `${name}@gmail.com`);
      await other.runJobs();
      const inboxes = other.emails.map(({ to }) => /@.*/.exec(to)?.[0]);
      await other.close();
      expect(inboxes.filter((inbox) => inbox === '@example.net')).toHaveLength(5);
      expect(inboxes.filter((inbox) => inbox === '@gmail.com')).toHaveLength(5);
    },
  );

  it('sends an account ten a day at most, and says when to ask again', async () => {
    const own = await test.createPerson();
    const statuses = [];
    for (let quarter = 0; quarter < 11; quarter++) {
      statuses.push((await forgot(test.createBrowser(), own.email)).status);
      test.clock.advance(15 * 60_000);
    }
    expect(statuses).toEqual([...Array<number>(10).fill(200), 429]);
  });
});

const change = (own: TestBrowser, currentPassword: string) =>
  own.call('POST /api/auth/password', { body: { currentPassword, password: NEW_PASSWORD } });

describe('the password of somebody signed in', () => {
  it('ends every reset that was asked for before it changed', async () => {
    const own = await test.createPerson();
    await forgot(test.createBrowser(), own.email);
    const token = await lastToken('reset');
    await change(own, PASSWORD);
    expect((await reset(token)).body.error?.code).toBe('link_expired');
  });

  it('changes with the present one, and other devices are signed out', async () => {
    const own = await test.createPerson();
    const other = test.createBrowser();
    await signIn(other, own.email);
    expect((await change(own, PASSWORD)).status).toBe(200);
    expect((await own.call('GET /api/users/me')).status).toBe(200);
    expect((await other.call('GET /api/users/me')).status).toBe(401);
    expect((await signIn(test.createBrowser(), own.email, NEW_PASSWORD)).status).toBe(200);
  });

  it('ends the pause of signing in once it is changed', async () => {
    const own = await test.createPerson();
    for (let count = 0; count < 7; count++) await signIn(test.createBrowser(), own.email, 'not it');
    await change(own, PASSWORD);
    expect((await signIn(test.createBrowser(), own.email, NEW_PASSWORD)).status).toBe(200);
  });

  it('is changed by one of four who do so at once, and three are told', async () => {
    const own = await test.createPerson();
    const browsers = [own, test.createBrowser(), test.createBrowser(), test.createBrowser()];
    for (const other of browsers.slice(1)) await signIn(other, own.email);
    const answers = await Promise.all(
      browsers.map((browser, index) =>
        browser.call('POST /api/auth/password', {
          body: { currentPassword: PASSWORD, password: `${NEW_PASSWORD} ${index}` },
        }),
      ),
    );
    const winner = answers.findIndex(({ status }) => status === 200);
    const told = answers.filter((_answer, index) => index !== winner);
    expect(told).toHaveLength(3);
    for (const { body } of told)
      expect(['conflict', 'wrong_credentials', 'unauthorised']).toContain(body.error?.code);
    for (const [index] of answers.entries()) {
      const { status } = await signIn(test.createBrowser(), own.email, `${NEW_PASSWORD} ${index}`);
      expect([index, status]).toEqual([index, index === winner ? 200 : 401]);
    }
    const alive = await browsers[winner]?.call('GET /api/users/me');
    expect(alive?.status).toBe(200);
    await test.runJobs();
    expect(test.emails.filter(({ subject }) => subject.includes('password'))).toHaveLength(1);
  });

  it('comes with another token of the sign-in session, and the former one opens nothing', async () => {
    const own = await test.createPerson();
    const former = own.cookie();
    await change(own, PASSWORD);
    const { status } = await test
      .createBrowser()
      .call('GET /api/users/me', { headers: { cookie: former } });
    expect([status, (await own.call('GET /api/users/me')).status]).toEqual([401, 200]);
    expect((await own.call('GET /api/auth/identity')).body.identity?.uid).toBe(own.uid);
  });

  it('stays when the present one is wrong', async () => {
    const own = await test.createPerson();
    const { status, body } = await change(own, 'not the password');
    expect([status, body.error?.code]).toEqual([401, 'wrong_credentials']);
    expect((await signIn(test.createBrowser(), own.email)).status).toBe(200);
  });
});

describe('a new address', () => {
  const ask = (own: TestBrowser, email: string, currentPassword = PASSWORD) =>
    own.call('POST /api/auth/email', { body: { email, currentPassword } });
  const confirm = (token: string) =>
    test.createBrowser().call('POST /api/auth/email/confirm', { body: { token } });

  it('counts once the e-mail sent there was confirmed, and the old one is told', async () => {
    const own = await test.createPerson();
    await ask(own, 'moved@example.org');
    const token = await lastToken('confirm-email');
    expect(test.emails.map(({ to }) => to)).toContain('moved@example.org');
    expect((await own.call('GET /api/users/me')).body.email).toBe(own.email);
    const params = { body: { token } };
    expect((await own.call('POST /api/auth/email/confirm', params)).status).toBe(200);
    expect((await own.call('GET /api/users/me')).body.email).toBe('moved@example.org');
    expect((await signIn(test.createBrowser(), 'moved@example.org')).status).toBe(200);
    await test.runJobs();
    const told = test.emails.filter(({ to }) => to === own.email).at(-1);
    expect(told?.subject).toBe('Your Envol account has a new email address');
    expect((await confirm(token)).body.error?.code).toBe('link_expired');
  });

  it.each([
    ['a reset by e-mail', 'reset'],
    ['a change of the password', 'change'],
  ])('asked for before %s is not to be had any more', async (_what, way) => {
    const own = await test.createPerson();
    await ask(own, `taken-over-${way}@example.org`);
    const token = await lastToken('confirm-email');
    if (way === 'reset') {
      await forgot(test.createBrowser(), own.email);
      await reset(await lastToken('reset'));
    } else await change(own, PASSWORD);
    expect((await confirm(token)).body.error?.code).toBe('link_expired');
  });

  it('is told to the old address when it is asked for', async () => {
    const own = await test.createPerson();
    await ask(own, 'asked-for@example.org');
    await test.runJobs();
    const told = test.emails.find(({ to }) => to === own.email);
    expect(told?.subject).toBe('A new email address was requested for your Envol account');
  });

  it('answers alike for an address that somebody else has', async () => {
    const own = await test.createPerson();
    const other = await test.createPerson();
    const free = await ask(own, 'free@example.org');
    const taken = await ask(own, other.email);
    expect([taken.status, taken.body]).toEqual([free.status, free.body]);
    await test.runJobs();
    const told = test.emails.find(({ to }) => to === other.email);
    expect(told?.subject).toBe('You already have an account with Envol');
  });

  it('needs the password', async () => {
    const own = await test.createPerson();
    expect((await ask(own, 'x@example.org', 'not it')).body.error?.code).toBe('wrong_credentials');
  });
});

describe('sign-in sessions', () => {
  it('are listed with the device in coarse words, and end one by one', async () => {
    const own = await test.createPerson();
    const other = test.createBrowser();
    const userAgent = 'Mozilla/5.0 (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0';
    await other.call('POST /api/auth/sign-in', {
      body: { email: own.email, password: PASSWORD },
      headers: { 'user-agent': userAgent },
    });
    const { body } = await own.call('GET /api/auth/sessions');
    expect(body.hasPassword).toBe(true);
    const elsewhere = body.sessions.find(({ current }) => !current);
    expect(body.sessions.filter(({ current }) => current)).toHaveLength(1);
    expect(elsewhere?.device).toBe('Firefox, Android');
    await own.call('DELETE /api/auth/sessions/:id', { params: { id: elsewhere?.id ?? '' } });
    expect((await other.call('GET /api/users/me')).status).toBe(401);
    expect((await own.call('GET /api/users/me')).status).toBe(200);
  });

  it('end all but this one', async () => {
    const own = await test.createPerson();
    const others = [test.createBrowser(), test.createBrowser()];
    for (const other of others) await signIn(other, own.email);
    await own.call('POST /api/auth/sessions/end-others', { body: {} });
    for (const other of others) expect((await other.call('GET /api/users/me')).status).toBe(401);
    expect((await own.call('GET /api/auth/sessions')).body.sessions).toHaveLength(1);
  });

  it('are fifty at most: another ends the one unused for longest, and the present one is listed first', async () => {
    const own = await test.createPerson();
    // The clock of the session table is PostgreSQL's and better-auth's, so the age is set by hand.
    await test.db.execute(
      `update auth_sessions set updated_at = now() - interval '1 hour' where user_id = '${own.uid}'`,
    );
    await test.db.execute(
      `insert into auth_sessions (id, user_id, token, expires_at, updated_at)
       select 'filler-' || n, '${own.uid}', 'filler-token-' || n, now() + interval '9 days',
         now() - n * interval '1 minute' from generate_series(1, 55) n`,
    );
    const first = (await own.call('GET /api/auth/sessions')).body.sessions;
    expect([first.length, first[0]?.current]).toEqual([50, true]);
    const beyond = await own.call('DELETE /api/auth/sessions/:id', { params: { id: 'filler-55' } });
    expect(beyond.status).toBe(200);
    const other = test.createBrowser();
    await signIn(other, own.email);
    expect((await own.call('GET /api/users/me')).status).toBe(401);
    const then = (await other.call('GET /api/auth/sessions')).body.sessions;
    expect([then.length, then[0]?.current, then.at(-1)?.id]).toEqual([50, true, 'filler-49']);
  });

  it('of somebody else are not there', async () => {
    const own = await test.createPerson();
    const other = await test.createPerson();
    const { body } = await other.call('GET /api/auth/sessions');
    const id = body.sessions[0]?.id ?? '';
    const { status } = await own.call('DELETE /api/auth/sessions/:id', { params: { id } });
    expect(status).toBe(404);
    expect((await other.call('GET /api/users/me')).status).toBe(200);
  });
});

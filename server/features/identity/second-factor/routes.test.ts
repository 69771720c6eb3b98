import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import type { TestBrowser } from '#server/testing/test-browser.ts';
import { exportData, PASSWORD } from '#server/testing/people.ts';
import { computeNextTotp, computeTotp } from '#server/testing/totp.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const signIn = async (own: TestBrowser, email: string, code?: string, password = PASSWORD) => {
  const { status, body } = await own.call('POST /api/auth/sign-in', {
    body: { email, password, ...(code !== undefined && { code }) },
  });
  return body.error?.code ?? status;
};
const begin = async (own: TestBrowser, currentPassword = PASSWORD) =>
  own.call('POST /api/auth/second-factor', { body: { currentPassword } });
const confirm = (own: TestBrowser, code: string) =>
  own.call('POST /api/auth/second-factor/confirm', { body: { code } });
const isOn = async (own: TestBrowser) =>
  (await own.call('GET /api/auth/sessions')).body.hasSecondFactor;

/** A person who has turned the second factor on. */
async function createCareful() {
  const own = await test.createPerson();
  const { uri, recoveryCodes } = (await begin(own)).body;
  await confirm(own, computeTotp(uri));
  return { own, uri, recoveryCodes };
}
type Careful = Awaited<ReturnType<typeof createCareful>>;
const toWrong = (code: string) => `${(Number(code[0]) + 5) % 10}${code.slice(1)}`;

describe('a second factor', () => {
  it('is asked for once a code of the app was confirmed, and not before', async () => {
    const own = await test.createPerson();
    const { uri } = (await begin(own)).body;
    expect([await isOn(own), await signIn(test.createBrowser(), own.email)]).toEqual([false, 200]);
    expect((await confirm(own, toWrong(computeTotp(uri)))).body.error?.code).toBe('wrong_code');
    const code = computeTotp(uri);
    expect((await confirm(own, code)).status).toBe(200);
    expect([await isOn(own), await signIn(test.createBrowser(), own.email)]).toEqual([
      true,
      'code_required',
    ]);
    expect(await signIn(test.createBrowser(), own.email, code), 'used already').toBe('wrong_code');
    expect((await own.call('GET /api/users/me')).status).toBe(200);
  });

  it('lets in with the password and a code, and with neither alone', async () => {
    const { own, uri } = await createCareful();
    const code = computeNextTotp(uri);
    const elsewhere = test.createBrowser();
    expect(await signIn(elsewhere, own.email)).toBe('code_required');
    expect((await elsewhere.call('GET /api/users/me')).status).toBe(401);
    expect(await signIn(elsewhere, own.email, toWrong(code))).toBe('wrong_code');
    expect(await signIn(elsewhere, own.email, code, 'not the password')).toBe('wrong_credentials');
    expect(await signIn(elsewhere, own.email, `${code.slice(0, 3)} ${code.slice(3)}`)).toBe(200);
    expect((await elsewhere.call('GET /api/users/me')).body.email).toBe(own.email);
  });

  it('that is begun several times at once is one, and nothing breaks', async () => {
    const own = await test.createPerson();
    const answers = await Promise.all(Array.from({ length: 5 }, () => begin(own)));
    const codes = new Set(answers.map(({ status, body }) => body.error?.code ?? status));
    expect([...codes].filter((code) => code !== 200 && code !== 'conflict')).toEqual([]);
    expect(codes).toContain(200);
    expect((await begin(own)).status).toBe(200);
  });

  it('opens with each recovery code once', async () => {
    const { own, recoveryCodes } = await createCareful();
    expect(new Set(recoveryCodes).size).toBe(10);
    const [first = '', second = ''] = recoveryCodes;
    const answers = [];
    for (const code of [first, first, second])
      answers.push(await signIn(test.createBrowser(), own.email, code));
    expect(answers).toEqual([200, 'wrong_code', 200]);
  });

  it.each([
    ['a code of the app', ({ uri }: Careful) => computeNextTotp(uri)],
    ['a recovery code', ({ recoveryCodes }: Careful) => recoveryCodes[0] ?? ''],
  ])('takes %s once, one after the other and all at once', async (_, choose) => {
    const careful = await createCareful();
    const { email } = careful.own;
    const code = choose(careful);
    const browsers = Array.from({ length: 4 }, () => test.createBrowser());
    const answers = await Promise.all(browsers.map((own) => signIn(own, email, code)));
    expect(answers.filter((answer) => answer === 200)).toHaveLength(1);
    const inside = await Promise.all(browsers.map((own) => own.call('GET /api/users/me')));
    expect(inside.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await signIn(test.createBrowser(), email, code)).toBe('wrong_code');
    const { sessions } = (await careful.own.call('GET /api/auth/sessions')).body;
    expect(sessions, 'that of the account and the one let in').toHaveLength(2);
  });

  it('takes no code, and breaks nothing, once the secret of the server that sealed its key is gone', async () => {
    const { own, uri, recoveryCodes } = await createCareful();
    await test.db.execute(
      `update auth_two_factors set secret = repeat('0a', 60), backup_codes = repeat('0a', 60) where user_id = '${own.uid}'`,
    );
    for (const code of [computeTotp(uri), recoveryCodes[0] ?? ''])
      expect(await signIn(test.createBrowser(), own.email, code)).toBe('wrong_code');
  });

  it('is turned off, and given another passkey, only shortly after it was used', async () => {
    const { own } = await createCareful();
    await test.db.execute(
      `update auth_sessions set created_at = now() - interval '11 minutes' where user_id = '${own.uid}'`,
    );
    const body = { currentPassword: PASSWORD };
    for (const route of ['POST /api/auth/second-factor/end', 'POST /api/auth/passkeys/begin']) {
      const answer = await own.send(route, { body });
      expect([route, answer.status, answer.body]).toEqual([
        route,
        403,
        { error: { code: 'fresh_sign_in_needed' } },
      ]);
    }
    expect(await isOn(own)).toBe(true);
  });

  it('is turned on and off with the password alone', async () => {
    const { own } = await createCareful();
    const other = await test.createPerson();
    expect((await begin(other, 'not it')).body.error?.code).toBe('wrong_credentials');
    const end = (currentPassword: string) =>
      own.call('POST /api/auth/second-factor/end', { body: { currentPassword } });
    expect((await end('not it')).body.error?.code).toBe('wrong_credentials');
    expect((await end(PASSWORD)).status).toBe(200);
    expect([await isOn(own), await signIn(test.createBrowser(), own.email)]).toEqual([false, 200]);
    const { events } = (await own.call('GET /api/auth/events')).body;
    const kinds = events.map(({ kind }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(['second_factor_on', 'second_factor_off']));
  });

  it('takes five wrong codes a minute', async () => {
    const { own, uri } = await createCareful();
    const answers = [];
    for (let count = 0; count < 6; count++)
      answers.push(await signIn(test.createBrowser(), own.email, toWrong(computeTotp(uri))));
    expect(answers).toEqual([...Array<string>(5).fill('wrong_code'), 'too_many_requests']);
  });

  it('is stored encrypted, and left out of the export', async () => {
    const { own, uri, recoveryCodes } = await createCareful();
    const key = new URL(uri).searchParams.get('secret') ?? 'none';
    const kept = JSON.stringify((await test.db.execute('select * from auth_two_factors')).rows);
    const body = await exportData(own);
    expect(body.tables.auth_two_factors).toHaveLength(1);
    for (const text of [kept, JSON.stringify(body)])
      for (const secret of [key, recoveryCodes[0] ?? key]) expect(text).not.toContain(secret);
  });

  it('signs out the devices that were let in without it', async () => {
    const own = await test.createPerson();
    const other = test.createBrowser();
    await signIn(other, own.email);
    await confirm(own, computeTotp((await begin(own)).body.uri));
    expect((await other.call('GET /api/users/me')).status).toBe(401);
    expect((await own.call('GET /api/users/me')).status).toBe(200);
  });

  it('is asked of admins before they see anything of the studio', async () => {
    const own = await test.createPerson();
    await test.db.execute(`update users set role = 'admin' where id = '${own.id}'`);
    const see = async () => {
      const { status, body } = await own.call('GET /api/admin/audit');
      return body.error?.code ?? status;
    };
    expect(await see()).toBe('second_factor_required');
    await confirm(own, computeTotp((await begin(own)).body.uri));
    expect(await see()).toBe(200);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import { createAuthenticator, TEST_ORIGIN } from '#server/testing/authenticator.ts';
import type { TestBrowser } from '#server/testing/test-browser.ts';
import { type TestPerson, exportData, PASSWORD } from '#server/testing/people.ts';
import { computeTotp } from '#server/testing/totp.ts';
import type { ChallengeToSign, SignedChallenge } from '#shared/contract/passkeys.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

type Authenticator = ReturnType<typeof createAuthenticator>;

const begin = (own: TestBrowser, currentPassword = PASSWORD) =>
  own.call('POST /api/auth/passkeys/begin', { body: { currentPassword } });

/** Adds a passkey; resolves to the answer, and to the recovery codes that came with it. */
async function add(own: TestBrowser, authenticator: Authenticator) {
  const { body } = await begin(own);
  const added = await own.call('POST /api/auth/passkeys', { body: authenticator.create(body) });
  return { ...added, recoveryCodes: body.recoveryCodes };
}

interface SecondStep {
  code?: string;
  passkey?: SignedChallenge;
}
async function signIn(own: TestBrowser, email: string, step: SecondStep = {}, password = PASSWORD) {
  const { status, body } = await own.call('POST /api/auth/sign-in', {
    body: { email, password, ...step },
  });
  const asked = body.error?.fields?.['passkey'];
  return {
    outcome: body.error?.code ?? status,
    asked: asked === undefined ? null : (JSON.parse(asked) as ChallengeToSign),
  };
}

/** What is asked to be signed of a person who gave their password. */
async function ask(email: string): Promise<ChallengeToSign> {
  const { asked } = await signIn(test.createBrowser(), email);
  if (!asked) throw new Error('No challenge came');
  return asked;
}

type Careful = Awaited<ReturnType<typeof createCareful>>;

async function createCareful() {
  const own = await test.createPerson();
  const authenticator = createAuthenticator(TEST_ORIGIN);
  const { body, recoveryCodes } = await add(own, authenticator);
  return { own, authenticator, recoveryCodes, id: body.id };
}
const list = async (own: TestBrowser) => (await own.call('GET /api/auth/passkeys')).body.passkeys;
const isOn = async (own: TestPerson) =>
  (await own.call('GET /api/auth/sessions')).body.hasSecondFactor;
const remove = (own: TestBrowser, id: string) =>
  own.call('DELETE /api/auth/passkeys/:id', { params: { id } });

describe('a passkey', () => {
  it('turns two-step sign-in on, gives recovery codes, and signs out whoever came in without', async () => {
    const own = await test.createPerson();
    const other = test.createBrowser();
    await signIn(other, own.email);
    const { status, body, recoveryCodes } = await add(own, createAuthenticator(TEST_ORIGIN));
    expect([status, new Set(recoveryCodes).size]).toEqual([200, 10]);
    expect(await list(own)).toEqual([body]);
    expect([await isOn(own), (await signIn(test.createBrowser(), own.email)).outcome]).toEqual([
      true,
      'code_required',
    ]);
    expect((await other.call('GET /api/users/me')).status).toBe(401);
    expect((await own.call('GET /api/users/me')).status).toBe(200);
  });

  it('lets in with the password, and with neither alone', async () => {
    const { own, authenticator } = await createCareful();
    const elsewhere = test.createBrowser();
    const passkey = authenticator.sign(await ask(own.email));
    expect((await signIn(elsewhere, own.email, { passkey }, 'not it')).outcome).toBe(
      'wrong_credentials',
    );
    expect((await signIn(elsewhere, own.email, { passkey })).outcome).toBe(200);
    expect((await elsewhere.call('GET /api/users/me')).body.email).toBe(own.email);
    const [used] = await list(own);
    expect(used?.lastUsedAt).not.toBeNull();
  });

  it('is refused when its challenge was used before', async () => {
    const { own, authenticator } = await createCareful();
    const passkey = authenticator.sign(await ask(own.email));
    const answers = [];
    for (let count = 0; count < 2; count++)
      answers.push((await signIn(test.createBrowser(), own.email, { passkey })).outcome);
    expect(answers).toEqual([200, 'passkey_refused']);
  });

  it.each<[string, (careful: Careful, stranger: Careful) => Promise<SignedChallenge>]>([
    [
      'its challenge is made up',
      async ({ authenticator }) =>
        authenticator.sign({ challenge: 'x'.repeat(32), rpId: 'localhost' }),
    ],
    [
      'its challenge was given to another account',
      async ({ authenticator }, { own }) => authenticator.sign(await ask(own.email)),
    ],
    [
      'it belongs to another account',
      async ({ own }, { authenticator }) => authenticator.sign(await ask(own.email)),
    ],
    [
      'it was used on another site',
      async ({ own, authenticator }) =>
        authenticator.sign(await ask(own.email), 'https://elsewhere.example'),
    ],
    [
      'what it signed is changed',
      async ({ own, authenticator }) => ({
        ...authenticator.sign(await ask(own.email)),
        signature: authenticator.sign(await ask(own.email)).signature,
      }),
    ],
    [
      'it is nothing that anybody can read',
      async ({ own, authenticator }) => ({
        ...authenticator.sign(await ask(own.email)),
        clientDataJSON: 'AAAA',
      }),
    ],
  ])('is refused when %s, and another challenge comes', async (_, sign) => {
    const careful = await createCareful();
    const stranger = await createCareful();
    const passkey = await sign(careful, stranger);
    const { outcome, asked } = await signIn(test.createBrowser(), careful.own.email, { passkey });
    expect(outcome).toBe('passkey_refused');
    expect(asked?.passkeys).toHaveLength(1);
  });

  it('that has signed more often than it says is a copy, and refused', async () => {
    const { own, authenticator } = await createCareful();
    const enter = async () => {
      const passkey = authenticator.sign(await ask(own.email));
      return (await signIn(test.createBrowser(), own.email, { passkey })).outcome;
    };
    expect([await enter(), await enter()]).toEqual([200, 200]);
    authenticator.rewind();
    expect(await enter()).toBe('passkey_refused');
  });

  it('can be replaced by each recovery code once', async () => {
    const { own, recoveryCodes } = await createCareful();
    const [code = ''] = recoveryCodes;
    expect((await signIn(test.createBrowser(), own.email, { code })).outcome).toBe(200);
    expect((await signIn(test.createBrowser(), own.email, { code })).outcome).toBe('wrong_code');
    expect((await signIn(test.createBrowser(), own.email, { code: '123456' })).outcome).not.toBe(
      200,
    );
  });

  it('is added with the password alone, once, and ten at most', async () => {
    const own = await test.createPerson();
    expect((await begin(own, 'not it')).body.error?.code).toBe('wrong_credentials');
    const authenticator = createAuthenticator(TEST_ORIGIN);
    const { body } = await begin(own);
    const created = authenticator.create(body);
    const twice = await Promise.all(
      [1, 2].map(() => own.call('POST /api/auth/passkeys', { body: created })),
    );
    expect(new Set(twice.map(({ status }) => status))).toEqual(new Set([200, 401]));
    expect((await add(own, authenticator)).body.error?.code).toBe('conflict');
    for (let count = 1; count < 10; count++) await add(own, createAuthenticator(TEST_ORIGIN));
    expect((await begin(own)).body.error?.code).toBe('too_many');
    expect(await list(own)).toHaveLength(10);
  });

  it('has a name, which its owner alone changes', async () => {
    const { own, id } = await createCareful();
    const other = await test.createPerson();
    const rename = (who: TestBrowser) =>
      who.call('PATCH /api/auth/passkeys/:id', { params: { id }, body: { name: 'The blue key' } });
    expect((await rename(other)).status).toBe(404);
    expect((await remove(other, id)).status).toBe(404);
    expect((await rename(own)).body.name).toBe('The blue key');
  });

  it('turns two-step sign-in off when the last is removed, unless there is an app', async () => {
    const { own, id } = await createCareful();
    expect((await remove(own, id)).status).toBe(200);
    expect([await isOn(own), (await signIn(test.createBrowser(), own.email)).outcome]).toEqual([
      false,
      200,
    ]);
    const { events } = (await own.call('GET /api/auth/events')).body;
    expect(events.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['passkey_added', 'passkey_removed', 'second_factor_off']),
    );

    const { uri } = (
      await own.call('POST /api/auth/second-factor', { body: { currentPassword: PASSWORD } })
    ).body;
    await own.call('POST /api/auth/second-factor/confirm', { body: { code: computeTotp(uri) } });
    const { body, recoveryCodes } = await add(own, createAuthenticator(TEST_ORIGIN));
    expect(recoveryCodes, 'the codes of the app go on').toEqual([]);
    await remove(own, body.id);
    expect(await isOn(own)).toBe(true);
  });

  it('goes when two-step sign-in is turned off', async () => {
    const { own } = await createCareful();
    const { status } = await own.call('POST /api/auth/second-factor/end', {
      body: { currentPassword: PASSWORD },
    });
    expect([status, await list(own), await isOn(own)]).toEqual([200, [], false]);
    expect((await signIn(test.createBrowser(), own.email)).asked).toBeNull();
  });

  it('keeps the recovery codes it came with: an app is set up once it is off', async () => {
    const { own } = await createCareful();
    const begun = await own.call('POST /api/auth/second-factor', {
      body: { currentPassword: PASSWORD },
    });
    expect(begun.body.error?.code).toBe('conflict');
  });

  it('opens the studio to an admin', async () => {
    const { own } = await createCareful();
    await test.db.execute(`update users set role = 'admin' where id = '${own.id}'`);
    expect((await own.call('GET /api/admin/audit')).status).toBe(200);
  });

  it('is in the export by its name, without its key', async () => {
    const { own } = await createCareful();
    const [exported] = (await exportData(own)).tables.auth_passkeys ?? [];
    expect(exported).toHaveProperty('name');
    expect(Object.keys(exported ?? {})).not.toContain('publicKey');
  });
});

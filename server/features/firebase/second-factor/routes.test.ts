import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSettings } from '#server/env.ts';
import { changeRole } from '#server/features/roles/writes.ts';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import {
  buildIdTokenClaims,
  createSigningKey,
  type SigningKeyServer,
  FIREBASE_PROJECT_ID,
  type SigningKey,
  signIdToken,
  startSigningKeyServer,
} from '#server/testing/firebase.ts';
import { grantTestPass } from '#server/testing/people.ts';
import { computeTotp } from '#server/testing/totp.ts';
import { runAdminCommand } from '../../../../scripts/admin-command.ts';
import { createFirebaseIdentityProvider } from '../identify-caller.ts';
import { createIdTokenVerifier } from '../service.ts';

const HOUR_MS = 3_600_000;

let key: SigningKey;
let server: SigningKeyServer;
let test: TestApp;
beforeAll(async () => {
  key = await createSigningKey('google-1');
  server = await startSigningKeyServer(key);
  test = await createTestApp({
    auth: null,
    create: ({ db, clock }) => {
      const verify = createIdTokenVerifier({
        projectId: FIREBASE_PROJECT_ID,
        clock,
        keysUrl: server.url,
      });
      return { identity: createFirebaseIdentityProvider(db, verify, clock) };
    },
  });
});
afterAll(async () => {
  await test.close();
  await server.close();
});

let people = 0;

/** A person whom Firebase signs in, in one browser. `signIn` signs in again, there or in another browser. */
async function createPerson({ isAdmin = true } = {}) {
  const uid = `firebase-${(people += 1)}`;
  const email = `${uid}@example.org`;
  let token: string;
  let authTime: number;
  const renewToken = async () => {
    const claims = { sub: uid, email, auth_time: authTime };
    token = await signIdToken(key, buildIdTokenClaims(test.clock(), claims));
  };
  const signIn = (secondsAgo = 1) => {
    authTime = Math.floor(test.clock().getTime() / 1000) - secondsAgo;
    return renewToken();
  };
  await signIn();
  const openBrowser = () => {
    const browser = test.createBrowser();
    const send = (route: string, body?: object, headers: Record<string, string> = {}) =>
      browser.send(route, {
        headers: { authorization: `Bearer ${token}`, ...headers },
        ...(body && { body }),
      });
    const ask = async (...call: Parameters<typeof send>) => {
      const answer = await send(...call);
      return (answer.body as { error?: { code: string } }).error?.code ?? answer.status;
    };
    return {
      send,
      ask,
      check: (code: string) => ask('POST /api/auth/firebase/second-factor/check', { code }),
      seeStudio: (headers?: { cookie: string }) => ask('GET /api/admin/audit', undefined, headers),
      readState: async () => (await send('GET /api/auth/firebase/second-factor')).body,
      begin: async () =>
        (await send('POST /api/auth/firebase/second-factor', {})).body as {
          uri: string;
          recoveryCodes: string[];
        },
      cookie: () => browser.cookie(),
    };
  };
  const own = openBrowser();
  const body = {
    firebaseUid: uid,
    name: 'Ada',
    email,
    signUpMethod: 'email',
    onboardingComplete: false,
    preferredLanguage: 'en',
  };
  const { id } = (await own.send('POST /api/users', body)).body as { id: string };
  const change = { userId: id, role: 'admin' as const, actorId: null };
  await test.db.execute(`update users set onboarding_complete = true where id = '${id}'`);
  await grantTestPass(test.db, id, test.clock());
  if (isAdmin) await changeRole(test.db, change, test.clock());
  return { ...own, id, email, signIn, renewToken, openBrowser };
}

async function createCareful() {
  const own = await createPerson();
  const { uri, recoveryCodes } = await own.begin();
  await own.check(computeTotp(uri, test.clock().getTime()));
  return { ...own, uri, recoveryCodes };
}

describe('the second factor of admins whom Firebase signs in', () => {
  it('is asked for before they see anything of the studio, and opens it in that browser alone', async () => {
    const own = await createPerson();
    expect(await own.seeStudio()).toBe('second_factor_required');
    expect(await own.readState()).toEqual({ isOn: false, isOpen: false });
    const { uri } = await own.begin();
    expect(await own.seeStudio()).toBe('second_factor_required');
    expect(await own.check('000000')).toBe('wrong_code');
    expect(await own.check(computeTotp(uri, test.clock().getTime()))).toBe(200);
    expect([await own.seeStudio(), await own.readState()]).toEqual([
      200,
      { isOn: true, isOpen: true },
    ]);
    const elsewhere = own.openBrowser();
    expect([await elsewhere.seeStudio(), await elsewhere.readState()]).toEqual([
      'second_factor_required',
      { isOn: true, isOpen: false },
    ]);
  });

  it('is asked for again after another sign-in, and after twelve hours', async () => {
    const own = await createCareful();
    await own.signIn(30);
    expect(await own.seeStudio()).toBe('second_factor_required');
    expect(await own.check(own.recoveryCodes[0] ?? '')).toBe(200);
    expect(await own.seeStudio()).toBe(200);
    test.clock.advance(11 * HOUR_MS);
    await own.renewToken();
    expect(await own.seeStudio()).toBe(200);
    test.clock.advance(HOUR_MS);
    await own.renewToken();
    expect(await own.seeStudio()).toBe('second_factor_required');
  });

  it('takes no cookie that was made up, changed, made for somebody else or for a former key', async () => {
    const own = await createCareful();
    const other = await createCareful();
    expect(await own.seeStudio({ cookie: own.cookie() })).toBe(200);
    const [name = '', value = ''] = own.cookie().split('=');
    const [end = '', signature = ''] = value.split('.');
    for (const cookie of [
      `${name}=${Number(end) + 3600}.${signature}`,
      `${name}=${end}.${'a'.repeat(signature.length)}`,
      `${name}=${end}.`,
      `${name}=`,
      other.cookie(),
    ])
      expect(await own.seeStudio({ cookie })).toBe('second_factor_required');
    expect(await own.ask('POST /api/auth/firebase/second-factor/end', {})).toBe(200);
    const { uri } = await own.begin();
    await own.openBrowser().check(computeTotp(uri, test.clock().getTime()));
    expect(await own.seeStudio({ cookie: own.cookie() })).toBe('second_factor_required');
  });

  it('takes a code of the app and each recovery code once, also all at once', async () => {
    const own = await createCareful();
    const code = computeTotp(own.uri, test.clock().getTime());
    expect(await own.openBrowser().check(code), 'that which turned it on').toBe('wrong_code');
    expect(new Set(own.recoveryCodes).size).toBe(10);
    for (const one of [
      computeTotp(own.uri, test.clock().getTime() + 30_000),
      (own.recoveryCodes[0] ?? '').toUpperCase(),
    ]) {
      const answers = await Promise.all([1, 2, 3].map(() => own.openBrowser().check(one)));
      expect(answers.map(String).toSorted()).toEqual(['200', 'wrong_code', 'wrong_code']);
    }
    test.clock.advance(60_000);
    const late = computeTotp(own.uri, test.clock().getTime() - 90_000);
    expect(await own.openBrowser().check(late)).toBe('wrong_code');
  });

  it('takes no recovery code before a code of the app has turned it on', async () => {
    const own = await createPerson();
    const { recoveryCodes } = await own.begin();
    expect(await own.check(recoveryCodes[0] ?? '')).toBe('wrong_code');
  });

  it('takes five wrong codes a minute', async () => {
    const own = await createCareful();
    const answers = [];
    for (let count = 0; count < 6; count++) answers.push(await own.check('wrong'));
    expect(answers).toEqual([...Array<string>(5).fill('wrong_code'), 'too_many_requests']);
  });

  it('is set up and turned off only shortly after a sign-in, and turned off only where a code was given', async () => {
    const own = await createPerson();
    await own.signIn(11 * 60);
    const begin = 'POST /api/auth/firebase/second-factor';
    expect(await own.ask(begin, {})).toBe('fresh_sign_in_needed');
    const careful = await createCareful();
    expect(await careful.ask(begin, {}), 'whoever has the password replaces no key').toBe(
      'conflict',
    );
    const elsewhere = careful.openBrowser();
    expect(await elsewhere.ask(`${begin}/end`, {})).toBe('second_factor_required');
    await careful.signIn(11 * 60);
    expect(await careful.ask(`${begin}/end`, {})).toBe('fresh_sign_in_needed');
    await careful.signIn();
    await careful.check(careful.recoveryCodes[1] ?? '');
    expect(await careful.ask(`${begin}/end`, {})).toBe(200);
    expect(await careful.readState()).toEqual({ isOn: false, isOpen: false });
  });

  it('is of no use to whoever is no admin, and there for nobody who is not signed in', async () => {
    const own = await createPerson({ isAdmin: false });
    expect(await own.ask('POST /api/auth/firebase/second-factor', {})).toBe('admin_required');
    expect(await own.check('123456')).toBe('admin_required');
    const route = 'GET /api/auth/firebase/second-factor';
    expect((await test.createBrowser().call(route)).status).toBe(401);
  });

  it('is stored encrypted, takes no code under another secret, and is turned off by the operator', async () => {
    const own = await createCareful();
    const stored = JSON.stringify(
      (await test.db.execute(`select * from firebase_second_factors where user_id = '${own.id}'`))
        .rows,
    );
    const secrets = [new URL(own.uri).searchParams.get('secret') ?? '', ...own.recoveryCodes];
    for (const secret of secrets) expect(stored).not.toContain(secret);
    await test.db.execute(
      `update firebase_second_factors set secret = repeat('0a', 60) where user_id = '${own.id}'`,
    );
    const code = computeTotp(own.uri, test.clock().getTime() + 30_000);
    expect(await own.check(code)).toBe('wrong_code');
    const settings = readSettings({
      DATABASE_URL: test.url,
      FIREBASE_API_KEY: 'k',
      FIREBASE_APP_ID: '1:2:web:3',
      FIREBASE_AUTH_DOMAIN: `${FIREBASE_PROJECT_ID}.firebaseapp.com`,
      FIREBASE_PROJECT_ID: FIREBASE_PROJECT_ID,
    });
    const { text } = await runAdminCommand(settings, ['two-step-off', own.email]);
    expect(text).toBe(`${own.email} sets two-step sign-in up anew before the studio opens.`);
    expect(await own.readState()).toEqual({ isOn: false, isOpen: false });
  });
});

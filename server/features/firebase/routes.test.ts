import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '#server/log.ts';
import { completeOnboarding } from '#server/features/account/writes.ts';
import { listCustomerIds } from '#server/features/billing/reads.ts';
import { type TestApp, createTestApp, type TestAppOptions } from '#server/testing/app.ts';
import { ORDER_CONSENT } from '#server/testing/people.ts';
import { createStripeSite, parseCheckoutSessionId } from '#server/testing/stripe/site.ts';
import type { TestBrowser, RequestInput } from '#server/testing/test-browser.ts';
import {
  buildIdTokenClaims,
  startSigningKeyServer,
  type SigningKeyServer,
  FIREBASE_PROJECT_ID,
  signIdToken,
  type SigningKey,
  createSigningKey,
} from '#server/testing/firebase.ts';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import * as builtin from '#shared/contract/identity.ts';
import * as passkeys from '#shared/contract/passkeys.ts';
import * as security from '#shared/contract/security.ts';
import { SIGNED_IN_HINT_COOKIE } from '#shared/rules/firebase.ts';
import { createFirebaseIdentityProvider } from './identify-caller.ts';
import { createIdTokenVerifier } from './service.ts';

const firebase = {
  apiKey: 'k',
  authDomain: 'envol-test.firebaseapp.com',
  projectId: FIREBASE_PROJECT_ID,
  appId: '1:2:web:3',
};

let key: SigningKey;
let server: SigningKeyServer;
let test: TestApp;
let ada: string;
let own: TestBrowser;

const token = (change?: Record<string, unknown>) =>
  signIdToken(key, buildIdTokenClaims(test.clock(), change));
const bearing = (value: string, sent: RequestInput = {}): RequestInput => ({
  ...sent,
  headers: { ...sent.headers, authorization: `Bearer ${value}` },
});

const getFirebaseMode = (): Pick<TestAppOptions, 'auth' | 'firebase' | 'create'> => ({
  auth: null,
  firebase,
  create: ({ db, clock }) => ({
    identity: createFirebaseIdentityProvider(
      db,
      createIdTokenVerifier({ projectId: FIREBASE_PROJECT_ID, clock, keysUrl: server.url }),
      clock,
    ),
  }),
});

beforeAll(async () => {
  key = await createSigningKey('google-1');
  server = await startSigningKeyServer(key);
  test = await createTestApp(getFirebaseMode());
  ada = await token();
  own = test.createBrowser();
});
afterAll(async () => {
  await test.close();
  await server.close();
});

const newUser = (uid: string, email: string) => ({
  firebaseUid: uid,
  name: 'Ada',
  email,
  signUpMethod: 'email',
  onboardingComplete: false,
  preferredLanguage: 'en',
});

describe('in firebase mode', () => {
  it('a token makes the caller known, and its subject keys the profile', async () => {
    const body = newUser('firebase-uid-1', 'ada@example.org');
    expect((await own.call('GET /api/users/me', bearing(ada))).body.error?.code).toBe(
      'profile_missing',
    );
    expect((await own.call('POST /api/users', bearing(ada, { body }))).status).toBe(201);
    const renamed = await token({ email: 'countess@example.org' });
    const me = await own.call('GET /api/users/me', bearing(renamed));
    expect(me.body).toMatchObject({ firebaseUid: 'firebase-uid-1', email: 'ada@example.org' });
    expect((await own.call('POST /api/users', bearing(renamed, { body }))).status).toBe(200);
  });

  it('an address that nobody confirmed has few rights until the token says otherwise', async () => {
    const sub = 'firebase-unconfirmed';
    const email = 'claimed@example.org';
    const unconfirmed = await token({ sub, email, email_verified: false });
    const body = newUser(sub, email);
    expect((await own.call('POST /api/users', bearing(unconfirmed, { body }))).status).toBe(201);
    const me = await own.call('GET /api/users/me', bearing(unconfirmed));
    expect(me.body.emailConfirmed).toBe(false);
    const confirmed = await token({ sub, email });
    expect((await own.call('GET /api/users/me', bearing(confirmed))).body.emailConfirmed).toBe(
      true,
    );
  });

  it('nobody new gets a profile while sign-up is closed', async () => {
    test.app.dependencies.signUp = 'closed';
    const newcomer = await token({ sub: 'too-late', user_id: 'too-late' });
    const body = newUser('too-late', 'late@example.org');
    const refused = await own.call('POST /api/users', bearing(newcomer, { body }));
    expect([refused.status, refused.body.error?.code]).toEqual([403, 'sign_up_closed']);
    expect((await own.call('GET /api/users/me', bearing(ada))).status).toBe(200);
    test.app.dependencies.signUp = 'open';
  });

  it('two subjects with one address are two people', async () => {
    const other = await token({ sub: 'firebase-uid-2' });
    const body = newUser('firebase-uid-2', 'ada@example.org');
    expect((await own.call('POST /api/users', bearing(other, { body }))).status).toBe(201);
    const [one, two] = await Promise.all(
      [ada, other].map((value) => own.call('GET /api/users/me', bearing(value))),
    );
    expect(one?.body.id).not.toBe(two?.body.id);
  });

  it('nobody is let in by a header, a cookie, an address or a bad token', async () => {
    const headers = { 'x-firebase-uid': 'firebase-uid-1', 'x-firebase-email': 'ada@example.org' };
    const bad = `${ada.slice(0, -4)}AAAA`;
    for (const sent of [
      { headers },
      {
        headers: {
          cookie: `${SIGNED_IN_HINT_COOKIE}=1; envol.session_token=${'a'.repeat(32)}.b; token=${ada}`,
        },
      },
      { query: { token: ada, access_token: ada } },
      bearing(bad, { headers }),
      { headers: { authorization: `Basic ${ada}` } },
      { headers: { authorization: ada } },
    ]) {
      const { status, body } = await own.call('GET /api/users/me', sent);
      expect([status, body.error?.code]).toEqual([401, 'unauthorised']);
    }
  });

  it('headers that name somebody else than the token does are refused', async () => {
    for (const headers of [
      { 'x-firebase-uid': 'firebase-uid-2' },
      { 'x-firebase-email': 'eve@example.org' },
      { 'x-firebase-uid': 'firebase-uid-1', 'x-firebase-email': '' },
    ] as Record<string, string>[]) {
      const { status, body } = await own.call('GET /api/users/me', bearing(ada, { headers }));
      expect([status, body.error?.code]).toEqual([401, 'identity_mismatch']);
    }
  });

  it('token-sync takes a verified token and nothing else', async () => {
    const answer = await own.call('POST /api/auth/token-sync', bearing(ada, { body: {} }));
    expect([answer.status, answer.body]).toEqual([200, { ok: true }]);
    const expired = await token({ exp: test.clock().getTime() / 1000 - 1 });
    for (const sent of [{ body: {} }, bearing(expired, { body: {} })])
      expect((await own.call('POST /api/auth/token-sync', sent)).status).toBe(401);
  });

  it('token-sync makes the profile follow a changed address', async () => {
    const moved = await token({ sub: 'firebase-uid-2', email: 'moved@example.org' });
    await own.call('POST /api/auth/token-sync', bearing(moved, { body: {} }));
    const { body } = await own.call('GET /api/users/me', bearing(moved));
    expect(body.email).toBe('moved@example.org');
    const { body: other } = await own.call('GET /api/users/me', bearing(ada));
    expect(other.email).toBe('ada@example.org');
  });

  it('token-sync tells Stripe a changed address', async () => {
    const shop = await createStripeSite({
      ...getFirebaseMode(),
      clock: test.clock().toISOString(),
    });
    const sub = 'firebase-buyer';
    const body = newUser(sub, 'buyer@example.org');
    const buyer = bearing(await token({ sub, email: body.email }));
    const browser = shop.createBrowser();
    const { id } = (await browser.call('POST /api/users', { ...buyer, body })).body;
    await completeOnboarding(shop.db, id, 'Europe/Paris');
    const order = { plan: 'monthly', currency: 'EUR', consent: ORDER_CONSENT };
    const { url } = (await browser.call('POST /api/checkouts', { ...buyer, body: order })).body;
    await shop.fixture.actions.pay(parseCheckoutSessionId(url), 'accepted');
    const [customer = ''] = await listCustomerIds(shop.db, id);
    const readEmail = async () => (await shop.fixture.actions.readCustomer(customer))?.email;
    expect(await readEmail()).toBe(body.email);
    const moved = bearing(await token({ sub, email: 'moved-buyer@example.org' }), { body: {} });
    await browser.call('POST /api/auth/token-sync', moved);
    await shop.runJobs();
    expect(await readEmail()).toBe('moved-buyer@example.org');
    await shop.close();
  });

  it('no token reaches the log', async () => {
    const lines: string[] = [];
    const logging = await createTestApp({
      auth: null,
      log: createLog({ level: 'info', stream: { write: (line) => void lines.push(line) } }),
      create: ({ db, clock }) => {
        const verify = createIdTokenVerifier({
          projectId: FIREBASE_PROJECT_ID,
          clock,
          keysUrl: 'http://127.0.0.1:9',
        });
        return { identity: createFirebaseIdentityProvider(db, verify, clock) };
      },
    });
    await logging.createBrowser().call('GET /api/users/me', bearing(ada));
    await logging.close();
    expect(lines.join('')).toContain('firebase keys');
    for (const secret of [...ada.split('.'), 'firebase-uid-1', 'ada@example.org'])
      expect(lines.join('')).not.toContain(secret);
  });

  it('the identity is told to whoever has a token', async () => {
    const { body } = await own.call(
      'GET /api/auth/identity',
      bearing(await token({ name: 'Ada' })),
    );
    expect(body).toEqual({
      identity: { uid: 'firebase-uid-1', email: 'ada@example.org', name: 'Ada' },
    });
    expect((await own.call('GET /api/auth/identity')).body).toEqual({ identity: null });
  });

  it('every route of the other provider refuses with one code', async () => {
    const body = {
      email: 'a@example.org',
      password: 'a long password',
      language: 'en',
      name: 'A key',
    };
    const more = { currentPassword: 'before', token: 'a token of an e-mail', code: '123456' };
    const passkey = { id: 'id', clientDataJSON: 'data', attestationObject: 'data', transports: [] };
    const others = Object.values({ ...builtin, ...security, ...passkeys } as Record<
      string,
      unknown
    >).filter(
      (value): value is Endpoint =>
        'replies' in Object(value) &&
        value !== builtin.getCurrentIdentity &&
        value !== security.lockAccount,
    );
    expect(others.length).toBeGreaterThan(10);
    for (const { method, path } of others) {
      const sent = method === 'GET' ? {} : { body: { ...body, ...more, ...passkey } };
      const params = { id: '019a0000-0000-7000-8000-000000000000' };
      const answer = await own.send(`${method} ${path}`, bearing(ada, { ...sent, params }));
      expect([path, answer.status, answer.body.error?.code]).toEqual([path, 409, 'other_provider']);
    }
  });

  it('browsers are told what they need', async () => {
    const { body } = await own.call('GET /api/config');
    expect(body).toMatchObject({ authProvider: 'firebase', firebase });
  });

  it('pages may reach what the SDK needs and nothing more', async () => {
    const { headers } = await own.get('/');
    const policy = String(headers['content-security-policy']).split('; ');
    expect(policy).toContain("script-src 'self' https://apis.google.com");
    expect(policy).toContain(
      "connect-src 'self' https://identitytoolkit.googleapis.com https://securetoken.googleapis.com",
    );
    expect(policy).toContain('frame-src https://envol-test.firebaseapp.com');
    expect(policy).toContain("default-src 'none'");
    expect(headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups');
  });

  it('a key server that is away is said to be the server’s trouble', async () => {
    const away = await createTestApp({
      auth: null,
      create: ({ db, clock }) => {
        const verify = createIdTokenVerifier({
          projectId: FIREBASE_PROJECT_ID,
          clock,
          keysUrl: 'http://127.0.0.1:9',
        });
        return { identity: createFirebaseIdentityProvider(db, verify, clock) };
      },
    });
    const { status, body } = await away.createBrowser().call('GET /api/users/me', bearing(ada));
    expect([status, body.error?.code]).toEqual([503, 'not_ready']);
    await away.close();
  });
});

describe('in builtin mode', () => {
  let plain: TestApp;
  beforeAll(async () => (plain = await createTestApp()));
  afterAll(() => plain.close());

  it('token-sync is refused with a code, and a token of Firebase is nobody’s', async () => {
    const person = await plain.createPerson({ state: 'onboarding' });
    const sent = bearing(ada, { body: {} });
    const answer = await person.call('POST /api/auth/token-sync', sent);
    expect([answer.status, answer.body.error?.code]).toEqual([409, 'other_provider']);
    expect((await plain.createBrowser().call('GET /api/users/me', bearing(ada))).status).toBe(401);
  });

  it('nothing of Google is allowed to pages, and no setting of Firebase is told', async () => {
    const { headers } = await plain.createBrowser().get('/');
    expect(headers['content-security-policy']).not.toMatch(/google|firebase|frame-src/);
    expect(headers['cross-origin-opener-policy']).toBe('same-origin');
    expect((await plain.createBrowser().call('GET /api/config')).body).not.toHaveProperty(
      'firebase',
    );
  });
});

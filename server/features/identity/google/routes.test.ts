import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import type { TestBrowser } from '#server/testing/test-browser.ts';
import { type FakeGoogle, startFakeGoogle } from '#server/testing/google.ts';
import { PASSWORD } from '#server/testing/people.ts';
import { authAccounts, authSessions, authUsers } from '../table.ts';

let google: FakeGoogle;
let test: TestApp;
beforeAll(async () => {
  google = await startFakeGoogle();
  test = await createTestApp({ google: google.settings });
});
afterAll(async () => {
  await test.close();
  await google.stop();
});

const ada = { sub: 'google-ada', email: 'ada@gmail.example' };

async function begin(own: TestBrowser, next?: string): Promise<URL> {
  const { body } = await own.call('GET /api/auth/google', { ...(next && { query: { next } }) });
  return new URL(body.url);
}

/** Goes to the provider and comes back, as a browser does; resolves to where it lands. */
async function signIn(own: TestBrowser, next?: string): Promise<string> {
  const there = await fetch(await begin(own, next), { redirect: 'manual' });
  const back = new URL(there.headers.get('location') ?? '');
  const answer = await own.follow(back.pathname + back.search);
  return String(answer.headers.location);
}

describe('signing in with Google', () => {
  it('asks for a code, with PKCE, a state and the scopes that name a person', async () => {
    const url = await begin(test.createBrowser());
    const asked = Object.fromEntries(url.searchParams);
    expect(asked).toMatchObject({
      response_type: 'code',
      client_id: 'envol',
      code_challenge_method: 'S256',
      redirect_uri: 'http://localhost/api/auth/callback/google',
    });
    expect(asked.scope?.split(' ').toSorted()).toEqual(['email', 'openid', 'profile']);
    expect(asked.code_challenge).toHaveLength(43);
    expect(asked.state?.length).toBeGreaterThan(20);
  });

  it('ends signed in, where the person was going', async () => {
    google.setClaims(ada);
    const own = test.createBrowser();
    expect(await signIn(own, '/content-library')).toBe('/content-library');
    const { body } = await own.call('GET /api/auth/identity');
    expect(body.identity?.email).toBe('ada@gmail.example');
  });

  it('is the same person the second time, and keeps none of Google’s tokens', async () => {
    google.setClaims(ada);
    const uids = [];
    for (const own of [test.createBrowser(), test.createBrowser()]) {
      await signIn(own);
      uids.push((await own.call('GET /api/auth/identity')).body.identity?.uid);
    }
    expect(uids[0]).toBe(uids[1]);
    const { rows: kept } = await test.db.execute(
      'select access_token, refresh_token, id_token from auth_accounts',
    );
    for (const row of kept) expect(Object.values(row)).toEqual([null, null, null]);
  });

  it('is told to the owner on a new device, and listed', async () => {
    const own = { sub: 'google-new-device', email: 'new-device@gmail.example' };
    google.setClaims(own);
    const phone = test.createBrowser();
    const computer = test.createBrowser();
    for (const device of [phone, computer, phone]) {
      test.clock.advance(60_000);
      await signIn(device);
    }
    await test.runJobs();
    const emails = test.emails.filter(({ to }) => to === own.email);
    expect(emails.map(({ subject }) => subject)).toEqual([
      'A new device signed in to your Envol account',
    ]);
    const { events } = (await phone.call('GET /api/auth/events')).body;
    expect(events.map(({ kind }) => kind)).toEqual([
      'signed_in',
      'signed_in_new_device',
      'signed_in',
    ]);
  });

  it('joins no account by its address', async () => {
    await test.createBrowser().call('POST /api/auth/sign-up', {
      body: { email: 'both@example.org', password: PASSWORD, language: 'en' },
    });
    google.setClaims({ ...ada, sub: 'google-both', email: 'both@example.org' });
    const own = test.createBrowser();
    expect(await signIn(own)).toBe('/auth?refused=google');
    expect((await own.call('GET /api/auth/identity')).body.identity).toBeNull();
  });

  it.each([
    ['for somebody else’s site', { aud: 'another-site' }],
    ['of another issuer', { iss: 'https://elsewhere.example' }],
    ['that is over', { exp: 1 }],
    ['without a subject', { sub: '' }],
    ['without an address', { email: undefined }],
  ])('is refused with a token %s', async (_what, wrong) => {
    google.setClaims({ ...ada, sub: 'google-wrong', email: 'wrong@example.org', ...wrong });
    const own = test.createBrowser();
    expect(await signIn(own)).toBe('/auth?refused=google');
    expect((await own.call('GET /api/auth/identity')).body.identity).toBeNull();
  });

  it('is refused in a browser that did not begin it', async () => {
    google.setClaims(ada);
    const there = await fetch(await begin(test.createBrowser()), { redirect: 'manual' });
    const back = new URL(there.headers.get('location') ?? '');
    const own = test.createBrowser();
    const answer = await own.follow(back.pathname + back.search);
    expect(answer.headers.location).toBe('/auth?refused=google');
    expect((await own.call('GET /api/auth/identity')).body.identity).toBeNull();
  });

  it.each(['https://evil.example', '//evil.example', '/\\evil.example', '/auth?next=/auth'])(
    'never leads to %s',
    async (next) => {
      google.setClaims(ada);
      expect(await signIn(test.createBrowser(), next)).toBe('/');
    },
  );
});

/** Stands in front of Google's tokens and keys, each of which may fail. */
async function startFailingGoogle() {
  const { endpoints } = google.settings;
  const failures = new Map<string, (response: ServerResponse) => void>();
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const url = request.url ?? '';
    const fail = failures.get(url);
    if (fail) return fail(response);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const headers = { 'content-type': request.headers['content-type'] ?? '' };
    const post = { method: 'POST', body: Buffer.concat(chunks), headers };
    const passed = await fetch(`${endpoints?.issuer}${url}`, url === '/token' ? post : {});
    response.setHeader('content-type', 'application/json').end(await passed.text());
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    failures,
    settings: {
      ...google.settings,
      endpoints: endpoints && { ...endpoints, tokenUrl: `${base}/token`, jwksUrl: `${base}/jwks` },
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

describe.each(['/token', '/jwks'])('while %s of Google fails', (url) => {
  it.each<[string, (response: ServerResponse) => void]>([
    ['breaks off', (response) => response.destroy()],
    ['is silent', () => undefined],
    ['never comes to an end', (response) => response.writeHead(200).write('{')],
    ['answers 500', (response) => response.writeHead(500).end('{"error":"internal"}')],
    ['answers nonsense', (response) => response.end('{"id_token":{},"keys":7}')],
    ['answers with a page', (response) => response.end('<!doctype html><title>Welcome')],
  ])('which %s, nobody is signed in, and everybody is once it is well', async (_how, fail) => {
    const failing = await startFailingGoogle();
    const settings = { ...failing.settings, timeoutMs: 1_000 };
    const own = await createTestApp({ google: settings });
    google.setClaims(ada);
    failing.failures.set(url, fail);
    const browser = own.createBrowser();
    expect(await signIn(browser)).toBe('/auth?refused=google');
    expect((await browser.call('GET /api/auth/identity')).body.identity).toBeNull();
    for (const table of [authUsers, authAccounts, authSessions])
      expect(await own.db.select().from(table)).toEqual([]);
    failing.failures.clear();
    expect(await signIn(browser)).toBe('/');
    await own.close();
    await failing.stop();
  });
});

it('is not offered where Google’s keys are not set', async () => {
  const plain = await createTestApp();
  const { status, body } = await plain.createBrowser().call('GET /api/auth/google');
  expect([status, body.error?.code]).toEqual([404, 'google_unavailable']);
  await plain.close();
});

describe('signing in with Google while new accounts are by invitation', () => {
  it('makes no account for somebody new, and says why', async () => {
    const closed = await createTestApp({ google: google.settings, signUp: 'waitlist' });
    google.setClaims({ sub: 'google-new', email: 'new@gmail.example' });
    const own = closed.createBrowser();
    expect(await signIn(own)).toBe('/auth?refused=sign-up');
    expect((await own.call('GET /api/auth/identity')).body.identity).toBeNull();
    expect(await closed.db.select().from(authUsers)).toEqual([]);
    await closed.close();
  });
});

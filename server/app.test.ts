import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { passes } from '#server/features/billing/table.ts';
import { isApiPath } from '#server/http/headers.ts';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import { contract } from '#shared/contract/contract.ts';
import { ERROR_STATUS } from '#shared/contract/errors.ts';

let test: TestApp;
beforeAll(async () => (test = await createTestApp()));
afterAll(() => test.close());

/** Every route as `GET /api/config`, read from the tree that the router prints of itself. */
function registeredRoutes(): string[] {
  const above: string[] = [];
  const lines = test.app.printRoutes({ commonPrefix: false }).split('\n');
  return lines.flatMap((line) => {
    const [, indent, segment, methods] = /^(.*)[├└]── (\S+)(?: \((.+)\))?/.exec(line) ?? [];
    if (indent === undefined || segment === undefined) return [];
    above.splice(indent.length / 4, Infinity, segment);
    const names = (methods ?? '').split(', ').filter((name) => name !== '' && name !== 'HEAD');
    return names.map((name) => `${name} ${above.join('')}`);
  });
}

describe('the contract', () => {
  it('is kept by a route for every endpoint', () => {
    const missing = Object.entries(contract)
      .filter(([, { method, path }]) => !test.app.hasRoute({ method, url: path }))
      .map(([name]) => name);
    expect(missing).toEqual([]);
  });

  it('names every route of the API', async () => {
    const promised = Object.values(contract).map(({ method, path }) => `${method} ${path}`);
    const registered = registeredRoutes().filter((route) => isApiPath(route.split(' ')[1] ?? ''));
    expect(registered.length).toBeGreaterThan(promised.length);
    const known = new Set([
      ...promised,
      'GET /api/auth/callback/google',
      'GET /api/docs',
      'GET /api/docs.json',
      // Its body is the provider's own, and read raw.
      'POST /api/webhooks/stripe',
    ]);
    expect(registered.filter((route) => !known.has(route))).toEqual([]);
  });

  it('declares for every operation what it may be refused with', () => {
    const statuses = [...new Set(Object.values(ERROR_STATUS).map(String))];
    const paths = Object.entries(test.app.swagger().paths ?? {});
    for (const [path, methods] of paths)
      for (const operation of Object.values(methods ?? {})) {
        expect(Object.keys((operation as { responses: object }).responses), path).toEqual(
          expect.arrayContaining(statuses),
        );
      }
    expect(paths.length).toBeGreaterThan(20);
  });

  it('is readable as OpenAPI by an admin, and by nobody else', async () => {
    const admin = await test.createPerson({ state: 'admin' });
    const document = (await admin.get('/api/docs.json')).json<{ paths: object }>();
    const paths = Object.values(contract).map(({ path }) => path.replace(/:(\w+)/g, '{$1}'));
    expect(Object.keys(document.paths).toSorted()).toEqual([...new Set(paths)].toSorted());
    const page = await admin.get('/api/docs');
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.body).not.toMatch(/<script|<style|style=/);
    expect((await (await test.createPerson()).get('/api/docs')).statusCode).toBe(403);
    expect((await test.createBrowser().get('/api/docs.json')).statusCode).toBe(401);
  });
});

describe('who may call', () => {
  const own = Object.values(contract).filter(({ path }) => path.startsWith('/api/'));
  const sent = { params: { id: '019a0000-0000-7000-8000-000000000000' } };

  it.each(own.filter(({ access }) => access !== 'public'))(
    '$method $path is refused to somebody signed out',
    async ({ method, path }) => {
      const { status, body } = await test.createBrowser().send(`${method} ${path}`, sent);
      expect([status, body.error?.code]).toEqual([401, 'unauthorised']);
    },
  );

  it('a pass is asked for before anything is read of the call', async () => {
    const [newcomer, unpaid] = await Promise.all([
      test.createPerson({ state: 'onboarding' }),
      test.createPerson({ state: 'no_pass' }),
    ]);
    for (const { method, path } of own.filter(({ access }) => access === 'pass')) {
      const route = `${method} ${path}`;
      const first = await newcomer.send(route, sent);
      const second = await unpaid.send(route, sent);
      expect([first.status, first.body.error?.code]).toEqual([403, 'onboarding_required']);
      expect([second.status, second.body.error?.code]).toEqual([403, 'pass_required']);
    }
  });

  it('a pass that ended closes what it opened', async () => {
    const person = await test.createPerson();
    expect((await person.call('GET /api/contents')).status).toBe(200);
    await test.db.update(passes).set({ endsAt: test.clock() }).where(eq(passes.userId, person.id));
    expect((await person.call('GET /api/contents')).body.error?.code).toBe('pass_required');
  });
});

describe('the headers that name the caller', () => {
  it('are checked against the session and never used instead of it', async () => {
    const [person, other] = await Promise.all([test.createPerson(), test.createPerson()]);
    const uid = { 'x-firebase-uid': other.uid };
    const email = { 'x-firebase-email': other.email };
    for (const headers of [uid, email, { 'x-firebase-email': '%E0%A4%A' }]) {
      const { status, body } = await person.call('GET /api/users/me', { headers });
      expect([status, body.error?.code]).toEqual([401, 'identity_mismatch']);
    }
    const forged = await test
      .createBrowser()
      .call('GET /api/users/me', { headers: { ...uid, ...email } });
    expect(forged.status).toBe(401);
  });

  it('are checked as well where anybody may call, but never keep a person from signing in or out', async () => {
    const [person, other] = await Promise.all([test.createPerson(), test.createPerson()]);
    const headers = { 'x-firebase-uid': other.uid };
    for (const route of ['GET /api/auth/identity', 'GET /api/config', 'POST /api/waitlist']) {
      const { status, body } = await person.send(route, { headers, body: {} });
      expect([route, status, body.error?.code]).toEqual([route, 401, 'identity_mismatch']);
    }
    const signedOut = test.createBrowser();
    expect((await signedOut.call('GET /api/auth/identity', { headers })).status).toBe(200);
    const body = { email: person.email, password: 'not the password' };
    const entered = await person.call('POST /api/auth/sign-in', { headers, body });
    expect(entered.body.error?.code).toBe('wrong_credentials');
    const google = await person.call('GET /api/auth/google', { headers, query: { next: '/' } });
    expect(google.body.error?.code).not.toBe('identity_mismatch');
    const left = await person.call('POST /api/auth/sign-out', { headers, body: {} });
    expect(left.status).toBe(200);
  });

  it('are accepted when they agree, encoded or not, in any letter case', async () => {
    const person = await test.createPerson();
    for (const email of [
      person.email,
      person.email.toUpperCase(),
      encodeURIComponent(person.email),
    ]) {
      const headers = { 'x-firebase-uid': person.uid, 'x-firebase-email': email };
      expect((await person.call('GET /api/users/me', { headers })).status).toBe(200);
    }
  });
});

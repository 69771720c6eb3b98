import { once } from 'node:events';
import { connect } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import { type TestPerson, PASSWORD } from '#server/testing/people.ts';
import { contract } from '#shared/contract/contract.ts';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import { isStudioAccess } from '#shared/rules/roles.ts';

// Requests that no page of ours sends: from other sites, under other names, in two readings, or far too deep.

const NOBODY = '019a0000-0000-7000-8000-000000000000';
const endpoints = Object.values(contract) as Endpoint[];
const writes = endpoints.filter(({ method }) => method !== 'GET');

let test: TestApp;
let admin: TestPerson;
let port: number;
beforeAll(async () => {
  test = await createTestApp();
  admin = await test.createPerson({ state: 'admin' });
  port = Number(new URL(await test.app.listen({ host: '127.0.0.1', port: 0 })).port);
});
afterAll(() => test.close());

const OURS = { host: 'localhost', origin: 'http://localhost' };
const OPEN = 'https://envol.example';
const fill = (path: string) => path.replace(/:\w+/g, NOBODY);

it('no write is heard from another site, though the browser sends the sign-in cookie along', async () => {
  const forged: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://localhost.evil.example' },
    { origin: 'https://localhost' },
    { referer: 'http://localhost/' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ];
  const heard: string[] = [];
  for (const { method, path } of writes)
    for (const headers of forged) {
      const { statusCode, body } = await test.app.inject({
        method,
        url: fill(path),
        headers: { host: 'localhost', cookie: admin.cookie(), ...headers },
        payload: {},
      });
      if (statusCode !== 403 || !body.includes('forbidden_origin'))
        heard.push(`${method} ${path} ${JSON.stringify(headers)} ${statusCode}`);
    }
  expect(writes.length).toBeGreaterThan(80);
  expect(heard).toEqual([]);
});

it('no read is a write under another name', async () => {
  const person = await test.createPerson();
  for (const name of ['x-http-method-override', 'x-http-method', 'x-method-override'])
    for (const url of ['/api/users/me', '/api/users/me?_method=DELETE']) {
      const headers = { ...OURS, cookie: person.cookie(), [name]: 'DELETE' };
      expect((await test.app.inject({ url, headers })).statusCode, name).toBe(200);
    }
  expect((await person.call('GET /api/users/me')).status).toBe(200);
});

it('a forged host is in no link of an e-mail', async () => {
  const open = await createTestApp({ publicUrl: OPEN, baseUrl: OPEN });
  onTestFinished(() => open.close());
  const forgeries: Record<string, string>[] = [
    { host: 'evil.example' },
    { host: 'envol.example', 'x-forwarded-host': 'evil.example' },
    { host: 'envol.example', forwarded: 'host=evil.example', 'x-original-url': '//evil.example' },
  ];
  for (const [index, forged] of forgeries.entries()) {
    const email = `ida-${index}@example.org`;
    const payload = { email, password: PASSWORD, name: 'Ida', language: 'en', botToken: 'x' };
    const headers = { origin: OPEN, ...forged };
    await open.app.inject({ method: 'POST', url: '/api/auth/sign-up', headers, payload });
  }
  await open.runJobs();
  expect(open.emails).toHaveLength(forgeries.length);
  for (const { text, html } of open.emails) {
    expect(text).toContain(`${OPEN}/auth?mode=confirm-email#`);
    expect(text + html).not.toContain('evil.example');
  }
});

it('no address of ours leads to another site, or out of the folder of files', async () => {
  const odd = [
    ...['//evil.example', '/\\evil.example', '/%2f%2fevil.example', '/%5cevil.example'],
    ...['/s//evil.example', '/s/..//evil.example/', `/s/${NOBODY}//evil.example`],
    ...[`/S/${NOBODY}/`, `/s/${NOBODY}/%0d%0alocation:%20https://evil.example`],
    ...['/network?next=//evil.example', '/network//evil.example', '/auth?next=//evil.example'],
    ...[
      '/../../package.json',
      '/%2e%2e/%2e%2e/package.json',
      '/assets/..%2f..%2f..%2fpackage.json',
    ],
    ...[
      '/media/../../package.json',
      '/media/..%2f..%2fpackage.json',
      '/media/%2e%2e%5cpackage.json',
    ],
    ...['/.env', '/.vite/manifest.json', '/media/.hidden', '/%00', '/media/%00', '/a%0d%0ab'],
  ];
  for (const url of odd) {
    const { headers, body, statusCode } = await test.app.inject({ url });
    const to = headers['location'] ?? '/';
    expect([url, /^\/(?![/\\])/.test(to), statusCode < 500 || statusCode === 503]).toEqual([
      url,
      true,
      true,
    ]);
    expect(body, url).not.toContain('"dependencies"');
  }
});

/** Sends bytes as they are; resolves to all that the server answers before it closes. */
async function sendRaw(...lines: string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.end(lines.join('\r\n'));
  return readText(socket);
}

const SMUGGLED = 'GET /smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n';
const START = ['POST /api/waitlist HTTP/1.1', 'Host: localhost'];

describe('a request that two servers may read in two ways is refused, and nothing behind it is answered', () => {
  it.each([
    ['two lengths', ['Content-Length: 0', `Content-Length: ${SMUGGLED.length}`, '', SMUGGLED]],
    [
      'a length and chunks',
      ['Content-Length: 5', 'Transfer-Encoding: chunked', '', '0', '', SMUGGLED],
    ],
    ['chunks under another name', ['Transfer-Encoding: xchunked', '', '0', '', SMUGGLED]],
    ['chunks and something else', ['Transfer-Encoding: chunked, identity', '', '0', '', SMUGGLED]],
    ['a space before the colon', ['Content-Length : 5', '', SMUGGLED]],
    ['a line that goes on', ['X-A: 1', ' Content-Length: 5', '', SMUGGLED]],
    ['a length with a sign', ['Content-Length: +0', '', SMUGGLED]],
    ['a NUL in a header', ['X-A: a\u0000b', '', SMUGGLED]],
  ])('%s', async (_what, rest) => {
    const answered = await sendRaw(...START, ...rest);
    expect(answered).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(answered.match(/HTTP\/1\.1 /g)).toHaveLength(1);
  });
});

it('a body of 40,000 levels breaks no endpoint', async () => {
  const depth = 40_000;
  const nested = [
    '['.repeat(depth) + ']'.repeat(depth),
    `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`,
  ];
  const broken: string[] = [];
  for (const { method, path, body } of writes)
    for (const payload of body ? nested : []) {
      const reply = await test.app.inject({
        method,
        url: fill(path),
        headers: { ...OURS, 'content-type': 'application/json', cookie: admin.cookie() },
        payload,
      });
      if (reply.statusCode >= 500 || reply.statusCode < 400)
        broken.push(`${method} ${path} ${reply.statusCode}`);
    }
  expect(broken).toEqual([]);
});

it('nothing that belongs to somebody may be kept by a cache between', async () => {
  const headers = { ...OURS, cookie: admin.cookie() };
  const kept: string[] = [];
  for (const { path, access } of endpoints.filter(({ method }) => method === 'GET')) {
    if (access === 'public' && path !== '/api/auth/identity') continue;
    const reply = await test.app.inject({ url: fill(path), headers });
    const control = String(reply.headers['cache-control']);
    if (!/no-store|private/.test(control)) kept.push(`${path} ${reply.statusCode} ${control}`);
  }
  expect(kept).toEqual([]);
});

it('no field that a person adds to a write makes them more than they are', async () => {
  const person = await test.createPerson({ state: 'no_pass' });
  const more = {
    role: 'admin',
    isAdmin: true,
    emailConfirmed: true,
    confirmedEmail: 'x@example.org',
    tier: 'lifetime',
    subscriptionTier: 'lifetime',
    hasActiveAccess: true,
    userId: admin.id,
    id: admin.id,
    user_id: admin.id,
    tokensValidAfter: null,
  };
  for (const { method, path, access } of writes)
    if (!isStudioAccess(access) && !/sign-out|DELETE|end|lock|erase/i.test(`${method} ${path}`))
      await person.send(`${method} ${path}`, {
        params: { id: admin.id },
        body: { ...more, name: 'Ada', email: person.email },
      });
  const { rows } = await test.db.execute(
    sql`select role, confirmed_email as confirmed, (select count(*)::int from passes where user_id = ${person.id}) as passes
        from users where id = ${person.id}`,
  );
  expect(rows).toEqual([{ role: 'member', confirmed: null, passes: 0 }]);
  expect((await person.call('GET /api/admin/audit')).status).toBe(403);
});

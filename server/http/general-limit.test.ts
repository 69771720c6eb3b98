// @module-tag whole

import { connect } from 'node:net';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { buildSessionCookie } from '#server/features/identity/wire.ts';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import { buildCookieConsentBody } from '#server/testing/cookie-consent.ts';
import { TEST_SERVER_SECRET } from '#server/testing/dependencies.ts';
import { listFirstApiCalls } from '#shared/rules/first-calls.ts';

const LIMIT = 60;
const SESSION_LIMIT = 20;
let test: TestApp;
beforeAll(async () => {
  const loadLimits = { requestsPerAddress: LIMIT, requestsPerSession: SESSION_LIMIT };
  test = await createTestApp({ loadLimits });
});
afterAll(() => test.close());

const ask = (url: string, remoteAddress: string, cookie = '') =>
  test.app.inject({ url, remoteAddress, headers: cookie ? { cookie } : {} });
const askOften = async (count: number, remoteAddress: string, cookie?: string) => {
  const answers = Array.from({ length: count }, () => ask('/api/config', remoteAddress, cookie));
  return statuses(await Promise.all(answers));
};
const signCookie = (token: string) =>
  buildSessionCookie({ baseUrl: 'http://localhost', secret: TEST_SERVER_SECRET }, token).split(
    ';',
  )[0] ?? '';
const statuses = (answers: { statusCode: number }[]) => [
  ...new Set(answers.map(({ statusCode }) => statusCode)),
];

it.each([
  ['/api/config', '203.0.113.1'],
  ['/%61pi/config', '203.0.113.2'],
  ['/api/%63onfig', '203.0.113.3'],
  ['/media/none.mp3', '203.0.113.4'],
])(
  'counts %s, however an address is written, and lets nobody store the answer',
  async (url, address) => {
    for (let count = 0; count < LIMIT; count++) await ask(url, address);
    const refused = await ask(url, address);
    expect(refused.statusCode).toBe(429);
    expect(refused.headers['cache-control']).toBe('no-store');
    expect((await ask('/api/config', address)).statusCode).toBe(429);
    expect(statuses([await ask('/health', address), await ask('/ready', address)])).toEqual([200]);
  },
);

it('lets nobody store an answer of the API that was asked for by a whole address', async () => {
  const { port } = new URL(await test.app.listen({ port: 0 }));
  const socket = connect(Number(port), '127.0.0.1');
  socket.end('GET http://localhost/api/config HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const answer = (await socket.toArray()).join('').toLowerCase();
  expect(answer).toContain('http/1.1 200 ok');
  expect(answer).toContain('cache-control: no-store');
});

it('leaves pages to the cache and out of the count', async () => {
  const address = '203.0.113.5';
  for (let count = 0; count < 2 * LIMIT; count++) await ask('/nothing/here', address);
  expect((await ask('/nothing/here', address)).statusCode).toBe(404);
  expect((await ask('/api/config', address)).statusCode).toBe(200);
});

it('is not passed by asking for everything at once', async () => {
  const asked = Array.from({ length: 10 * LIMIT }, () => ask('/api/config', '203.0.113.6'));
  const passed = (await Promise.all(asked)).filter(({ statusCode }) => statusCode === 200);
  expect(passed.length).toBeGreaterThan(0);
  expect(passed.length).toBeLessThanOrEqual(LIMIT);
});

it('counts whoever is signed in by themselves, and not among the others of their address', async () => {
  const address = '203.0.113.7';
  const ada = await test.createPerson();
  const other = await test.createPerson();
  const within = SESSION_LIMIT - 1;
  expect(await askOften(LIMIT + 1, address)).toContain(429);
  expect(await askOften(LIMIT + 1, address, ada.cookie())).toContain(429);
  expect(await askOften(within, address, other.cookie())).toEqual([200]);
  test.clock.advance(60_000);
  expect(await askOften(within, address, ada.cookie())).toEqual([200]);
});

it('gives no further count to whoever invents cookies, and bounds that of many signed-in sessions', async () => {
  const address = '203.0.113.8';
  for (let count = 0; count < LIMIT; count++)
    await ask('/api/config', address, `envol.session=token${count}aaaaaaaaaaaaaa.signature`);
  expect(await askOften(1, address)).toEqual([429]);
  const sessions = Array.from({ length: LIMIT + 1 }, (_, number) =>
    signCookie(`session${number}of203x0x113x8`),
  );
  const answers = await Promise.all(sessions.map((cookie) => ask('/api/config', address, cookie)));
  expect(statuses(answers)).toContain(429);
});

const PEOPLE = 10;
const SESSIONS = 15;
it('refuses nobody of 300 on one address, half of them signed in, who open the app and decide about cookies within a minute', async () => {
  const airport = await createTestApp();
  onTestFinished(() => airport.close());
  const remoteAddress = '203.0.113.9';
  const send = async (urls: string[], cookie: Record<string, string> = {}) => {
    const headers = { origin: 'http://localhost', host: 'localhost', ...cookie };
    const decision = {
      method: 'POST' as const,
      url: '/api/cookie-consent',
      remoteAddress,
      headers,
      payload: buildCookieConsentBody(),
    };
    const asked = urls.map((url) => airport.app.inject({ url, remoteAddress, headers }));
    return statuses(await Promise.all([...asked, airport.app.inject(decision)]));
  };
  const { urls } = listFirstApiCalls('/', 'pass', 'Europe/Paris');
  for (let person = 0; person < PEOPLE; person++) {
    const { uid } = await airport.createPerson();
    const tokens = Array.from(
      { length: SESSIONS },
      (_, index) => `token${person}x${index}of20signs`,
    );
    await airport.db.execute(sql`
      insert into auth_sessions (id, token, user_id, expires_at, created_at, updated_at)
      select token, token, ${uid}, now() + interval '1 day', now(), now()
      from json_array_elements_text(${JSON.stringify(tokens)}::json) token`);
    for (const token of tokens) {
      expect(await send(urls, { cookie: signCookie(token) })).toEqual([200]);
      expect(await send(['/api/config', '/api/auth/identity', '/api/region'])).toEqual([200]);
    }
  }
});

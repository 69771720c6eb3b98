// @module-tag whole

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import type { TestPerson } from '#server/testing/people.ts';
import { contract } from '#shared/contract/contract.ts';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import { errorReplySchema } from '#shared/contract/errors.ts';

let test: TestApp;
let person: TestPerson;
beforeAll(async () => {
  test = await createTestApp();
  // An admin, so that no body is refused before it is read.
  person = await test.createPerson({ state: 'admin' });
});
afterAll(() => test.close());

const ID = '019a0000-0000-7000-8000-000000000000';
const NUL = 'a\u0000b';
const endpoints = Object.values(contract) as Endpoint[];
const label = ({ method, path }: Endpoint) => `${method} ${path}`;
const named = (list: Endpoint[]) => list.map((endpoint) => [label(endpoint), endpoint] as const);

const isPublicSignIn = ({ path, access }: Endpoint) =>
  path.startsWith('/api/auth/') && access === 'public';

async function send(
  endpoint: Endpoint,
  part: { url?: string; headers?: object; payload?: unknown },
) {
  const { url = endpoint.path.replace(':id', ID), headers = {}, payload } = part;
  return test.app.inject({
    method: endpoint.method,
    url,
    remoteAddress: '127.0.0.1',
    headers: {
      host: 'localhost',
      origin: 'http://localhost',
      // Signing in and out is done by a visitor, so that the person stays signed in.
      ...(!isPublicSignIn(endpoint) && { cookie: person.cookie() }),
      ...(payload !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(payload !== undefined && { payload: payload as string }),
  });
}

function expectRefusal(response: { statusCode: number; body: string }, what: string) {
  expect(response.statusCode, what).toBeGreaterThanOrEqual(400);
  expect(response.statusCode, what).toBeLessThan(500);
  expect(errorReplySchema.safeParse(JSON.parse(response.body)).success, what).toBe(true);
}

/** Whatever it is given, it may accept it or refuse it, but never break. */
function expectNoBreak(response: { statusCode: number; body: string }, what: string) {
  if (response.statusCode < 400) return;
  expectRefusal(response, what);
}

const withBody = endpoints.filter(({ body }) => body !== undefined);

describe.each(named(withBody))('%s', (_name, endpoint) => {
  it.each([
    ['no body', undefined],
    ['a number', '42'],
    ['null', 'null'],
    ['a list', '[[[]]]'],
    ['text', '"text"'],
    ['broken JSON', '{"a":'],
    ['a poisoned prototype', '{"__proto__":{"admin":true}}'],
    ['half of a surrogate pair', '"\\ud800"'],
    ['nothing at all', ''],
  ])('refuses %s', async (what, payload) => {
    expectRefusal(await send(endpoint, { payload }), what);
  });

  it('refuses a body of 2 MB before reading it', async () => {
    const payload = JSON.stringify({ text: 'x'.repeat(2_000_000) });
    const response = await send(endpoint, { payload });
    expect(response.statusCode).toBe(413);
    expect(response.json()).toEqual({ error: { code: 'too_large' } });
  });

  it('refuses other media than JSON', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
      const headers = { 'content-type': type };
      expect((await send(endpoint, { headers, payload: 'a=b' })).statusCode, type).toBe(415);
    }
  });

  it('survives wrong values in every field it declares', async () => {
    const shape = (endpoint.body as { shape?: Record<string, unknown> }).shape ?? {};
    const wrong = [
      null,
      0,
      -1,
      1e308,
      true,
      '',
      NUL,
      '\ud800',
      'é'.repeat(5000),
      [],
      {},
      ID,
      [NUL],
    ];
    for (const field of Object.keys(shape))
      for (const value of wrong) {
        const payload = JSON.stringify({ [field]: value });
        expectNoBreak(await send(endpoint, { payload }), `${field}: ${payload.slice(0, 80)}`);
      }
    for (const value of wrong) {
      const all = Object.fromEntries(Object.keys(shape).map((field) => [field, value]));
      expectNoBreak(
        await send(endpoint, { payload: JSON.stringify(all) }),
        `all: ${JSON.stringify(value)}`,
      );
    }
  });
});

describe.each(named(endpoints.filter(({ params }) => params)))('%s', (_name, endpoint) => {
  it('refuses ids that are none, and answers unknown ones with a code', async () => {
    const ids = ['1', '%00', 'a%00b', '%F0%28', '..%2f..%2fetc', "'%20or%201=1--", 'x'.repeat(300)];
    for (const id of ids)
      expectRefusal(await send(endpoint, { url: endpoint.path.replace(':id', id) }), id);
    expectNoBreak(await send(endpoint, {}), 'unknown id');
  });
});

describe.each(named(endpoints.filter(({ query }) => query)))('%s', (_name, endpoint) => {
  it('survives hostile queries', async () => {
    const names = Object.keys(endpoint.query?.shape ?? {});
    const values = [
      '',
      '%00',
      '-1',
      '1e9',
      'a&a=b',
      '%ED%A0%80',
      '{}',
      'x'.repeat(3000),
      '__proto__',
    ];
    for (const name of names)
      for (const value of values) {
        const url = `${endpoint.path}?${name}=${value}`;
        expectNoBreak(await send(endpoint, { url }), url.slice(0, 80));
      }
  });
});

describe.each(named(endpoints))('%s', (_name, endpoint) => {
  it('survives forged headers', async () => {
    const forged = [
      { cookie: 'envol.session=%00%ff; envol_lang=xx' },
      { cookie: `envol.session=${'a'.repeat(4000)}.b` },
      { 'x-firebase-uid': "' or 1=1", 'x-firebase-email': '%' },
      { 'x-forwarded-for': '1.2.3.4', 'x-forwarded-host': 'evil.example', forwarded: 'for=1' },
      { 'content-type': 'application/json; charset=utf-7' },
      { host: 'evil.example' },
    ];
    for (const headers of forged) {
      expectNoBreak(await send(endpoint, { headers }), JSON.stringify(headers).slice(0, 80));
    }
  });
});

it('answers an unknown route of the API, and a known one with the wrong method, with 404', async () => {
  for (const [method, url] of [
    ['GET', '/api/nothing'],
    ['GET', '/api'],
    ['DELETE', '/api/config'],
    ['GET', '/media/..%2f..%2fpackage.json'],
    ['GET', '/media/none.mp3'],
  ] as const) {
    const headers = { host: 'localhost', origin: 'http://localhost' };
    const response = await test.app.inject({ method, url, headers });
    expect([response.statusCode, response.json()]).toEqual([404, { error: { code: 'not_found' } }]);
  }
});

it('names what was wrong by path and code, and repeats no value', async () => {
  const sent = { params: { id: ID }, body: { rating: 'secret words', ratedAt: 'yesterday' } };
  const { status, body } = await person.call('PUT /api/contents/:id/rating', sent);
  expect(status).toBe(400);
  expect(body.error).toEqual({
    code: 'invalid_input',
    fields: { rating: 'invalid_value', ratedAt: 'invalid_format' },
  });
});

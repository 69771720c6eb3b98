import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, createTestApp } from '#server/testing/app.ts';

let test: TestApp;
let port: number;
beforeAll(async () => {
  test = await createTestApp();
  port = Number(new URL(await test.app.listen({ port: 0 })).port);
});
afterAll(() => test.close());

/** What the server answers to bytes, until it closes the connection. */
async function answerTo(bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1', () => void socket.write(bytes));
  return (await socket.toArray()).join('');
}

it.each([
  ['words that are no HTTP', 'hello there\r\n\r\n', 400, 'invalid_input'],
  [
    'a line break in a header',
    'GET / HTTP/1.1\r\nHost: x\r\nA: b\rc\r\n\r\n',
    400,
    'invalid_input',
  ],
  [
    'two lengths of one body',
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
    400,
    'invalid_input',
  ],
  [
    'two hosts',
    'GET /api/config HTTP/1.1\r\nHost: localhost\r\nhOST: evil.example\r\nConnection: close\r\n\r\n',
    400,
    'invalid_input',
  ],
  [
    'an expectation that is none',
    'GET /api/config HTTP/1.1\r\nHost: localhost\r\nExpect: evil\r\nConnection: close\r\n\r\n',
    417,
    'expectation_failed',
  ],
  ['no host', 'GET /api/config HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'invalid_input'],
  [
    'an address that is none',
    'GET /api/%f HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
    400,
    'invalid_input',
  ],
  [
    'a head of 20 kB',
    `GET / HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(20_000)}\r\n\r\n`,
    431,
    'headers_too_large',
  ],
])('%s is refused like everything else', async (_what, bytes, status, code) => {
  const answer = await answerTo(bytes);
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(JSON.parse(body)).toEqual({ error: { code } });
  const { headers } = await test.app.inject('/api/config');
  for (const name of ['content-security-policy', 'x-content-type-options', 'referrer-policy'])
    expect(head).toContain(`${name}: ${String(headers[name])}`);
  expect(head).toContain('cache-control: no-store');
});

it('adds nothing to a reply that has begun', async () => {
  const good = 'GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n';
  const answer = await answerTo(`${good}hello there\r\n\r\n`);
  expect(answer.split('HTTP/1.1 ').length).toBeLessThanOrEqual(3);
  expect(answer).not.toMatch(/\}HTTP\/1\.1 200/);
});

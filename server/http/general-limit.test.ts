import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, createTestApp } from '#server/testing/app.ts';

const LIMIT = 60;
let test: TestApp;
beforeAll(async () => (test = await createTestApp({ loadLimits: { requestsPerMinute: LIMIT } })));
afterAll(() => test.close());

const ask = (url: string, remoteAddress: string) => test.app.inject({ url, remoteAddress });
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

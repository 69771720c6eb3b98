import { request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { stopGracefully } from '#server/stop.ts';
import { type TestApp, createTestApp } from '#server/testing/app.ts';

let test: TestApp;
let order: string[];

beforeEach(async () => {
  order = [];
  test = await createTestApp();
  await test.app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(() => test.close());

/** Sends half of a request's body; `finish` sends the rest and resolves with the status. */
function half() {
  const { port } = test.app.server.address() as AddressInfo;
  const body = JSON.stringify({ email: 'person@example.com', language: 'en' });
  const origin = `http://127.0.0.1:${port}`;
  const sent = request({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: '/api/waitlist',
    headers: { origin, 'content-type': 'application/json', 'content-length': body.length },
  });
  sent.write(body.slice(0, 10));
  const answered = new Promise<number>((resolve, reject) => {
    sent.on('response', (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.on('error', reject);
  });
  const begun = new Promise<void>((resolve) =>
    test.app.server.once('request', (_request, response: ServerResponse) => {
      response.once('finish', () => order.push('answered'));
      resolve();
    }),
  );
  return { begun, answered, finish: () => sent.end(body.slice(10)) };
}

it('lets a request under way finish before the database closes', async () => {
  const call = half();
  await call.begun;
  const stopped = stopGracefully(test.app, async () => void order.push('closed'));
  call.finish();
  expect(await call.answered).toBe(200);
  await stopped;
  expect(order).toEqual(['answered', 'closed']);
});

it('says it is not ready any more, and stays alive', async () => {
  expect((await test.app.inject('/ready')).statusCode).toBe(200);
  test.app.stopping = true;
  const ready = await test.app.inject('/ready');
  expect([ready.statusCode, ready.json()]).toEqual([503, { error: { code: 'not_ready' } }]);
  expect((await test.app.inject('/health')).statusCode).toBe(200);
});

it('does not wait for ever for a request that never ends', async () => {
  const call = half();
  await call.begun;
  const [cut] = await Promise.allSettled([
    call.answered,
    stopGracefully(test.app, async () => void order.push('closed'), 50),
  ]);
  expect(cut.status).toBe('rejected');
  expect(order).toEqual(['closed']);
});

import fastify from 'fastify';
import { expect, it } from 'vitest';
import { handleError } from './error-handler.ts';
import { shedLoad } from './overload.ts';

function server(underWay: number, lag: () => number) {
  const app = fastify();
  app.setErrorHandler(handleError);
  shedLoad(app, { requestsPerMinute: 0, underWay, eventLoopLagMs: 100 }, lag);
  const { promise: work, resolve: finish } = Promise.withResolvers<void>();
  app.get('/health', () => 'ok');
  app.get('/work', () => work.then(() => 'done'));
  return { app, finish };
}

it('refuses new requests while the event loop lags, but stays healthy', async () => {
  let lag = 500;
  const { app, finish } = server(10, () => lag);
  finish();
  const refused = await app.inject('/work');
  expect(refused.statusCode).toBe(503);
  expect(refused.headers['retry-after']).toBe('2');
  expect(refused.json()).toEqual({ error: { code: 'overloaded' } });
  expect((await app.inject('/health')).statusCode).toBe(200);
  lag = 5;
  expect((await app.inject('/work')).statusCode).toBe(200);
});

it('refuses a request beyond those it can have under way, and takes the next once one is done', async () => {
  const { app, finish } = server(2, () => 0);
  const underWay = [app.inject('/work'), app.inject('/work')];
  await new Promise(setImmediate);
  expect((await app.inject('/work')).statusCode).toBe(503);
  finish();
  const done = await Promise.all(underWay);
  expect(done.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  expect((await app.inject('/work')).statusCode).toBe(200);
});

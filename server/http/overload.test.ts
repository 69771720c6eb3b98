import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import fastify from 'fastify';
import { afterEach, expect, it } from 'vitest';
import type { App } from '#server/dependencies.ts';
import { handleError } from './error-handler.ts';
import { buildApiHeaders } from './headers.ts';
import { createLoadShedder } from './overload.ts';

const sockets: Socket[] = [];
let app: App;
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await app.close();
});

// What the router is told of a route of the contract.
const config = { endpoint: {} as never };

function server(underWay: number, isBusy: () => boolean = () => false) {
  const bounds = { concurrentRequests: underWay, concurrentWhileBusy: 2 };
  const eventLoop = { isBusy, close: () => undefined };
  const shedder = createLoadShedder(bounds, buildApiHeaders(undefined), eventLoop);
  app = fastify({ serverFactory: (handle) => createServer(shedder.guard(handle)) });
  app.setErrorHandler(handleError);
  const { promise: work, resolve: finish } = Promise.withResolvers<void>();
  let begun = 0;
  app.addHook('onRequest', async () => void (begun += 1));
  shedder.register(app);
  app.get('/health', { config }, () => 'ok');
  app.get('/ready', { config }, () => 'ok');
  app.get('/work', { config }, () => work.then(() => 'done'));
  app.post('/work', { config }, () => 'done');
  app.get('/big', { config }, () => 'x'.repeat(20_000_000));
  app.get('/page', () => work.then(() => 'page'));
  return { app, finish, begun: () => begun };
}

/** Sends the same bytes on several sockets, none of which ever reads or sends anything more. */
async function send(count: number, bytes: string, begun: () => number) {
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  for (let index = 0; index < count; index++) {
    const socket = connect(Number(port), '127.0.0.1', () => void socket.write(bytes));
    sockets.push(socket.on('error', () => undefined).pause());
  }
  await expect.poll(begun, { interval: 5 }).toBe(count);
}

it('answers a lone visitor after a stall, with pages, files and data', async () => {
  const { finish } = server(8, () => true);
  finish();
  for (const url of ['/page', '/work', '/health', '/ready'])
    expect((await app.inject(url)).statusCode).toBe(200);
});

it('refuses sooner while the event loop is busy, but never a page or a probe', async () => {
  let isBusy = true;
  const { finish } = server(8, () => isBusy);
  const underWay = [app.inject('/work'), app.inject('/work')];
  await new Promise(setImmediate);
  const refused = await app.inject('/work');
  expect(refused.statusCode).toBe(503);
  expect(refused.headers['retry-after']).toBe('2');
  expect(refused.json()).toEqual({ error: { code: 'overloaded' } });
  expect((await app.inject('/health')).statusCode).toBe(200);
  expect((await app.inject('/ready')).statusCode).toBe(200);
  isBusy = false;
  const third = app.inject('/work');
  finish();
  const done = await Promise.all([...underWay, third, app.inject('/page')]);
  expect(done.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
});

it('refuses a request beyond those it can have under way, and takes the next once one is done', async () => {
  const { finish } = server(2);
  const underWay = [app.inject('/work'), app.inject('/work')];
  await new Promise(setImmediate);
  expect((await app.inject('/work')).statusCode).toBe(503);
  expect((await app.inject('/health')).statusCode).toBe(200);
  finish();
  const done = await Promise.all(underWay);
  expect(done.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  expect((await app.inject('/work')).statusCode).toBe(200);
});

it('is not held up by bodies that never come', async () => {
  const { finish, begun } = server(2);
  finish();
  const head = 'POST /work HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';
  await send(20, `${head}Content-Length: 1000\r\n\r\n{`, begun);
  expect((await app.inject('/work')).statusCode).toBe(200);
});

it('is not held up by readers that never read', async () => {
  const { finish, begun } = server(2);
  finish();
  await send(10, 'GET /big HTTP/1.1\r\nHost: localhost\r\n\r\n', begun);
  expect((await app.inject('/work')).statusCode).toBe(200);
});

it('is not held up by pages and files', async () => {
  const { finish, begun } = server(2);
  await send(10, 'GET /page HTTP/1.1\r\nHost: localhost\r\n\r\n', begun);
  finish();
  expect((await app.inject('/work')).statusCode).toBe(200);
});

it('frees the place of a caller who hangs up', async () => {
  const { begun } = server(2);
  await send(2, 'GET /work HTTP/1.1\r\nHost: localhost\r\n\r\n', begun);
  expect((await app.inject({ method: 'POST', url: '/work' })).statusCode).toBe(503);
  for (const socket of sockets) socket.destroy();
  await expect
    .poll(async () => (await app.inject({ method: 'POST', url: '/work' })).statusCode)
    .toBe(200);
});

it('refuses calls of the API before anything is made of them, and pages and probes never', async () => {
  const { begun } = server(2);
  app.get('/api/work', { config }, () => 'done');
  app.get('/api-page', () => 'page');
  await send(2, 'GET /work HTTP/1.1\r\nHost: localhost\r\n\r\n', begun);
  const address = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const refused = await fetch(`${address}/api/work`, { method: 'POST', body: 'x'.repeat(100_000) });
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2']);
  expect(refused.headers.get('cache-control')).toBe('no-store');
  expect(await refused.json()).toEqual({ error: { code: 'overloaded' } });
  expect(begun(), 'Fastify saw only those under way').toBe(2);
  for (const path of ['/health', '/api-page'])
    expect((await fetch(`${address}${path}`)).status).toBe(200);
});

import { connect, type Socket } from 'node:net';
import fastify from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { App } from '#server/dependencies.ts';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import { limitConnectionsPerClient } from './connections.ts';

let test: TestApp;
beforeAll(async () => (test = await createTestApp()));
afterAll(() => test.close());

async function listening(most: number, trustedProxies: string[], spares?: () => boolean) {
  const app: App = fastify();
  app.decorate('dependencies', { trustedProxies } as never);
  limitConnectionsPerClient(app, most, spares);
  app.get('/', () => 'ok');
  const { port } = new URL(await app.listen({ port: 0 }));
  return { app, port: Number(port) };
}

/** Asks for the page on a connection that stays open; resolves to the first line, or to nothing when it was closed. */
function ask(port: number) {
  const { promise, resolve } = Promise.withResolvers<{ socket: Socket; line: string }>();
  const socket = connect(port, '127.0.0.1', () => {
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  });
  socket.on('data', (data) => resolve({ socket, line: String(data).split('\r\n')[0] ?? '' }));
  socket.on('error', () => undefined).on('close', () => resolve({ socket, line: '' }));
  return promise;
}

it('gives up a request that comes too slowly: its head after 10 s, all of it after 30', () => {
  expect(test.app.server).toMatchObject({
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    timeout: 60_000,
    keepAliveTimeout: 72_000,
    // Node looks only this often.
    connectionsCheckingInterval: 5_000,
  });
});

it('closes the connections of a client beyond its share, and takes others once one is closed', async () => {
  const { app, port } = await listening(3, [], () => false);
  const kept = [await ask(port), await ask(port), await ask(port)];
  expect(kept.map(({ line }) => line)).toEqual(Array(3).fill('HTTP/1.1 200 OK'));
  expect((await ask(port)).line).toBe('');
  kept[0]?.socket.destroy();
  await expect.poll(async () => (await ask(port)).line).toBe('HTTP/1.1 200 OK');
  for (const { socket } of kept) socket.destroy();
  app.server.closeAllConnections();
  await app.close();
});

it.each([[['127.0.0.0/8']], [[]], [['::1', '10.0.0.1']]])(
  'spares declared proxies (%j) and this machine',
  async (trustedProxies) => {
    const { app, port } = await listening(1, trustedProxies);
    const asked = [await ask(port), await ask(port), await ask(port)];
    expect(asked.map(({ line }) => line)).toEqual(Array(3).fill('HTTP/1.1 200 OK'));
    app.server.closeAllConnections();
    await app.close();
  },
);

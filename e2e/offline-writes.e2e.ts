// @module-tag whole

import { eq } from 'drizzle-orm';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import '#web/features/account/hooks/use-change-name.ts';
import '#web/features/ledger/queries.ts';
import { importLibrary } from '#server/features/contents/import.ts';
import { listens } from '#server/features/player/table.ts';
import { createTestApp, type TestApp } from '#server/testing/app.ts';
import type { RequestInput } from '#server/testing/test-browser.ts';
import { createContentFolder } from '#server/testing/library.ts';
import { ApiError } from '#web/lib/api.ts';
import { createHttpClientWithCookies, signUpListener } from '../bench/listener.ts';
import { stopServerBySignal, startServer } from '../bench/server-process.ts';
import { sendOverLossyNetwork } from './fixtures/lost-replies.ts';
import { runTwoDevices } from './fixtures/two-devices.ts';

// The app's own queue of writes against the server itself, without a browser. More of each: `npm run prove:sync`.

const PAIRS = Number(process.env['OFFLINE_PAIRS'] ?? '50');
let site: TestApp;
let contentIds: string[];
beforeAll(async () => {
  site = await createTestApp({
    clock: '2026-11-21T12:00:00Z',
    loadLimits: { requestsPerAddress: 10_000_000, requestsPerSession: 10_000_000 },
  });
  const folder = await createContentFolder([{ slug: 'one' }, { slug: 'two' }]);
  await importLibrary(site.db, folder);
  const { body } = await (await site.createPerson()).call('GET /api/contents');
  contentIds = body.items.map(({ id }) => id);
});
afterAll(() => site.close());

it('two devices that were offline at random times, with clocks a day wrong, end equal and as the person did it last', async () => {
  const faults: string[] = [];
  for (let seed = 1; seed <= PAIRS; seed += 1) {
    site.clock.set('2026-11-21T12:00:00Z');
    const person = await site.createPerson();
    const ground = { person, clock: site.clock, contentIds };
    const found = await runTwoDevices(ground, { seed, writes: 6 });
    faults.push(...found.map((fault) => `seed ${seed}: ${fault}`));
  }
  expect(faults).toEqual([]);
});

it('what two tabs queued arrives once each, although requests and replies are lost', async () => {
  site.clock.set('2026-11-21T12:00:00Z');
  const person = await site.createPerson();
  const ground = { person, contentId: contentIds[0] ?? '', now: site.clock() };
  await sendOverLossyNetwork(ground, { writes: 60, seed: 7 });
  const heard = await site.db.select().from(listens).where(eq(listens.userId, person.id));
  expect(heard).toHaveLength(60);
});

it('what two tabs queued arrives once each, although the server is killed half way', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'envol-offline-writes-'));
  await chmod(dataDir, 0o755);
  const start = () => startServer(dataDir, { TRUSTED_PROXIES: '127.0.0.1', BILLING_SANDBOX: '1' });
  let server = await start();
  const where = { base: server.base };
  onTestFinished(async () => {
    await stopServerBySignal(server, 'SIGTERM');
    await rm(dataDir, { recursive: true, force: true });
  });
  const { call } = createHttpClientWithCookies(where);
  await signUpListener(call);
  const { id } = (await call('GET', '/api/users/me')) as { id: string };
  const { items } = (await call('GET', '/api/contents')) as { items: { id: string }[] };
  const send = async (route: string, { body, headers }: RequestInput = {}) => {
    const [method = '', url = ''] = route.split(' ');
    const answered = call(method, url, body as object, headers);
    const refused = (error: Error & { status?: number }) => {
      throw new ApiError(error.status ?? 0, error.message);
    };
    return { status: 200, body: (await answered.catch(refused)) as never, headers: {} };
  };
  const ground = { person: { id, send }, contentId: items[0]?.id ?? '', now: new Date() };
  await sendOverLossyNetwork(ground, { writes: 60, seed: 1 }, async () => {
    await stopServerBySignal(server, 'SIGKILL');
    server = await start();
    where.base = server.base;
  });
  const dashboard = await call('GET', '/api/dashboard?timeZone=UTC');
  expect(dashboard).toMatchObject({ practiceMs: 60_000 });
});

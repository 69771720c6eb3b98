import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import '#web/features/account/hooks/use-change-name.ts';
import '#web/features/ledger/queries.ts';
import { importLibrary } from '#server/features/contents/import.ts';
import { listens } from '#server/features/player/table.ts';
import { createTestApp, type TestApp } from '#server/testing/app.ts';
import { createContentFolder } from '#server/testing/library.ts';
import { sendOverLossyNetwork } from './fixtures/lost-replies.ts';
import { runTwoDevices } from './fixtures/two-devices.ts';

// The app's own queue of writes against the server itself, without a browser. More of each: bench/offline-writes.bench.ts.

const PAIRS = 50;
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

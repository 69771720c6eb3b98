// @module-tag whole

import { and, eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { listens } from '#server/features/player/table.ts';
import { createSeededRandom } from '#shared/rules/seeded-random.ts';
import { openBadNetwork } from './fixtures/bad-network.ts';
import { isEverythingCached } from './fixtures/offline-cache.ts';
import { createPersistentDevice } from './fixtures/persistent-device.ts';
import { pressButton } from './fixtures/steps.ts';
import { createTestSite } from './fixtures/test-site.ts';
import { createTranslator } from './fixtures/translations.ts';

// A device that drops what it keeps, or has something else in its place, in a real browser. As many subsets as the promise
// names: `npm run prove:network`. The rules behind it: file-cache and app-repair.

const SUBSETS = Number(process.env['LOST_STORAGE_SUBSETS'] ?? 1);
/** How many cases an earlier run has proved; the first of them is 1. */
const PROVED = Number(process.env['PROVED_BEFORE'] ?? 0);
/** How many devices are spoiled in parallel: what was lost is looked for some seconds after a page was opened. */
const DEVICES = Math.min(SUBSETS, 4);
const testSite = createTestSite();
const t = createTranslator('en');

/** Reads what is kept of the app's files: the length and the beginning of each, by its address. */
const readFiles = (page: Page) =>
  page.evaluate(async () => {
    const cache = await caches.open('envol-app-files');
    const found: Record<string, string> = {};
    for (const request of await cache.keys()) {
      const text = (await (await cache.match(request))?.text()) ?? '';
      found[new URL(request.url).pathname + new URL(request.url).search] =
        `${text.length} ${text.slice(0, 40)}`;
    }
    return found;
  });

/** Lists the addresses of which replies are kept, and not something else in their place. */
const listReplies = (page: Page) =>
  page.evaluate(async () => {
    const opening = indexedDB.open('envol-replies');
    const database = await new Promise<IDBDatabase | null>((resolve) => {
      opening.addEventListener('success', () => resolve(opening.result));
      opening.addEventListener('error', () => resolve(null));
      // It is gone, and must not be made without its stores.
      opening.addEventListener('upgradeneeded', () => opening.transaction?.abort());
    });
    if (!database) return [];
    const store = database.transaction('replies').objectStore('replies');
    const [keys, replies] = [store.getAllKeys(), store.getAll()];
    await new Promise((resolve) => replies.addEventListener('success', resolve));
    database.close();
    return keys.result
      .filter((_, at) => typeof replies.result[at] === 'object')
      .map(String)
      .filter((key) => key.startsWith('/'));
  });

/**
 * Drops files and replies, puts a portal's page in the place of either, or drops a whole cache or database, by lots from 0 to
 * 1. Resolves to whether the app's document and that of “Help me now” are left.
 */
const spoil = (page: Page, lots: readonly number[]) =>
  page.evaluate(async (given) => {
    let next = 0;
    const draw = () => given[(next += 1) % given.length] ?? 0;
    const part = draw();
    const cache = await caches.open('envol-app-files');
    if (draw() < 0.1) await caches.delete('envol-app-files');
    else
      for (const request of await cache.keys()) {
        const lot = draw();
        if (lot < part / 2) await cache.delete(request);
        else if (lot < part) await cache.put(request, new Response('<h1>Wi-Fi</h1>'));
      }
    if (draw() < 0.2) indexedDB.deleteDatabase('envol-replies');
    else if (draw() < 0.7) {
      const opening = indexedDB.open('envol-replies');
      await new Promise((resolve) => opening.addEventListener('success', resolve));
      const store = opening.result.transaction('replies', 'readwrite').objectStore('replies');
      const asking = store.getAllKeys();
      await new Promise((resolve) => asking.addEventListener('success', resolve));
      for (const key of asking.result) {
        const lot = draw();
        if (lot < part / 2) store.delete(key);
        else if (lot < part && typeof key === 'string' && key.startsWith('/'))
          store.put('<h1>Wi-Fi</h1>', key);
      }
      opening.result.close();
    }
    // Pages that hold them open are about to be left.
    for (const name of ['envol-outbox', 'envol-downloads'])
      if (draw() < 0.2) indexedDB.deleteDatabase(name);
    const opened = await caches.open('envol-app-files');
    const isLeft = async (name: RegExp) => {
      for (const request of await opened.keys())
        if (name.test(new URL(request.url).pathname))
          return !(await (await opened.match(request))?.text())?.includes('<h1>Wi-Fi</h1>');
      return false;
    };
    return { shell: await isLeft(/^\/offline\.html$/), help: await isLeft(/offline-sos-en/) };
  }, lots);

/**
 * Ends the service worker, as it has ended wherever a browser loses something: one that runs knows what it has found right, and
 * looks again only for a page that does not start.
 */
async function endWorker(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.stopAllWorkers');
  await session.detach();
}

/** Makes a device that keeps all that it may. */
async function begin() {
  const person = await testSite.createPerson({ state: 'pass' });
  const network = await openBadNetwork(testSite.server.url);
  const device = await createPersistentDevice(network.url, 'en-GB');
  const page = await device.start();
  await testSite.authenticate(page, person);
  await page.goto('/');
  await pressButton({ page, t }, 'cookies:banner.refuse');
  await expect.poll(() => isEverythingCached(page), { timeout: 60_000 }).toBe(true);
  const files = await readFiles(page);
  const replies = await listReplies(page);
  const { items } = (await person.call('GET /api/contents', { query: { limit: 50 } })).body;
  // Some ask a question first.
  const sessions = items.filter(({ guard }) => guard === null).map(({ id }) => id);
  return { page, person, network, files, replies, sessions };
}
type Device = Awaited<ReturnType<typeof begin>>;

/** Completes a session that is not complete, and expects it on the server once. */
async function completeNext({ page, person, sessions }: Device): Promise<void> {
  const contentId = sessions.shift();
  if (contentId === undefined) return;
  await page.goto(`/content/${contentId}`);
  await pressButton({ page, t }, 'player:complete.mark');
  const own = and(eq(listens.userId, person.id), eq(listens.contentId, contentId));
  await expect
    .poll(async () => (await testSite.server.db.select().from(listens).where(own)).length)
    .toBe(1);
}

/** Spoils a device by a seed, opens it without a network, and expects it whole again with the next one. */
async function spoilAndMend(device: Device, seed: number) {
  const { page, network, files, replies } = device;
  const random = createSeededRandom(`lost storage ${seed}`);
  const lots = Array.from({ length: 997 }, random);
  const { shell: isShellLeft, help: isHelpLeft } = await spoil(page, lots);
  await endWorker(page);
  network.setConduct(isShellLeft && random() < 0.3 ? 'is silent' : 'refuses');
  const path = random() < 0.5 ? '/plan' : '/';
  const opened = await page.goto(path, { waitUntil: 'commit' }).then(
    () => true,
    () => false,
  );
  expect(opened || !isShellLeft, `seed ${seed}`).toBe(true);
  // A page of the app, or the help where the app cannot start.
  if (isShellLeft && isHelpLeft)
    await page.getByRole('heading', { level: 1 }).first().waitFor({ timeout: 60_000 });
  network.setConduct('passes');
  await page.goto('/');
  await expect
    .poll(() => readFiles(page), { timeout: 60_000, message: `seed ${seed}` })
    .toEqual(files);
  await expect
    .poll(() => listReplies(page), { timeout: 60_000, message: `seed ${seed}` })
    .toEqual(expect.arrayContaining(replies));
  await page.getByRole('navigation').first().waitFor();
  // What is done then arrives too, whatever became of the queue.
  await completeNext(device);
}

it('whatever a device has lost, it is whole again with the next network, and without one never the browser’s own page where the shell is left', async () => {
  const devices = await Promise.all(Array.from({ length: DEVICES }, begin));
  let last = PROVED;
  const spoilAll = async (device: Device) => {
    while (last < PROVED + SUBSETS) {
      const seed = (last += 1);
      await spoilAndMend(device, seed);
      if (SUBSETS > 1) process.stdout.write(`  subset ${seed}\n`);
    }
  };
  await Promise.all(devices.map(spoilAll));
});

it('a worker that begins over files that came wrong mends them without another page being opened', async () => {
  const { page, files } = await begin();
  await page.evaluate(async () => {
    const cache = await caches.open('envol-app-files');
    for (const request of (await cache.keys()).slice(0, 3))
      await cache.put(request, new Response('<h1>Wi-Fi</h1>'));
    await (await navigator.serviceWorker.ready).unregister();
  });
  expect(await readFiles(page)).not.toEqual(files);
  await page.goto('/');
  await expect.poll(() => readFiles(page), { timeout: 60_000 }).toEqual(files);
});

import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { installInMemoryCacheStorage } from '#web/lib/testing/cache-storage.ts';
import { createAppRepair } from './app-repair.ts';
import { APP_FILES_CACHE } from './file-cache.ts';

const describeFile = (url: string) => ({
  url,
  revision: null,
  hash: createHash('sha256').update(`content of ${url}`).digest('hex').slice(0, 12),
});
const FILES = ['/assets/app.js', '/assets/page.js', '/assets/app.css'].map(describeFile);
const HELP = FILES.slice(2);

let reopened: string[];
const createRepair = () =>
  createAppRepair({
    files: FILES,
    filesForHelp: HELP,
    afterRepair: async () => {},
    listPages: async () =>
      ['started', 'stuck', 'unknown'].map((id) => ({
        id,
        url: `/${id}`,
        navigate: async (url) => void reopened.push(url),
      })),
  });
const readKept = async () => {
  const cache = await caches.open(APP_FILES_CACHE);
  return Promise.all(
    (await cache.keys()).map(async (request) => (await cache.match(request))?.text()),
  );
};

beforeEach(() => {
  reopened = [];
  installInMemoryCacheStorage(vi.stubGlobal);
  vi.stubGlobal('location', { origin: 'https://envol.test' });
  vi.stubGlobal('fetch', async (url: string) => new Response(`content of ${url}`));
});
afterEach(() => void vi.unstubAllGlobals());

it('what came wrong is mended without a page that asks for it, and the page that could not start is opened again, once', async () => {
  const repair = createRepair();
  await repair.repair(FILES);
  const cache = await caches.open(APP_FILES_CACHE);
  await cache.put('/assets/app.js', new Response('<h1>Wi-Fi</h1>'));
  // A worker that was started anew has seen nothing yet.
  const later = createRepair();
  later.addOpened('stuck');
  later.addOpened('started');
  later.removeOpened('started');
  await later.repairKept();
  expect(await readKept()).toContain('content of /assets/app.js');
  expect(reopened).toEqual(['/stuck']);
  await cache.delete('/assets/page.js');
  await later.repairKept();
  expect(reopened).toEqual(['/stuck']);
});

it('a page that does not start has all that is kept checked again, although it was right before', async () => {
  const repair = createRepair();
  await repair.repair(FILES);
  await (await caches.open(APP_FILES_CACHE)).put('/assets/app.js', new Response('<h1>Wi-Fi</h1>'));
  repair.addOpened('stuck');
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const repaired = repair.repairLater();
  await vi.advanceTimersByTimeAsync(10_000);
  vi.useRealTimers();
  await repaired;
  expect(await readKept()).toContain('content of /assets/app.js');
  expect(reopened).toEqual(['/stuck']);
});

it('all that is asked for while help alone is checked is fetched after it', async () => {
  const repair = createRepair();
  const help = repair.repair(HELP);
  expect(await Promise.all([repair.repair(FILES), help])).toEqual([true, true]);
  expect(await readKept()).toHaveLength(FILES.length);
});

it('whoever keeps help alone gets no more than that', async () => {
  const repair = createRepair();
  await repair.repairKept();
  expect(await readKept()).toEqual(['content of /assets/app.css']);
});

it('the app is whole again although most of it was dropped, its document too', async () => {
  await createRepair().repair(FILES);
  const cache = await caches.open(APP_FILES_CACHE);
  await cache.delete('/assets/app.js');
  await cache.delete('/assets/app.css');
  await createRepair().repairKept();
  expect(await readKept()).toHaveLength(FILES.length);
});

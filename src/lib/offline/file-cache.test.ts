import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createSeededRandom } from '#shared/rules/seeded-random.ts';
import { installInMemoryCacheStorage } from '#web/lib/testing/cache-storage.ts';
import { FOREIGN_ANSWERS, fetchWithoutAnswer } from '#web/lib/testing/server-replies.ts';
import {
  downloadMissingAppFiles,
  APP_FILES_CACHE,
  findCachedFile,
  findStartableDocument,
  isAnyAppFileCached,
  verifyOrDiscardFile,
  repairAppFiles,
} from './file-cache.ts';
import { createOnUseFileCache } from './later-files.ts';

const SUBSETS = Number(process.env['LOST_FILES_SUBSETS'] ?? 30);
/** How many cases an earlier run has proved; the first of them is 1. */
const PROVED = Number(process.env['PROVED_BEFORE'] ?? 0);
const [portal] = FOREIGN_ANSWERS;
const getContent = (url: string) => `content of ${url}`;
const FILES = Array.from({ length: 12 }, (_, index) => {
  const isFixed = index % 4 === 0;
  const url = isFixed ? `/fixed-${index}.js` : `/assets/part-${index}.js`;
  const hash = createHash('sha256').update(getContent(url)).digest('hex').slice(0, 12);
  return { url, hash, revision: isFixed ? 'r1' : null };
});

let network: 'online' | 'offline' | 'portal';
let fetched: string[];
beforeEach(() => {
  installInMemoryCacheStorage(vi.stubGlobal);
  vi.stubGlobal('location', { origin: 'https://envol.test' });
  network = 'online';
  fetched = [];
  vi.stubGlobal('fetch', async (url: string) => {
    fetched.push(url);
    if (network === 'offline') throw new TypeError('no network');
    if (network === 'portal') return new Response(portal?.body, portal);
    return new Response(getContent(url));
  });
});
afterEach(() => void vi.unstubAllGlobals());

const readKept = (url: string) =>
  findCachedFile(FILES.find((file) => file.url === url)).then((response) => response?.text());
const isEverythingWhole = async () => {
  for (const { url } of FILES) if ((await readKept(url)) !== getContent(url)) return false;
  return true;
};

it('what is kept is not fetched again', async () => {
  await downloadMissingAppFiles(FILES);
  expect([fetched.length, await isEverythingWhole()]).toEqual([FILES.length, true]);
  expect(await repairAppFiles(FILES)).toEqual({ repaired: [], missing: [] });
  await downloadMissingAppFiles(FILES);
  expect(fetched).toHaveLength(FILES.length);
});

it('the app counts as kept while anything of it is left, its document or a script', async () => {
  const ofHelp = [{ url: '/assets/sos-Dvsb3-gR.js', revision: null, hash: '' }];
  const isAppKept = () => isAnyAppFileCached(ofHelp);
  expect(await isAppKept()).toBe(false);
  const cache = await caches.open(APP_FILES_CACHE);
  await cache.put('/assets/sos-Dvsb3-gR.js', new Response('help alone has it'));
  await cache.put('/assets/sos-Kq81_zp.js', new Response('help of an earlier version has it'));
  await cache.put('/first.js', new Response('help alone has it'));
  await cache.put('/assets/app.css', new Response('help alone has it'));
  expect(await isAppKept()).toBe(false);
  await cache.put('/assets/part-1.js', new Response('what the browser left'));
  expect(await isAppKept()).toBe(true);
});

it('the app’s document opens a page only where each of its scripts is there, and the words of its language', async () => {
  const file = { url: '/offline.html', revision: 'r1', hash: '' };
  const cache = await caches.open(APP_FILES_CACHE);
  const html =
    '<script src="/first.js" data-en="/assets/en-1.js" data-fr="/assets/fr-1.js"></script>' +
    '<script type="module" src="/assets/app-1.js"></script><link rel="modulepreload" href="/assets/vendor-1.js">';
  const putScript = (url: string, type = 'text/javascript') =>
    cache.put(url, new Response('', { headers: { 'content-type': type } }));
  const canStart = async (language = 'en') =>
    (await findStartableDocument(file, language)) !== undefined;
  expect(await canStart()).toBe(false);
  await cache.put('/offline.html?revision=r1', new Response(html));
  await putScript('/assets/app-1.js');
  await putScript('/assets/en-1.js');
  expect(await canStart()).toBe(false);
  await putScript('/assets/vendor-1.js', 'text/html; charset=utf-8');
  expect(await canStart()).toBe(false);
  await putScript('/assets/vendor-1.js');
  expect([await canStart(), await canStart('fr')]).toEqual([true, false]);
});

it('what a portal answers is never kept as a file of the app, and a version with such a file does not begin', async () => {
  network = 'portal';
  await expect(downloadMissingAppFiles(FILES)).rejects.toThrow('did not come as it was built');
  expect(await (await caches.open(APP_FILES_CACHE)).keys()).toEqual([]);
  const later = createOnUseFileCache(FILES);
  await later.keepAll();
  network = 'offline';
  await expect(later.open('/assets/part-1.js')).rejects.toThrow('no network');
});

it('whatever the browser dropped, or came wrong before, is whole again with the next network, and nothing wrong is left until then', async () => {
  for (let seed = PROVED + 1; seed <= PROVED + SUBSETS; seed += 1) {
    installInMemoryCacheStorage(vi.stubGlobal);
    network = 'online';
    await downloadMissingAppFiles(FILES);
    const random = createSeededRandom(`lost files ${seed}`);
    const cache = await caches.open(APP_FILES_CACHE);
    for (const request of await cache.keys()) {
      const kind = random();
      if (kind < 0.3) await cache.delete(request);
      else if (kind < 0.5) await cache.put(request, new Response(portal?.body));
      else if (kind < 0.6) await cache.put(request, new Response('content'));
    }
    network = random() < 0.5 ? 'offline' : 'portal';
    const { missing } = await repairAppFiles(FILES);
    for (const file of FILES) {
      const kept = await readKept(file.url);
      expect(kept ?? null, `seed ${seed}`).toBe(
        missing.includes(file) ? null : getContent(file.url),
      );
    }
    network = 'online';
    expect(await repairAppFiles(FILES)).toEqual({ repaired: missing, missing: [] });
    expect(await isEverythingWhole(), `seed ${seed}`).toBe(true);
    for (const file of FILES) expect(await verifyOrDiscardFile(file)).toBe(true);
  }
});

it('what is kept later is deleted where it is not what was built, and kept again when it is used', async () => {
  const later = createOnUseFileCache(FILES);
  network = 'offline';
  await later.keepAll();
  expect([fetched.length, await later.areAllKept()]).toEqual([1, false]);
  network = 'online';
  await later.keepAll();
  expect(await later.areAllKept()).toBe(true);
  const cache = await caches.open('envol-later-files');
  await cache.put('/assets/part-1.js', new Response(portal?.body));
  await later.deleteOthers();
  expect(await cache.match('/assets/part-1.js')).toBeUndefined();
  expect(await later.areAllKept()).toBe(false);
  expect(await (await later.open('/assets/part-1.js')).text()).toBe(
    getContent('/assets/part-1.js'),
  );
  network = 'offline';
  expect(await (await later.open('/assets/part-1.js')).text()).toBe(
    getContent('/assets/part-1.js'),
  );
});

it('on a network that never answers, what is to be mended or is kept later is given up after a while', async () => {
  await downloadMissingAppFiles(FILES.slice(1));
  vi.useFakeTimers();
  try {
    vi.stubGlobal('fetch', fetchWithoutAnswer);
    const repaired = repairAppFiles(FILES);
    const opened = createOnUseFileCache(FILES).open('/assets/part-1.js');
    const refused = expect(opened).rejects.toThrow('given up');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await repaired).toEqual({ repaired: [], missing: FILES.slice(0, 1) });
    await refused;
  } finally {
    vi.useRealTimers();
  }
});

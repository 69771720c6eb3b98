// @module-tag whole

import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { contents, contentTexts } from '#server/features/contents/table.ts';
import { expectAccessible, fitsAtDoubleText } from './fixtures/browser.ts';
import { chooseRadio, pressButton, type Visitor } from './fixtures/steps.ts';
import { createTone } from './fixtures/tone.ts';
import { playsWithoutInput } from './fixtures/sessions.ts';
import { createTestSite, SMALL_PHONE, WALKED_LANGUAGES } from './fixtures/test-site.ts';

const testSite = createTestSite();
const HALF_HOUR_S = 1800;
let sessions: { id: string; title: string }[];
beforeAll(async () => {
  const { folder } = testSite.server.app.dependencies.media;
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'download-tone.wav'), createTone(3));
  await writeFile(path.join(folder, 'half-an-hour.wav'), createTone(HALF_HOUR_S));
});

/** Opens the `nth` session that plays through, for a new person with a pass; a test has a session of its own. */
async function openSession(nth: number, language: 'en' | 'fr' = 'en', recording?: string) {
  const person = await testSite.createPerson({ language, state: 'pass' });
  const { items } = (await person.call('GET /api/contents', { query: { limit: 50 } })).body;
  const details = items.map(({ id }) => person.call('GET /api/contents/:id', { params: { id } }));
  sessions = (await Promise.all(details)).map(({ body }) => body).filter(playsWithoutInput);
  const session = sessions[nth];
  if (!session) throw new Error('the library is empty');
  if (recording)
    await testSite.server.db
      .update(contentTexts)
      .set({ recording })
      .where(eq(contentTexts.contentId, session.id));
  const device = await testSite.openDeviceFor(person, { ...SMALL_PHONE, language });
  await device.page.goto(`/content/${session.id}`);
  return { ...device, person, session };
}

/** Counts the sessions and recordings that a page's device keeps. */
const countDownloads = (page: Page) =>
  page.evaluate(async () => {
    const recordings = (await caches.has('envol-recordings'))
      ? (await (await caches.open('envol-recordings')).keys()).length
      : 0;
    const names = (await indexedDB.databases()).map(({ name }) => name);
    if (!names.includes('envol-downloads')) return { sessions: 0, recordings };
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open('envol-downloads');
      request.addEventListener('success', () => resolve(request.result));
    });
    if (!database.objectStoreNames.contains('sessions')) return { sessions: 0, recordings };
    const found = await new Promise<number>((resolve) => {
      const request = database.transaction('sessions').objectStore('sessions').count();
      request.addEventListener('success', () => resolve(request.result));
    });
    database.close();
    return { sessions: found, recordings };
  });

/** Waits until the download is over: there is a button to remove it. */
const waitForDownload = ({ page, t }: Visitor) =>
  page.getByRole('button', { name: t('downloads:remove'), exact: true }).waitFor();

describe.each(WALKED_LANGUAGES)('in %s', (language) => {
  it('a session that was downloaded opens and plays to its end with the network cut, and its rating is not lost', async () => {
    const nth = language === 'en' ? 0 : 1;
    const { page, person, session, visitor } = await openSession(
      nth,
      language,
      'download-tone.wav',
    );
    const { t } = visitor;
    await pressButton(visitor, 'downloads:download');
    await waitForDownload(visitor);
    await page
      .getByText(/3\d\s?(kB|ko)/)
      .first()
      .waitFor();
    await expectAccessible(page, 'a session that is downloaded');
    expect(await fitsAtDoubleText(page)).toBe(true);
    await expect.poll(() => countDownloads(page)).toEqual({ sessions: 1, recordings: 1 });

    await page.goto('/content-library');
    await page.locator('main li a[href^="/content/"]').nth(19).waitFor();
    await page.waitForLoadState('networkidle');
    await page.context().setOffline(true);
    await page.getByText(t('downloads:section.offline')).waitFor();
    await expectAccessible(page, 'the library without a network');
    await page.locator(`details a[href="/content/${session.id}"]`).click();
    await page.getByRole('heading', { level: 1, name: session.title }).waitFor();
    await pressButton(visitor, 'player:controls.play');
    // Three seconds of sound are the whole session; without the file it would take minutes.
    await page.getByText(t('player:rating.question')).waitFor();
    await chooseRadio(visitor, 'player:rating.very_helpful');

    const sent = page.waitForResponse(
      (response) => response.url().endsWith('/rating') && response.status() === 200,
    );
    await page.context().setOffline(false);
    await sent;
    const stands = async () => {
      const { body } = await person.call('GET /api/contents/:id', { params: { id: session.id } });
      return [body.rating, body.completed];
    };
    await expect.poll(stands).toEqual(['very_helpful', true]);

    await page.goto('/profile?tab=settings');
    const remove = page.getByRole('button', {
      name: t('downloads:settings.remove', { title: session.title }),
    });
    await remove.waitFor();
    await expectAccessible(page, 'the settings with a download');
    expect(await fitsAtDoubleText(page)).toBe(true);
    await remove.click();
    await page.getByText(t('downloads:settings.none')).waitFor();
    await expect.poll(() => countDownloads(page)).toEqual({ sessions: 0, recordings: 0 });
  });
});

describe('the sessions of a program', () => {
  it('are downloaded together, paused, gone on with where there was no room, and removed', async () => {
    const { page, person, visitor } = await testSite.openSignedIn({ language: 'fr' }, SMALL_PHONE);
    const { t } = visitor;
    const { items } = (await person.call('GET /api/programs')).body;
    const program = items.toSorted((one, other) => one.sessions.length - other.sessions.length)[0];
    const count = new Set(program?.sessions.map(({ contentId }) => contentId)).size;
    await page.addInitScript(() => {
      const estimate = () =>
        Promise.resolve({ quota: localStorage.getItem('test-full') ? 10 : 1e9, usage: 9 });
      Object.defineProperty(navigator.storage, 'estimate', { value: estimate });
    });
    // The first session asked for waits until it is paused; it is asked for again.
    let letGo = () => {};
    const gate = new Promise<void>((resolve) => (letGo = resolve));
    let asked = 0;
    await page.route('**/api/contents/*', async (route) => {
      asked += 1;
      if (asked === 2) await gate;
      await route.fallback();
    });
    await page.goto(`/programs/${program?.id}`);
    await page.evaluate(() => localStorage.setItem('test-full', 'yes'));
    await page.getByRole('button', { name: t('downloads:all.download', { count }) }).click();
    const pause = page.getByRole('button', { name: t('downloads:pause') });
    await pause.click();
    letGo();
    await page.getByRole('button', { name: t('downloads:resume') }).click();
    await page.getByText(t('downloads:all.failed.full')).waitFor();
    await expectAccessible(page, 'a program that finds no room');
    expect(await countDownloads(page)).toEqual({ sessions: 0, recordings: 0 });

    await page.evaluate(() => localStorage.removeItem('test-full'));
    // Full once the first session is there: that one stays.
    await page.evaluate(() => {
      const { prototype } = IDBObjectStore;
      // oxlint-disable-next-line typescript/unbound-method -- called with the store as `this`
      const put = prototype.put;
      let stored = 0;
      prototype.put = function (this: IDBObjectStore, ...input: Parameters<typeof put>) {
        if (this.transaction.db.name !== 'envol-downloads') return put.apply(this, input);
        stored += 1;
        if (stored === 1) return put.apply(this, input);
        prototype.put = put;
        throw new DOMException('no room', 'QuotaExceededError');
      };
    });
    await page.getByRole('button', { name: t('downloads:all.download', { count }) }).click();
    await page.getByText(t('downloads:all.failed.full')).waitFor();
    expect(await countDownloads(page)).toEqual({ sessions: 1, recordings: 0 });
    // What is there may be removed by choice.
    await page.getByRole('link', { name: t('downloads:settings.title'), exact: true }).click();
    await page.getByText(t('downloads:settings.removeShort'), { exact: true }).waitFor();

    await page.goto(`/programs/${program?.id}`);
    await page.getByRole('button', { name: t('downloads:all.rest', { count: count - 1 }) }).click();
    const remove = page.getByRole('button', { name: t('downloads:all.remove', { count }) });
    await remove.waitFor();
    expect(await countDownloads(page)).toEqual({ sessions: count, recordings: 0 });
    expect(await fitsAtDoubleText(page)).toBe(true);
    await remove.click();
    await page.getByRole('button', { name: t('downloads:all.download', { count }) }).waitFor();
    await expect.poll(() => countDownloads(page)).toEqual({ sessions: 0, recordings: 0 });
  });
});

describe('a download', () => {
  it('shows how far it is, and leaves nothing when it is stopped', async () => {
    const { page, visitor } = await openSession(2, 'en', 'download-tone.wav');
    await page.addInitScript(() => {
      const fetch = globalThis.fetch;
      // A server that sends the first third and then waits.
      globalThis.fetch = async (input, init) => {
        if (typeof input !== 'string' || !input.startsWith('/media/')) return fetch(input, init);
        const body = new ReadableStream({
          start(controller) {
            controller.enqueue(new Uint8Array(8_000));
            init?.signal?.addEventListener('abort', () => controller.error(init.signal?.reason));
          },
        });
        return new Response(body, { headers: { 'content-length': '24044' } });
      };
    });
    await page.reload();
    await pressButton(visitor, 'downloads:download');
    await page.getByText('8 kB of 24 kB').waitFor();
    await expectAccessible(page, 'a download under way');
    await pressButton(visitor, 'downloads:stop');
    await page.getByRole('button', { name: visitor.t('downloads:download') }).waitFor();
    await expect.poll(() => countDownloads(page)).toEqual({ sessions: 0, recordings: 0 });
  });

  it('that finds no room says so, keeps no half, and goes through once there is room', async () => {
    const { page, visitor } = await openSession(6, 'en', 'half-an-hour.wav');
    const { t } = visitor;
    const devtools = await page.context().newCDPSession(page);
    const setQuota = (quotaSize?: number) =>
      devtools.send('Storage.overrideQuotaForOrigin', {
        origin: testSite.server.url,
        ...(quotaSize !== undefined && { quotaSize }),
      });
    const failToDownload = async () => {
      await pressButton(visitor, 'downloads:download');
      await page.getByText(t('downloads:failed.full')).waitFor();
      await page.getByText(t('downloads:loading')).waitFor({ state: 'detached' });
      await expect.poll(() => countDownloads(page)).toEqual({ sessions: 0, recordings: 0 });
    };
    const readUsage = () =>
      page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0);
    const before = await readUsage();
    await setQuota(before + 5e6);
    await failToDownload();
    await expectAccessible(page, 'a download without room');

    // Room that other pages take up while the recording comes is missed only when it is stored.
    await page.evaluate(() => {
      const estimate = () => Promise.resolve({ quota: 1e9, usage: 0 });
      Object.defineProperty(navigator.storage, 'estimate', { value: estimate, configurable: true });
    });
    await failToDownload();
    await page.evaluate(() => Reflect.deleteProperty(navigator.storage, 'estimate'));
    expect(await readUsage()).toBeLessThan(before + 1e6);
    // Nor is there room for its text, which comes last.
    await setQuota();
    await page.evaluate(() => {
      const { prototype } = IDBObjectStore;
      // oxlint-disable-next-line typescript/unbound-method -- called with the store as `this`
      const put = prototype.put;
      prototype.put = function (this: IDBObjectStore, ...input: Parameters<typeof put>) {
        if (this.transaction.db.name !== 'envol-downloads') return put.apply(this, input);
        prototype.put = put;
        throw new DOMException('no room', 'QuotaExceededError');
      };
    });
    await failToDownload();
    await pressButton(visitor, 'downloads:download');
    await waitForDownload(visitor);
    expect(await countDownloads(page)).toEqual({ sessions: 1, recordings: 1 });
  });

  it('follows its session when that is changed, and goes when it is unpublished', async () => {
    const { page, session, visitor } = await openSession(3);
    const { t } = visitor;
    await pressButton(visitor, 'downloads:download');
    await waitForDownload(visitor);
    const at = eq(contentTexts.contentId, session.id);
    await testSite.server.db.update(contentTexts).set({ title: 'Another title' }).where(at);
    await page.goto('/profile?tab=settings');
    await page.getByRole('link', { name: 'Another title' }).waitFor();

    const itself = eq(contents.id, session.id);
    await testSite.server.db.update(contents).set({ unpublishedAt: new Date() }).where(itself);
    // Ten seconds in sight, which the rest of the page may take to load.
    await page.reload({ waitUntil: 'commit' });
    await page
      .getByText(t('downloads:unpublished.text', { title: 'Another title' }))
      .first()
      .waitFor();
    await page.getByText(t('downloads:settings.none')).waitFor();
    await expect.poll(() => countDownloads(page)).toEqual({ sessions: 0, recordings: 0 });
    await testSite.server.db.update(contents).set({ unpublishedAt: null }).where(itself);
  });

  it('is opened in the place of a network that does not answer', async () => {
    const { page, session, visitor } = await openSession(5, 'en', 'download-tone.wav');
    await pressButton(visitor, 'downloads:download');
    await waitForDownload(visitor);
    await page.route(`**/api/contents/${session.id}`, () => {});
    await page.reload();
    await page.getByRole('heading', { level: 1, name: session.title }).waitFor();
    await pressButton(visitor, 'player:controls.play');
    await page.getByText(visitor.t('player:rating.question')).waitFor();
  });

  it('that a closed tab left half done is tidied away', async () => {
    const { page, visitor } = await openSession(5, 'en', 'download-tone.wav');
    await pressButton(visitor, 'downloads:download');
    await waitForDownload(visitor);
    await page.evaluate(async () =>
      (await caches.open('envol-recordings')).put('/media/left-behind', new Response('half')),
    );
    await page.reload();
    await expect.poll(() => countDownloads(page)).toEqual({ sessions: 1, recordings: 1 });
  });

  it('belongs to the person: signing out removes it', async () => {
    const { page, visitor } = await openSession(4, 'en', 'download-tone.wav');
    await pressButton(visitor, 'downloads:download');
    await waitForDownload(visitor);
    await page.goto('/profile?tab=settings');
    await page.getByRole('button', { name: visitor.t('profile:signOut.button') }).click();
    await page.waitForURL((url) => url.pathname === '/');
    await expect.poll(() => countDownloads(page)).toEqual({ sessions: 0, recordings: 0 });
  });
});

// @module-tag whole

import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { programEvents } from '#server/features/programs/table.ts';
import { grantTestPass } from '#server/testing/people.ts';
import type { QueuedRoute } from '#shared/rules/queued-routes.ts';
import { getDateOffset, shiftDate } from './fixtures/journey-date.ts';
import { isEverythingCached } from './fixtures/offline-cache.ts';
import { createPersistentDevice, cutNetwork } from './fixtures/persistent-device.ts';
import { PASSWORD, pressButton } from './fixtures/steps.ts';
import { BROWSER_LOCALES, createTestSite, WALKED_LANGUAGES } from './fixtures/test-site.ts';
import { BUILT, startTestServer } from './fixtures/test-server.ts';
import { createTranslator } from './fixtures/translations.ts';
import { leaveUnfinishedWrite } from './fixtures/unfinished-writes.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'envol-versions-'));
/** A copy of the built app, of which a test deploys later versions. */
const client = path.join(folder, 'client');
const deployFirst = () => cp(BUILT.client, client, { recursive: true });
await deployFirst();
const testSite = createTestSite({
  start: () => startTestServer({ files: { ...BUILT, client, mailFolder: folder } }),
});
afterAll(() => rm(folder, { recursive: true }));

const MONTH_MS = 31 * 86_400_000;

async function deployVersion(version: number, goneScript: RegExp): Promise<void> {
  const file = path.join(client, 'service-worker.js');
  const [entry = '', url = ''] =
    new RegExp(`\\{url:\`(/assets/${goneScript.source})\`[^}]*\\},?`).exec(
      await readFile(file, 'utf8'),
    ) ?? [];
  if (!entry) throw new Error(`no file is ${goneScript.source}`);
  const worker = (await readFile(file, 'utf8')).replaceAll(entry, '');
  await writeFile(file, `${worker}\n// ${version}`);
  for (const compressed of ['.br', '.gz']) {
    await rm(`${file}${compressed}`, { force: true });
    await rm(path.join(client, `${url}${compressed}`), { force: true });
  }
  await rm(path.join(client, url));
}

interface OldRequest {
  key: string;
  owner: string;
  route: QueuedRoute;
  params: object;
  body: object;
  queuedAt: string;
  failures?: number;
}

/** Creates the outbox of those versions on a page's device, as their code did, and fills it. */
const fillOldOutbox = (page: Page, requests: OldRequest[]) =>
  page.evaluate(async (writes) => {
    const opening = indexedDB.open('envol-outbox', 1);
    opening.addEventListener('upgradeneeded', () =>
      opening.result
        .createObjectStore('requests', { autoIncrement: true })
        .createIndex('key', 'key', { unique: true }),
    );
    await new Promise((resolve) => opening.addEventListener('success', resolve));
    const transaction = opening.result.transaction('requests', 'readwrite');
    for (const write of writes) transaction.objectStore('requests').add(write);
    await new Promise((resolve) => transaction.addEventListener('complete', resolve));
    opening.result.close();
  }, requests);

/** Counts what waits on a page's device: in the outbox, and in localStorage until it gets there. */
const countWaiting = (page: Page) =>
  page.evaluate(async () => {
    const opening = indexedDB.open('envol-outbox');
    await new Promise((resolve) => opening.addEventListener('success', resolve));
    const counting = opening.result.transaction('requests').objectStore('requests').count();
    await new Promise((resolve) => counting.addEventListener('success', resolve));
    opening.result.close();
    const kept = Object.keys(localStorage).filter((key) => key.startsWith('envol-note:'));
    return counting.result + kept.length;
  });

/** Lists the notices that are held at the bottom of the screen: the device's line, the question about cookies, the beta. */
const listHeld = (page: Page) =>
  page.evaluate(() =>
    ['output p', '[data-cookie-banner]', '[data-beta]'].filter((notice) =>
      [...document.querySelectorAll(`[data-held] ${notice}`)].some((one) => one.checkVisibility()),
    ),
  );

it('what waited in an earlier version of the app is sent once by this one', async () => {
  const person = await testSite.createPerson();
  const { items } = (await person.call('GET /api/contents', { query: {} })).body;
  const [rated, heard] = items.map(({ id }) => id) as [string, string];
  const now = testSite.server.clock().getTime();
  const minutesAgo = (minutes: number) => new Date(now - minutes * 60_000).toISOString();
  const createRequest = (route: QueuedRoute, body: object, params: object = {}): OldRequest => ({
    key: crypto.randomUUID(),
    owner: person.id,
    route,
    params,
    body,
    queuedAt: minutesAgo(20),
  });
  const lasted = {
    id: crypto.randomUUID(),
    startedAt: minutesAgo(30),
    endedAt: minutesAgo(28),
    timeZone: 'Europe/Paris',
  };
  const step = {
    id: crypto.randomUUID(),
    area: 'fear_heights',
    material: 'own',
    words: 'A balcony',
  };
  const waiting = [
    createRequest(
      'PUT /api/contents/:id/rating',
      { rating: 'very_helpful', ratedAt: minutesAgo(40) },
      { id: rated },
    ),
    // The server broke on it so often that the version before had left it aside.
    {
      ...createRequest('POST /api/practices', { ...lasted, pattern: 'box', practisedMs: 64_000 }),
      failures: 5,
    },
    createRequest('PUT /api/ladder', { steps: [step], writtenAt: minutesAgo(20) }),
  ];
  // Of a form that the server takes no more; those behind it do not wait for it.
  const outdated = createRequest('POST /api/practices', { pattern: 'box' });
  waiting.splice(1, 0, outdated);
  const listen = createRequest('POST /api/listens', {
    ...lasted,
    id: crypto.randomUUID(),
    contentId: heard,
    positionMs: 90_000,
    listenedMs: 90_000,
    completed: false,
  });

  const { page, t } = await testSite.openDeviceFor(person);
  // Of the same origin, and without the app.
  await page.goto('/icon.svg');
  await fillOldOutbox(page, waiting);
  const answers = createRequest('PUT /api/assessment/answers', { answers: { fear_heights: 9 } });
  for (const request of [listen, answers])
    await leaveUnfinishedWrite(page, { ...request, minutesAgo: 10 });
  expect(await countWaiting(page)).toBe(6);

  const sent: string[] = [];
  const keys = [...waiting, listen, answers].map(({ key }) => key);
  page.on('request', (request) => {
    const key = request.headers()['idempotency-key'];
    if (key) sent.push(keys.includes(key) ? key : new URL(request.url()).pathname);
  });
  await page.goto('/');
  // What was refused stays on the device, with its text.
  await expect.poll(() => countWaiting(page)).toBe(1);
  await page.reload();
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(sent.toSorted()).toEqual(keys.toSorted());

  await page.getByRole('button', { name: t('offline:refused.open') }).click();
  const refused = page.getByRole('dialog', { name: t('offline:refused.title') });
  await refused.getByText(t('offline:things.practice')).waitFor();
  await refused.getByText(t('offline:refused.outdated')).waitFor();

  const dashboard = await person.call('GET /api/dashboard', {
    query: { timeZone: 'Europe/Paris' },
  });
  expect(dashboard.body.practiceMs).toBe(64_000 + 90_000);
  const params = { id: rated };
  expect((await person.call('GET /api/contents/:id', { params })).body.rating).toBe('very_helpful');
  expect((await person.call('GET /api/ladder')).body.steps).toMatchObject([step]);
  expect((await person.call('GET /api/assessment')).body.draft).toMatchObject({ fear_heights: 9 });
});

it.each(WALKED_LANGUAGES)(
  'a device away for a month and two versions loses nothing, also where its pass has ended (%s)',
  async (language) => {
    await deployFirst();
    const t = createTranslator(language);
    const person = await testSite.createPerson({ language });
    const [program] = (await person.call('GET /api/programs')).body.items;
    const device = await createPersistentDevice(testSite.server.url, BROWSER_LOCALES[language]);
    const page = await device.start();
    const visitor = { page, t };
    await testSite.authenticate(page, person);
    await page.goto('/');
    await expect.poll(() => isEverythingCached(page)).toBe(true);
    // What the device says never lies upon the banner, nor the question about cookies upon it.
    const expectOneHeld = async () => {
      await page.locator('[data-beta]:visible').waitFor();
      expect(await listHeld(page)).toEqual(['output p']);
    };

    const restore = await cutNetwork(testSite.server.app.server);
    await page.goto(`/programs/${program?.id}`);
    await page
      .locator('label', { hasText: t('programs:task.tick') })
      .first()
      .click();
    await page.getByText(t('offline:waiting', { count: 1 })).waitFor();
    await page.getByRole('region', { name: t('cookies:banner.title') }).waitFor();
    await expectOneHeld();
    await pressButton(visitor, 'cookies:banner.refuse');

    testSite.server.clock.advance(MONTH_MS);
    await page.context().addInitScript(shiftDate, getDateOffset());
    await deployVersion(2, /landing-[\w-]+\.js/);
    await deployVersion(3, /plan-page-[\w-]+\.js/);
    await restore();
    // After a month the sign-in has ended as well.
    const account = { email: person.email, password: PASSWORD };
    await person.call('POST /api/auth/sign-in', { body: account });
    await testSite.authenticate(page, person);
    await page.goto('/');
    await page.waitForURL((url) => url.pathname === '/subscription');
    const countKept = async () =>
      (
        await testSite.server.db
          .select()
          .from(programEvents)
          .where(eq(programEvents.userId, person.id))
      ).length;
    expect(await countWaiting(page)).toBe(1);

    await grantTestPass(testSite.server.db, person.id, testSite.server.clock());
    await page.goto('/');
    await expect.poll(countKept).toBe(1);
    await expect.poll(() => countWaiting(page)).toBe(0);
    // The open page goes on with the files of its own version, which the server no longer has.
    await page.getByText(t('offline:update.line')).waitFor();
    await page.goto('/plan');
    await page.getByRole('heading', { level: 1, name: t('plan:title') }).waitFor();
    await page.getByText(t('offline:update.line')).waitFor();
    await expectOneHeld();
    await page.goto('/');
    await Promise.all([page.waitForEvent('load'), pressButton(visitor, 'offline:update.now')]);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await countKept()).toBe(1);
  },
);

// @module-tag whole

import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { listens } from '#server/features/player/table.ts';
import { BAD_CONDUCTS, openBadNetwork } from './fixtures/bad-network.ts';
import { isEverythingCached, keepAppFiles } from './fixtures/offline-cache.ts';
import { createPersistentDevice } from './fixtures/persistent-device.ts';
import { pressButton } from './fixtures/steps.ts';
import { createTestSite } from './fixtures/test-site.ts';
import { createTranslator } from './fixtures/translations.ts';

// A Wi-Fi that answers in the place of the server, in a real browser. The rules behind it have tests of their own:
// open-page, foreign-answers, file-cache and known-state.

const testSite = createTestSite();
const t = createTranslator('en');

/** Resolves to whether a page's device keeps the page of the night before, with the scripts that show and play it. */
const isTonightKept = (page: Page) =>
  page.evaluate(async () => {
    const scripts = performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => /attach-tonight|excerpt-player/.test(name));
    const kept = await Promise.all([location.pathname, ...scripts].map((url) => caches.match(url)));
    return kept.every((response) => response !== undefined);
  });

it('what is done on a Wi-Fi that answers in the server’s place is kept, and its own page is a press away', async () => {
  const person = await testSite.createPerson({ state: 'pass' });
  const network = await openBadNetwork(testSite.server.url);
  const device = await createPersistentDevice(network.url, 'en-GB');
  const page = await device.start();
  const visitor = { page, t };
  await testSite.authenticate(page, person);
  await page.goto('/');
  await pressButton(visitor, 'cookies:banner.refuse');
  await expect.poll(() => isEverythingCached(page), { timeout: 60_000 }).toBe(true);

  const { items } = (await person.call('GET /api/contents')).body;
  // Some ask a question first.
  const session = items.find(({ guard }) => guard === null);
  network.setConduct(BAD_CONDUCTS[3]?.[1] ?? 'refuses');
  await page.goto(`/content/${session?.id}`);
  await pressButton(visitor, 'player:complete.mark');
  await page
    .getByRole('button', { name: t('player:complete.mark') })
    .waitFor({ state: 'detached' });
  await page.getByText(t('offline:portal')).waitFor();
  const portal = page.waitForEvent('popup');
  await page.getByRole('link', { name: t('offline:portalPage') }).click();
  await (await portal).getByText('Accept the terms').waitFor();
  // Opened again, it shows what was done.
  await page.reload();
  await page.getByRole('link', { name: t('offline:portalPage') }).waitFor();
  expect(await page.getByRole('button', { name: t('player:complete.mark') }).count()).toBe(0);

  network.setConduct('passes');
  const heard = () =>
    testSite.server.db.select().from(listens).where(eq(listens.userId, person.id));
  await page.reload();
  await expect.poll(async () => (await heard()).length).toBe(1);
  expect(await heard()).toMatchObject([{ completed: true }]);

  // What was done with a network is known without one.
  await page.goto('/');
  await device.end();
  network.setConduct('refuses');
  const cold = await device.start();
  await cold.goto(`/content/${session?.id}`);
  await cold.getByRole('heading', { level: 1, name: session?.title }).waitFor();
  expect(await cold.getByRole('button', { name: t('player:complete.mark') }).count()).toBe(0);
});

it('help and an article open without a network for whoever has been there once, signed out', async () => {
  const network = await openBadNetwork(testSite.server.url);
  const device = await createPersistentDevice(network.url, 'en-GB');
  const page = await device.start();
  const paths = ['/read/turbulence', '/sos', '/help'];
  for (const path of paths) {
    await page.goto(path);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
    const isKept = (kept: string) =>
      page.evaluate(async (url) => (await caches.match(url)) !== undefined, kept);
    await expect.poll(() => isKept(path), { timeout: 30_000 }).toBe(true);
  }
  expect(await keepAppFiles(page)).toBe(true);
  const title = await page.title();
  await device.end();

  network.setConduct('refuses');
  const cold = await device.start();
  for (const path of paths) {
    await cold.goto(path);
    await cold.getByRole('heading', { level: 1 }).first().waitFor();
  }
  expect(await cold.title()).toBe(title);
  // What only members have is not led to.
  await cold.goto('/sos');
  await expect.poll(() => cold.getByRole('link', { name: t('help:sos.what') }).count()).toBe(0);
  await cold.goto('/read/no-such-article');
  await cold.getByRole('heading', { level: 1 }).first().waitFor();
});

it('the card of the night before opens without a network for whoever chose it, and so does its session', async () => {
  const network = await openBadNetwork(testSite.server.url);
  const device = await createPersistentDevice(network.url, 'en-GB');
  const page = await device.start();
  await page.goto('/tonight');
  await page.locator('[data-scripted]:not(.invisible)').waitFor();
  await page.getByRole('link', { name: t('tonight:fear.shaking') }).click();
  const pause = t('excerpt:pause');
  await page.getByRole('button', { name: pause, exact: true }).waitFor();
  await expect.poll(() => isTonightKept(page), { timeout: 60_000 }).toBe(true);
  // The app as well, whose script for this page is kept later.
  expect(await keepAppFiles(page)).toBe(true);
  await device.end();

  network.setConduct('refuses');
  const cold = await device.start();
  await cold.goto('/tonight');
  await cold.getByRole('heading', { name: t('tonight:card.title.tomorrow') }).waitFor();
  await cold.getByText(t('tonight:card.shaking.seat')).waitFor();
  await cold.getByRole('button', { name: t('tonight:card.again') }).click();
  await cold.getByRole('button', { name: pause, exact: true }).waitFor();
});

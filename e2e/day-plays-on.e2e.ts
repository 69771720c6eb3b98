// @module-tag whole

import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { listens } from '#server/features/player/table.ts';
import { createContentFolder } from '#server/testing/library.ts';
import { isEverythingCached } from './fixtures/offline-cache.ts';
import { createPersistentDevice, cutNetwork } from './fixtures/persistent-device.ts';
import { pressButton, startPlayback } from './fixtures/steps.ts';
import { startTestServer } from './fixtures/test-server.ts';
import { createTestSite } from './fixtures/test-site.ts';
import { createTranslator } from './fixtures/translations.ts';

const testSite = createTestSite({
  start: async () => {
    const slugs = ['one', 'two', 'three', 'four'];
    return startTestServer({}, await createContentFolder(slugs.map((slug) => ({ slug }))));
  },
});
const t = createTranslator('en');

it('the sessions of a day play on by themselves without a network, where that is wanted', async () => {
  const person = await testSite.createPerson();
  const timeZone = 'Europe/Paris';
  await person.call('PUT /api/users/me/flight-date', {
    body: { flightDate: testSite.server.inDays(1), timeZone },
  });
  const { days, contents } = (await person.call('GET /api/plan', { query: { timeZone } })).body;
  const titles = (days[0]?.sessions ?? []).map(
    ({ id }) => contents.find((content) => content.id === id)?.title ?? '',
  );
  expect(titles.length).toBeGreaterThanOrEqual(3);
  const device = await createPersistentDevice(testSite.server.url, 'en-GB');
  const page = await device.start();
  const visitor = { page, t };
  await testSite.authenticate(page, person);
  await page.goto('/');
  await pressButton(visitor, 'cookies:banner.refuse');
  await expect.poll(() => isEverythingCached(page), { timeout: 60_000 }).toBe(true);
  const restore = await cutNetwork(testSite.server.app.server);
  await page.context().setOffline(true);

  await page.clock.install();
  await page.goto(`/content/${days[0]?.sessions[0]?.id}`);
  await pressButton(visitor, 'player:sleep.title');
  await page.locator('dialog[open] label', { hasText: t('player:playsDay.label') }).click();
  await page.keyboard.press('Escape');
  await startPlayback(visitor);
  for (const title of titles) {
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await page.getByRole('button', { name: t('player:controls.pause'), exact: true }).waitFor();
    await page.clock.fastForward(60_000);
    await page.clock.runFor(2_000);
  }
  await page.getByRole('heading', { name: t('player:after.title') }).waitFor();

  await restore();
  await page.context().setOffline(false);
  const countWhole = async () => {
    const { db } = testSite.server;
    const heard = await db.select().from(listens).where(eq(listens.userId, person.id));
    return heard.filter(({ completed }) => completed).length;
  };
  await expect.poll(countWhole, { timeout: 60_000 }).toBe(titles.length);
});

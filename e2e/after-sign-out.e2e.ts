// @module-tag whole

import { expect, it } from 'vitest';
import { isEverythingCached } from './fixtures/offline-cache.ts';
import { createPersistentDevice, cutNetwork } from './fixtures/persistent-device.ts';
import { pressButton } from './fixtures/steps.ts';
import { createTestSite } from './fixtures/test-site.ts';
import { createTranslator } from './fixtures/translations.ts';

const testSite = createTestSite();
const t = createTranslator('en');

it('nothing is promised of what was deleted to whoever has signed out and has no network', async () => {
  const person = await testSite.createPerson({ state: 'pass' });
  const device = await createPersistentDevice(testSite.server.url, 'en-GB');
  const page = await device.start();
  await testSite.authenticate(page, person);
  await page.goto('/');
  await pressButton({ page, t }, 'cookies:banner.refuse');
  await expect.poll(() => isEverythingCached(page), { timeout: 60_000 }).toBe(true);
  await page.goto('/profile?tab=settings');
  await pressButton({ page, t }, 'profile:signOut.button');
  await page.waitForURL((url) => url.pathname === '/');
  await page.getByRole('heading', { level: 1 }).first().waitFor();

  const restore = await cutNetwork(testSite.server.app.server);
  for (const path of ['/', '/sos', '/help', '/content-library', '/tonight']) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    expect(await page.getByText(t('app:unknown.safe')).count(), path).toBe(0);
  }
  await restore();
});

import { expect, it } from 'vitest';
import { PRODUCT_NAME } from '#shared/product.ts';
import { expectAccessible } from './fixtures/browser.ts';
import { isEverythingCached } from './fixtures/offline-cache.ts';
import { createPersistentDevice } from './fixtures/persistent-device.ts';
import { pressButton } from './fixtures/steps.ts';
import { createTestSite } from './fixtures/test-site.ts';
import { createTranslator } from './fixtures/translations.ts';

const testSite = createTestSite();
const t = createTranslator('en');

function beIphone(): void {
  const userAgent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15';
  Object.defineProperty(navigator, 'userAgent', { get: () => userAgent });
  Object.defineProperty(navigator, 'standalone', { get: () => false });
}

it('whoever flies soon is told once how the app gets onto an iPhone’s home screen, and in the pack what Safari deletes', async () => {
  const person = await testSite.createPerson({ state: 'pass' });
  await person.call('PUT /api/users/me/flight-date', {
    body: { flightDate: testSite.server.inDays(5), timeZone: 'Europe/Paris' },
  });
  const device = await createPersistentDevice(testSite.server.url, 'en-GB');
  const page = await device.start();
  await page.addInitScript(beIphone);
  await testSite.authenticate(page, person);
  await page.goto('/');
  await pressButton({ page, t }, 'cookies:banner.refuse');
  const line = page.getByText(t('offline:install.line', { name: PRODUCT_NAME }));
  await line.waitFor();
  await pressButton({ page, t }, 'offline:install.how');
  const steps = page.getByRole('dialog', {
    name: t('offline:install.title', { name: PRODUCT_NAME }),
  });
  for (const step of ['share', 'add', 'confirm'] as const)
    await steps.getByText(t(`offline:install.steps.${step}`)).waitFor();
  await expectAccessible(page, 'how to install the app by hand');
  await steps.getByRole('button', { name: t('ui:actions.close') }).click();

  await expect.poll(() => isEverythingCached(page), { timeout: 60_000 }).toBe(true);
  await page.goto('/plan');
  await page.getByText(t('offline:pack.sevenDays', { name: PRODUCT_NAME })).waitFor();
  expect(await line.count()).toBe(0);
});

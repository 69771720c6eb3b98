import { expect, it } from 'vitest';
import { formatCivilDateWithoutYear } from '#web/features/plan/model.ts';
import { isEverythingCached } from './fixtures/offline-cache.ts';
import { createPersistentDevice, cutNetwork } from './fixtures/persistent-device.ts';
import { createTestSite } from './fixtures/test-site.ts';
import { createTranslator } from './fixtures/translations.ts';

const testSite = createTestSite();
const t = createTranslator('en');

it('where it is still yesterday, Today and the plan count the same days without a network', async () => {
  const person = await testSite.createPerson();
  const flightDate = testSite.server.inDays(9);
  await person.call('PUT /api/users/me/flight-date', {
    body: { flightDate, timeZone: 'Europe/Paris' },
  });
  const device = await createPersistentDevice(testSite.server.url, 'en-GB');
  const page = await device.start();
  await testSite.authenticate(page, person);
  await page.goto('/');
  await page.getByText(t('home:flight.days', { count: 9 }), { exact: true }).waitFor();
  await expect.poll(() => isEverythingCached(page), { timeout: 60_000 }).toBe(true);
  const cookies = await page.context().cookies();
  await device.end();

  const restore = await cutNetwork(testSite.server.app.server);
  const away = await device.start({ offline: true, timeZone: 'Pacific/Honolulu' });
  await away.context().addCookies(cookies);
  await away.goto('/');
  await away.getByText(t('home:flight.days', { count: 10 }), { exact: true }).waitFor();
  await away.goto('/plan');
  const date = formatCivilDateWithoutYear(flightDate, 'en');
  await away.getByText(t('plan:flightIn', { count: 10, date })).waitFor();
  await restore();
});

import { expect, it } from 'vitest';
import { expectAccessible, expectNoSidewaysScroll } from './fixtures/browser.ts';
import { isEverythingCached } from './fixtures/offline-cache.ts';
import { createPersistentDevice, cutNetwork } from './fixtures/persistent-device.ts';
import { pressButton, waitForHeading } from './fixtures/steps.ts';
import {
  BROWSER_LOCALES,
  createTestSite,
  SMALL_PHONE,
  WALKED_LANGUAGES,
} from './fixtures/test-site.ts';
import { createTranslator } from './fixtures/translations.ts';

const testSite = createTestSite();
const shots = process.env['PICTURES'];

it.each(WALKED_LANGUAGES)('a flight is gone along with in %s', async (language) => {
  const own = await testSite.openSignedIn(
    { language },
    { ...SMALL_PHONE, locale: BROWSER_LOCALES[language] },
  );
  const { page, visitor, person, t } = own;
  await person.call('POST /api/flights', {
    body: {
      kind: 'outbound',
      departsOn: testSite.server.inDays(0),
      departsAt: '19:40',
      timeZone: 'Europe/Paris',
      fromAirport: 'LYS',
      toAirport: 'LIS',
      number: null,
    },
  });
  const shoot = async (name: string) => {
    if (shots) await page.screenshot({ path: `${shots}/${language}-${name}.png` });
  };
  await page.clock.install({ time: testSite.server.clock() });
  await page.goto('/flight');
  await waitForHeading(visitor, 'flight:title');
  await shoot('start');
  await expectAccessible(page, 'the start of a flight');
  await expectNoSidewaysScroll(page);
  await pressButton(visitor, 'flight:choose.start');
  await page.getByText(t('flight:phases.push_back.name')).waitFor();
  await shoot('boarding');
  await page
    .getByRole('button', { name: t('flight:phases.take_off.name') })
    .first()
    .click();
  await shoot('phase-ahead');
  for (const phase of ['doors', 'push_back', 'taxi_out', 'take_off', 'lift_off'] as const) {
    await page.goto(`/flight`);
    await page.getByRole('button', { name: t('flight:open', { phase: '' }).trim() }).click();
    await page
      .getByRole('button', { name: t(`flight:next`, { phase: t(`flight:phases.${phase}.name`) }) })
      .click();
    await waitForHeading(visitor, `flight:phases.${phase}.name`);
  }
  await shoot('lift-off');
  await expectAccessible(page, 'a phase');
  await page.clock.fastForward('15:00');
  await page.goto('/flight');
  await page.getByText(t('flight:toGate')).waitFor();
  await shoot('climb');
  await expectAccessible(page, 'the whole flight');
  await page
    .getByRole('link', { name: t('flight:what') })
    .first()
    .click();
  await waitForHeading(visitor, 'sounds:title');
  await page.getByRole('searchbox').fill(language === 'fr' ? 'un chien aboit' : 'a barkin dog');
  await page.getByText(t('sounds:of.ptu.name')).click();
  await page.getByText(t('sounds:of.ptu.what')).waitFor();
  await shoot('what');
  await expectAccessible(page, 'the list of sounds');
  await page.goto('/flight');
  await page.setViewportSize({ width: 1280, height: 800 });
  await shoot('climb-wide');
  await waitForHeading(visitor, 'flight:phases.climb.name');
  await page.getByText(t('flight:map.title')).click();
  await page.getByText(t('flight:map.byClock')).waitFor();
  await expectAccessible(page, 'the map');

  await page.setViewportSize(SMALL_PHONE.viewport);
  await page.goto('/flight?phase=climb');
  await page.getByRole('slider').fill('7');
  await page.clock.fastForward('04:00:00');
  await page.goto('/flight');
  await pressButton(visitor, 'flight:proposal.yes');
  await page.goto('/flight?phase=taxi_in');
  await pressButton(visitor, 'flight:end');
  await page.getByText(t('flight:done.text')).waitFor();
  await expectAccessible(page, 'the end of a flight');
  await expect
    .poll(async () => {
      const [record] = (await person.call('GET /api/ledger')).body.flights;
      return record?.onTheWay?.map(({ phase, fear }) => [phase, fear]);
    })
    .toEqual([[expect.any(String), 7]]);

  await page.goto('/flight?card');
  await page.getByText('العربية').click();
  await page.locator('[dir=rtl]').getByText('الطيران').waitFor();
  await expectAccessible(page, 'the card');
  await expectNoSidewaysScroll(page);
});

it('a flight begun without a network goes on after a restart, and may use the position', async () => {
  const person = await testSite.createPerson({ language: 'en' });
  const t = createTranslator('en');
  const device = await createPersistentDevice(testSite.server.url, BROWSER_LOCALES.en);
  const visit = await device.start();
  await testSite.authenticate(visit, person);
  await visit.goto('/');
  await pressButton({ page: visit, t }, 'cookies:banner.refuse');
  await expect.poll(() => isEverythingCached(visit)).toBe(true);
  // What is for the day of a flight alone is kept once its page was open.
  await visit.goto('/flight');
  await waitForHeading({ page: visit, t }, 'flight:title');
  await visit.waitForLoadState('networkidle');
  await visit.goto('/rehearsal');
  await visit.getByRole('link', { name: t('rehearsal:doses.gate') }).waitFor();
  await visit.waitForLoadState('networkidle');
  const cookies = await visit.context().cookies();
  await device.end();

  const restore = await cutNetwork(testSite.server.app.server);
  const page = await device.start({ offline: true });
  await page.context().addCookies(cookies);
  await page.goto('/flight');
  await pressButton({ page, t }, 'flight:choose.start');
  const here = page.locator('[aria-current=step]');
  await here.getByText(t('flight:phases.boarding.name')).waitFor();
  const isPermitted = () =>
    (
      document as unknown as { featurePolicy: { allowsFeature: (name: string) => boolean } }
    ).featurePolicy.allowsFeature('geolocation');
  expect(await page.evaluate(isPermitted)).toBe(true);
  await page.getByText(t('flight:tell'), { exact: true }).click();
  await pressButton({ page, t }, 'flight:detours.delay.name');
  await waitForHeading({ page, t }, 'flight:detours.delay.name');
  await device.end();

  const again = await device.start({ offline: true });
  await again.context().addCookies(cookies);
  await again.goto('/flight');
  await waitForHeading({ page: again, t }, 'flight:detours.delay.name');
  await pressButton({ page: again, t }, 'flight:over');
  await again.locator('[aria-current=step]').getByText(t('flight:phases.boarding.name')).waitFor();
  await again.goto('/rehearsal');
  await again.getByRole('link', { name: t('rehearsal:doses.gate') }).click();
  await waitForHeading({ page: again, t }, 'rehearsal:cautions.title');
  await restore();
  await device.end();
});

// @module-tag whole

import { expect, it } from 'vitest';
import { LANGUAGES } from '#shared/rules/languages.ts';
import { CARD_TEXTS } from '#web/features/crew-card/engine/card-texts.ts';
import { expectAccessible } from './fixtures/browser.ts';
import { addFlight, prepareForFlight } from './fixtures/flight-device.ts';
import { cutNetwork } from './fixtures/persistent-device.ts';
import { pressButton, waitForHeading } from './fixtures/steps.ts';
import { createTestSite } from './fixtures/test-site.ts';
import { createTranslator } from './fixtures/translations.ts';

const testSite = createTestSite();

it.each(LANGUAGES)(
  'a flight begun without a network, by night, goes on after a restart, and may use the position (%s)',
  async (language) => {
    const person = await testSite.createPerson({ language });
    const t = createTranslator(language);
    await addFlight(testSite, person, ['19:40', 'LYS', 'MAD']);
    const { device, cookies } = await prepareForFlight(
      testSite,
      person,
      language,
      async (visit) => {
        await visit.goto('/rehearsal');
        await visit.getByRole('link', { name: t('rehearsal:doses.gate') }).waitFor();
        await visit.waitForLoadState('networkidle');
      },
    );

    const restore = await cutNetwork(testSite.server.app.server);
    const page = await device.start({ offline: true });
    await page.context().addCookies(cookies);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto('/flight');
    await pressButton({ page, t }, 'flight:choose.start');
    const here = page.locator('[aria-current=step]');
    await here.getByText(t('flight:phases.boarding.name')).waitFor();
    const isPermitted = () =>
      (
        document as unknown as { featurePolicy: { allowsFeature: (name: string) => boolean } }
      ).featurePolicy.allowsFeature('geolocation');
    expect(await page.evaluate(isPermitted)).toBe(true);
    await expectAccessible(page, 'the whole flight, offline, in the dark');
    for (const [open, heading] of [
      ['/flight?what', 'sounds:title'],
      ['/flight?phase=rough_air', 'flight:phases.rough_air.name'],
    ] as const) {
      await page.goto(open);
      await waitForHeading({ page, t }, heading);
      if (heading === 'sounds:title')
        await page.getByRole('heading', { level: 2, name: t('sounds:practice.title') }).waitFor();
    }
    await page.goto('/flight?card');
    const { quiet } = CARD_TEXTS[language];
    await page.getByRole('checkbox', { name: quiet }).check({ force: true });
    const shown = (visit: typeof page) => visit.locator(`[lang=${language}] p`, { hasText: quiet });
    await shown(page).waitFor();
    await page.goto('/flight');
    await page.getByText(t('flight:map.title')).click();
    await page
      .getByRole('img', { name: t('flight:map.picture', { from: 'Lyon', to: 'Madrid' }) })
      .waitFor();
    await pressButton({ page, t }, 'flight:detours.delay.name');
    await waitForHeading({ page, t }, 'flight:detours.delay.name');
    await device.end();

    const again = await device.start({ offline: true });
    await again.context().addCookies(cookies);
    await again.goto('/flight');
    await waitForHeading({ page: again, t }, 'flight:detours.delay.name');
    await pressButton({ page: again, t }, 'flight:over');
    await again
      .locator('[aria-current=step]')
      .getByText(t('flight:phases.boarding.name'))
      .waitFor();
    await again.goto('/flight?card');
    await shown(again).waitFor();
    await again.goto('/rehearsal');
    await again.getByRole('link', { name: t('rehearsal:doses.gate') }).click();
    await waitForHeading({ page: again, t }, 'rehearsal:cautions.title');
    await restore();
    await device.end();
  },
);

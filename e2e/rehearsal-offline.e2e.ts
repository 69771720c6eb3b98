import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { isEverythingCached, keepRareFiles } from './fixtures/offline-cache.ts';
import { createPersistentDevice, cutNetwork } from './fixtures/persistent-device.ts';
import { pressButton, waitForHeading } from './fixtures/steps.ts';
import { BROWSER_LOCALES, createTestSite, WALKED_LANGUAGES } from './fixtures/test-site.ts';
import { createTranslator } from './fixtures/translations.ts';

const testSite = createTestSite();

/** Takes canvases from a page, and keeps the contexts of its sounds. Sent as text. */
function drawNothing(): void {
  HTMLCanvasElement.prototype.getContext = () => null;
  const contexts: AudioContext[] = [];
  const Context = AudioContext;
  globalThis.AudioContext = class extends Context {
    constructor() {
      super();
      contexts.push(this);
    }
  };
  Object.assign(globalThis, { contexts });
}

const listPictures = (page: Page) =>
  page
    .locator('main img, .flight-scene img')
    .evaluateAll((all) =>
      (all as HTMLImageElement[]).map(({ complete, naturalWidth, src }) =>
        complete && naturalWidth > 0 ? /(\w+-\w+)-[^/]*$/.exec(src)![1]! : 'none',
      ),
    );

it.each(WALKED_LANGUAGES)(
  'a flight that was never opened is there without a network and without WebGL 2, in stills, sound and words (%s)',
  async (language) => {
    const person = await testSite.createPerson({ language });
    const t = createTranslator(language);
    const device = await createPersistentDevice(testSite.server.url, BROWSER_LOCALES[language]);
    const visit = await device.start();
    await testSite.authenticate(visit, person);
    await visit.goto('/');
    await pressButton({ page: visit, t }, 'cookies:banner.refuse');
    await expect.poll(() => isEverythingCached(visit)).toBe(true);
    // As the check of a flight pack has it kept, and a later visit.
    expect(await keepRareFiles(visit)).toBe(true);
    const cookies = await visit.context().cookies();
    await device.end();

    const restore = await cutNetwork(testSite.server.app.server);
    const page = await device.start({ offline: true });
    await page.context().addCookies(cookies);
    await page.addInitScript(drawNothing);
    await page.goto('/rehearsal');
    await page.getByRole('link', { name: t('rehearsal:doses.gate') }).waitFor();
    const doses = page.locator('main img');
    // Those farther down come once they are seen.
    for (let index = 0; index < (await doses.count()); index++)
      await doses.nth(index).scrollIntoViewIfNeeded();
    await expect.poll(async () => (await listPictures(page)).length).toBeGreaterThan(4);
    await expect.poll(() => listPictures(page)).not.toContain('none');
    await page.getByRole('link', { name: t('rehearsal:doses.gate') }).click();
    await pressButton({ page, t }, 'rehearsal:cautions.go');
    await waitForHeading({ page, t }, 'rehearsal:dose.title');
    await expect
      .poll(() => listPictures(page))
      .toEqual(['day-level', 'dusk-runway', 'night-low', 'rain-gate']);
    // From boarding to taxiing.
    await page
      .getByRole('slider', { name: t('rehearsal:dose.to'), exact: true })
      .press('ArrowRight');
    await pressButton({ page, t }, 'rehearsal:dose.next');
    await page.getByLabel(t('rehearsal:prediction.words')).fill('It');
    for (const [index, key] of ['6', '3', '7'].entries())
      await page.getByRole('slider').nth(index).press(key);
    await page.clock.install();
    await pressButton({ page, t }, 'rehearsal:prediction.go');
    const told = page.getByRole('status');
    await told.getByText(t('rehearsal:phases.boarding')).waitFor();
    await expect.poll(() => listPictures(page)).toEqual(['rain-gate']);
    const states = () =>
      page.evaluate(() =>
        (globalThis as unknown as { contexts: AudioContext[] }).contexts.map(({ state }) => state),
      );
    await expect.poll(states).toEqual(['running']);
    for (let second = 0; second < 170; second += 10) {
      if (await told.getByText(t('rehearsal:phases.taxi')).isVisible()) break;
      await page.clock.runFor(10_000);
    }
    await told.getByText(t('rehearsal:phases.taxi')).waitFor();
    await expect.poll(() => listPictures(page)).toEqual(['rain-runway']);
    await restore();
    await device.end();
  },
);

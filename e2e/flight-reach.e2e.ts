// @module-tag whole

import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { FLIGHT_PHASES, type FlightPhase } from '#shared/rules/flight-phases.ts';
import { expectNoSidewaysScroll, isInViewport } from './fixtures/browser.ts';
import { pressButton, startPlayback, type Visitor, waitForHeading } from './fixtures/steps.ts';
import {
  BROWSER_LOCALES,
  createTestSite,
  SMALL_PHONE,
  WALKED_LANGUAGES,
} from './fixtures/test-site.ts';

const testSite = createTestSite();
const shots = process.env['PICTURES'];
/** What a finger hits, in CSS pixels. */
const TARGET = 44;
const ON_ITS_SIDE = { width: 844, height: 390 };

/** Resolves to the smaller of the width and the height of each element, in CSS pixels. */
const measureTargets = (elements: Locator) =>
  elements.evaluateAll((all) =>
    all.map((one) => {
      const { width, height } = one.getBoundingClientRect();
      return Math.min(width, height);
    }),
  );

const findKey = ({ page, t }: Visitor, key: string) =>
  page.getByRole('button', { name: t(key), exact: true });

/** Says by keyboard, phase by phase, that each up to this one has begun. */
async function tellUpTo({ page, t }: Visitor, last: FlightPhase) {
  for (const phase of FLIGHT_PHASES.slice(1, FLIGHT_PHASES.indexOf(last) + 1)) {
    await page.goto('/flight');
    await page.getByRole('button', { name: t('flight:open', { phase: '' }).trim() }).press('Enter');
    const name = t(`flight:phases.${phase}.name`);
    await page.getByRole('button', { name: t('flight:next', { phase: name }) }).press('Enter');
    await waitForHeading({ page, t }, `flight:phases.${phase}.name`);
  }
}

/** Lets the motion sensor say that the phone lies still, or turns in a hand by so many degrees a second. */
const hold = (page: Page, alpha: number) =>
  page.evaluate((turning) => {
    const begun = performance.now();
    for (let at = begun; at < begun + 6_000; at += 40) {
      const moved = new DeviceMotionEvent('devicemotion', {
        accelerationIncludingGravity: { x: 0, y: 0, z: 9.81 },
        rotationRate: { alpha: turning, beta: 0, gamma: 0 },
      });
      Object.defineProperty(moved, 'timeStamp', { value: at });
      dispatchEvent(moved);
    }
  }, alpha);

it.each(WALKED_LANGUAGES)(
  'a flight is in reach of a thumb, upright and on its side (%s)',
  async (language) => {
    const { page, visitor, t } = await testSite.openSignedIn(
      { language },
      { ...SMALL_PHONE, locale: BROWSER_LOCALES[language] },
    );
    const shoot = async (name: string) => {
      if (shots) await page.screenshot({ path: `${shots}/${language}-reach-${name}.png` });
    };
    await page.context().grantPermissions(['accelerometer', 'gyroscope']);
    await page.clock.install({ time: testSite.server.clock() });
    await page.goto('/flight');
    await pressButton(visitor, 'flight:choose.start');
    await page.locator('[aria-current=step]').waitFor();
    expect(
      Math.min(...(await measureTargets(page.locator('ol > li > button')))),
    ).toBeGreaterThanOrEqual(TARGET);
    const links = await measureTargets(page.locator('footer').getByRole('link'));
    expect(Math.min(...links)).toBeGreaterThanOrEqual(TARGET);
    await shoot('whole');
    await tellUpTo(visitor, 'lift_off');
    // On its side the flight is shown where it is, with what was last and what comes.
    await page.setViewportSize(ON_ITS_SIDE);
    await page.goto('/flight');
    for (const phase of ['take_off', 'lift_off', 'climb'] as const) {
      const row = page.getByText(t(`flight:phases.${phase}.name`), { exact: true }).first();
      await expect.poll(() => isInViewport(row), { message: `${phase}, on its side` }).toBe(true);
    }
    await shoot('whole-side');
    await page.setViewportSize(SMALL_PHONE.viewport);
    await page.clock.fastForward('20:00');

    await page.setViewportSize(ON_ITS_SIDE);
    await page.goto('/flight');
    for (const answer of ['yes', 'no'] as const) {
      const key = findKey(visitor, `flight:proposal.${answer}`);
      await key.waitFor();
      expect(await isInViewport(key), `“${answer}” to what is proposed`).toBe(true);
    }
    await shoot('proposal-side');
    await expectNoSidewaysScroll(page);
    await page.goto('/flight?phase=rough_air');
    const start = findKey(visitor, 'flight:meter.start');
    await start.waitFor();
    expect(await isInViewport(start), 'what starts the meter').toBe(true);
    await shoot('meter-side');
    await start.click();
    const pause = findKey(visitor, 'flight:meter.pause');
    await pause.waitFor();
    await hold(page, 0);
    await page.clock.runFor(1_000);
    await page
      .getByText(t('flight:meter.pilots', { word: t('flight:meter.words.smooth') }))
      .waitFor();
    await shoot('meter-reads-side');
    await hold(page, 30);
    await page.clock.runFor(1_000);
    await page.getByText(t('flight:meter.moved')).waitFor();
    expect(await isInViewport(pause), 'what pauses the meter').toBe(true);
    await expectNoSidewaysScroll(page);
  },
);

it.each(WALKED_LANGUAGES)(
  'a piece goes on from one phase to the next, and is paused there (%s)',
  async (language) => {
    const { page, visitor, t } = await testSite.openSignedIn(
      { language },
      { ...SMALL_PHONE, locale: BROWSER_LOCALES[language] },
    );
    await page.goto('/flight');
    await pressButton(visitor, 'flight:choose.start');
    await page.locator('[aria-current=step]').waitFor();
    await page.goto('/flight?phase=boarding');
    await page.getByText(t('flight:piece')).click();
    await startPlayback(visitor);
    await page.goBack();
    await pressButton(visitor, 'flight:next', { phase: t('flight:phases.doors.name') });
    await waitForHeading(visitor, 'flight:phases.doors.name');
    const pause = findKey(visitor, 'player:controls.pause');
    await pause.waitFor();
    expect(await isInViewport(pause)).toBe(true);
    const next = page.getByRole('button', {
      name: t('flight:next', { phase: t('flight:phases.push_back.name') }),
    });
    expect(await isInViewport(next)).toBe(true);
    if (shots) await page.screenshot({ path: `${shots}/${language}-piece-phase.png` });
    await page.setViewportSize(ON_ITS_SIDE);
    expect(await isInViewport(pause), 'on its side').toBe(true);
    if (shots) await page.screenshot({ path: `${shots}/${language}-piece-side.png` });
    await page.setViewportSize(SMALL_PHONE.viewport);
    // “What was that?” has a sound to stop as well: the piece is paused there too.
    await page.getByRole('link', { name: t('flight:what') }).click();
    await waitForHeading(visitor, 'sounds:title');
    await pause.click();
    await findKey(visitor, 'player:controls.play').waitFor();
    await pressButton(visitor, 'player:mini.close');
    await pause.waitFor({ state: 'hidden' });
  },
);

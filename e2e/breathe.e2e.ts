// @module-tag whole

import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible, expectNoSidewaysScroll, isInViewport } from './fixtures/browser.ts';
import { LANGUAGES } from '#shared/rules/languages.ts';
import { waitForHeading, chooseRadio, pressButton } from './fixtures/steps.ts';
import {
  createTestSite,
  BROWSER_LOCALES,
  SMALL_PHONE,
  WALKED_LANGUAGES,
} from './fixtures/test-site.ts';

const testSite = createTestSite();
beforeAll(async () => {
  // Noon, so that no exercise goes on into another day.
  testSite.server.clock.set(`${testSite.server.inDays(0)}T12:00:00Z`);
});

const timeZone = 'Europe/Paris';

/** Opens the breathing page for a new person with a pass, with a clock that the test moves. */
async function openBreathingPage(
  language: 'en' | 'fr',
  reducedMotion: 'reduce' | 'no-preference',
  hasTouch = true,
) {
  const own = await testSite.openSignedIn(
    { language },
    {
      ...SMALL_PHONE,
      locale: BROWSER_LOCALES[language],
      reducedMotion,
      hasTouch,
      isMobile: hasTouch,
    },
  );
  const { page, visitor, person } = own;
  await page.clock.install({ time: testSite.server.clock() });
  await page.goto('/breathe');
  await waitForHeading(visitor, 'breathing:title');
  const dashboard = async () =>
    (await person.call('GET /api/dashboard', { query: { timeZone } })).body;
  return { ...own, dashboard };
}

describe.each(WALKED_LANGUAGES)('breathing in %s', (language) => {
  it('goes by the light to the end, and counts as practice', async () => {
    const { page, visitor, t, dashboard } = await openBreathingPage(language, 'no-preference');
    await chooseRadio(visitor, 'breathing:patterns.box.name');
    await page.getByText(t('breathing:holds.title')).waitFor();
    await page
      .getByRole('radio', { name: t('breathing:minutes', { count: 1 }), exact: true })
      .check({ force: true });
    await page.getByRole('checkbox', { name: t('breathing:sound') }).check({ force: true });
    await expectAccessible(page, 'the breathing page');
    await expectNoSidewaysScroll(page);

    await page.getByRole('button', { name: t('breathing:start') }).focus();
    await page.keyboard.press('Enter');
    const turn = page.locator('[aria-live=polite]').filter({ hasText: t('player:breath.in') });
    await turn.waitFor({ state: 'attached' });
    await expectAccessible(page, 'an exercise');
    await page.clock.runFor(4_500);
    await page.getByText(t('player:breath.hold_in')).first().waitFor({ state: 'attached' });
    await page.clock.fastForward(62_000);
    await page.getByText(t('breathing:over.title')).waitFor();
    await expect.poll(async () => (await dashboard()).practiceMs).toBe(64_000);
    expect((await dashboard()).dayStreak).toBe(1);
    // What was chosen is still chosen next time.
    await page.reload();
    await waitForHeading(visitor, 'breathing:title');
    await expect.poll(() => page.locator('input[value=box]').isChecked()).toBe(true);
  });
});

describe('breathing', () => {
  it('with reduced motion is a bar that fills, and words', async () => {
    const { page, visitor } = await openBreathingPage('en', 'reduce');
    await pressButton(visitor, 'breathing:start');
    await page.clock.runFor(2_000);
    const bar = page.locator('.origin-left');
    await bar.waitFor();
    await expect.poll(() => bar.getAttribute('style')).toMatch(/scaleX\(0\.[1-9]/);
    const light = await page.locator('.guide-orb').getAttribute('style');
    expect(light ?? '').not.toContain('translate');
    await page.getByText(visitor.t('player:breath.in')).first().waitFor();
  });

  it('that was only looked at is not counted, and one that was stopped is', async () => {
    const { page, visitor, dashboard } = await openBreathingPage('en', 'no-preference');
    const stop = page.getByRole('button', { name: visitor.t('breathing:stop') });
    // The time is the journey's own, so that a slow machine breathes no longer than another.
    await page.clock.pauseAt(testSite.server.clock().getTime() + 60_000);
    await pressButton(visitor, 'breathing:start');
    await stop.waitFor();
    await page.clock.runFor(3_000);
    await stop.click();
    await pressButton(visitor, 'breathing:start');
    await stop.waitFor();
    await page.clock.runFor(30_000);
    await stop.click();
    await page.clock.resume();
    await page.getByText(visitor.t('breathing:over.title')).waitFor();
    await expect.poll(async () => (await dashboard()).practiceMs).toBeGreaterThan(29_000);
    expect((await dashboard()).practiceMs).toBeLessThan(33_000);
  });
});

it('offers vibration to what is held in the hand, and not to a laptop', async () => {
  for (const held of [true, false]) {
    const { page, visitor } = await openBreathingPage('en', 'no-preference', held);
    const { t } = visitor;
    await page.getByRole('checkbox', { name: t('breathing:sound') }).waitFor();
    const offered = page.getByRole('checkbox', { name: t('breathing:haptics') });
    await expect.poll(() => offered.count()).toBe(held ? 1 : 0);
  }
});

it('gives the window most of a phone while one breathes by it', async () => {
  const { page, visitor } = await openBreathingPage('en', 'no-preference');
  await pressButton(visitor, 'breathing:start');
  const stop = page.getByRole('button', { name: visitor.t('breathing:stop') });
  await stop.waitFor();
  const getBox = async (what: Locator) => (await what.boundingBox())!;
  const window = page.locator('.guide-sky');
  await expect.poll(async () => (await getBox(window)).height).toBeGreaterThan(300);
  const held = page.locator('[data-held]');
  const above = async () => {
    const { y, height } = await getBox(stop);
    return (await getBox(held)).y - y - height;
  };
  await expect.poll(above).toBeGreaterThan(0);
});

it.each(LANGUAGES)(
  'on its side a phone shows the window as high as the screen, with the words and the way to stop beside it (%s)',
  async (language) => {
    const { page, visitor, t } = await openBreathingPage(language, 'no-preference');
    await page.setViewportSize({ width: 844, height: 390 });
    const start = page.getByRole('button', { name: t('breathing:start') });
    await expect.poll(() => isInViewport(start)).toBe(true);
    await pressButton(visitor, 'breathing:start');
    const stop = page.getByRole('button', { name: t('breathing:stop') });
    await expect.poll(() => isInViewport(stop)).toBe(true);
    const [sky, words, key] = await Promise.all(
      [page.locator('.guide-sky'), page.locator('.breath-light > p'), stop].map((part) =>
        part.boundingBox(),
      ),
    );
    expect(sky!.height).toBeGreaterThanOrEqual(320);
    expect([words!.x, key!.x].every((x) => x > sky!.x + sky!.width)).toBe(true);
  },
);

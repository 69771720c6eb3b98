import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from './fixtures/browser.ts';
import { arriveAt, choose, press } from './fixtures/steps.ts';
import { aWorld, LOCALES, SMALL } from './fixtures/world.ts';

const world = aWorld();
beforeAll(async () => {
  // Noon, so that no exercise goes on into another day.
  world.site.clock.set(`${world.site.inDays(0)}T12:00:00Z`);
});

const timeZone = 'Europe/Paris';

/** Somebody with a pass at the breathing page, whose time the journey moves. */
async function atThePage(
  language: 'en' | 'fr',
  reducedMotion: 'reduce' | 'no-preference',
  hasTouch = true,
) {
  const own = await world.visitOf(
    { language },
    { ...SMALL, locale: LOCALES[language], reducedMotion, hasTouch, isMobile: hasTouch },
  );
  const { page, visit, person } = own;
  await page.clock.install({ time: world.site.clock() });
  await page.goto('/breathe');
  await arriveAt(visit, 'breathing:title');
  const dashboard = async () =>
    (await person.call('GET /api/dashboard', { query: { timeZone } })).body;
  return { ...own, dashboard };
}

describe.each(['en', 'fr'] as const)('breathing in %s', (language) => {
  it('goes by the light to the end, and counts as practice', async () => {
    const { page, visit, say, dashboard, complaints, close } = await atThePage(
      language,
      'no-preference',
    );
    await choose(visit, 'breathing:patterns.box.name');
    await page.getByText(say('breathing:holds.title')).waitFor();
    await page
      .getByRole('radio', { name: say('breathing:minutes', { count: 1 }), exact: true })
      .check({ force: true });
    await page.getByRole('checkbox', { name: say('breathing:sound') }).check({ force: true });
    await expectAccessible(page, 'the breathing page');
    const beyond = () => document.documentElement.scrollWidth - innerWidth;
    expect(await page.evaluate(beyond)).toBeLessThanOrEqual(0);

    await page.getByRole('button', { name: say('breathing:start') }).focus();
    await page.keyboard.press('Enter');
    const turn = page.locator('[aria-live=polite]').filter({ hasText: say('player:breath.in') });
    await turn.waitFor({ state: 'attached' });
    await expectAccessible(page, 'an exercise');
    await page.clock.runFor(4_500);
    await page.getByText(say('player:breath.hold_in')).first().waitFor({ state: 'attached' });
    await page.clock.fastForward(62_000);
    await page.getByText(say('breathing:over.title')).waitFor();
    await expect.poll(async () => (await dashboard()).practiceMs).toBe(64_000);
    expect((await dashboard()).dayStreak).toBe(1);
    // What was chosen is still chosen next time.
    await page.reload();
    await arriveAt(visit, 'breathing:title');
    await expect.poll(() => page.locator('input[value=box]').isChecked()).toBe(true);
    expect(complaints).toEqual([]);
    await close();
  });
});

describe('breathing', () => {
  it('with reduced motion is a bar that fills, and words', async () => {
    const { page, visit, close } = await atThePage('en', 'reduce');
    await press(visit, 'breathing:start');
    await page.clock.runFor(2_000);
    const bar = page.locator('.origin-left');
    await bar.waitFor();
    await expect.poll(() => bar.getAttribute('style')).toMatch(/scaleX\(0\.[1-9]/);
    const light = await page.locator('.guide-orb').getAttribute('style');
    expect(light ?? '').not.toContain('translate');
    await page.getByText(visit.say('player:breath.in')).first().waitFor();
    await close();
  });

  it('that was only looked at is not counted, and one that was stopped is', async () => {
    const { page, visit, dashboard, close } = await atThePage('en', 'no-preference');
    const stop = page.getByRole('button', { name: visit.say('breathing:stop') });
    // The time is the journey's own, so that a slow machine breathes no longer than another.
    await page.clock.pauseAt(world.site.clock().getTime() + 60_000);
    await press(visit, 'breathing:start');
    await stop.waitFor();
    await page.clock.runFor(3_000);
    await stop.click();
    await press(visit, 'breathing:start');
    await stop.waitFor();
    await page.clock.runFor(30_000);
    await stop.click();
    await page.clock.resume();
    await page.getByText(visit.say('breathing:over.title')).waitFor();
    await expect.poll(async () => (await dashboard()).practiceMs).toBeGreaterThan(29_000);
    expect((await dashboard()).practiceMs).toBeLessThan(33_000);
    await close();
  });
});

it('offers vibration to what is held in the hand, and not to a laptop', async () => {
  for (const held of [true, false]) {
    const { page, visit, close } = await atThePage('en', 'no-preference', held);
    const { say } = visit;
    await page.getByRole('checkbox', { name: say('breathing:sound') }).waitFor();
    const offered = page.getByRole('checkbox', { name: say('breathing:haptics') });
    await expect.poll(() => offered.count()).toBe(held ? 1 : 0);
    await close();
  }
});

it('gives the window most of a phone while one breathes by it', async () => {
  const { page, visit, close } = await atThePage('en', 'no-preference');
  await press(visit, 'breathing:start');
  const stop = page.getByRole('button', { name: visit.say('breathing:stop') });
  await stop.waitFor();
  const boxOf = async (what: Locator) => (await what.boundingBox())!;
  const window = page.locator('.guide-sky');
  await expect.poll(async () => (await boxOf(window)).height).toBeGreaterThan(300);
  const held = page.locator('[data-held]');
  const above = async () => {
    const { y, height } = await boxOf(stop);
    return (await boxOf(held)).y - y - height;
  };
  await expect.poll(above).toBeGreaterThan(0);
  await close();
});

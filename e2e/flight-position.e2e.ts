import { expect, it } from 'vitest';
import { addFlight, fakePosition, roll } from './fixtures/flight-device.ts';
import { pressButton } from './fixtures/steps.ts';
import {
  BROWSER_LOCALES,
  createTestSite,
  SMALL_PHONE,
  WALKED_LANGUAGES,
} from './fixtures/test-site.ts';

const testSite = createTestSite();

/** Counts how often the screen is asked to stay on, in `globalThis.wakeLocks`. */
function countWakeLocks(): void {
  const counted = globalThis as unknown as { wakeLocks: number };
  counted.wakeLocks = 0;
  navigator.wakeLock.request = () => {
    counted.wakeLocks += 1;
    return Promise.reject(new Error('No screen here.'));
  };
}

it.each(WALKED_LANGUAGES)(
  'a practice on the ground says on each of its pages that it is one, and goes up to sixty times faster (%s)',
  async (language) => {
    const { page, visitor, t } = await testSite.openSignedIn(
      { language },
      { ...SMALL_PHONE, locale: BROWSER_LOCALES[language] },
    );
    await page.clock.install({ time: testSite.server.clock() });
    await page.goto('/flight');
    await page.getByText(t('flight:choose.speeds.60')).click();
    await pressButton(visitor, 'flight:choose.practise');
    await page.getByText(t('flight:practice')).waitFor();
    await page.getByRole('button', { name: t('flight:open', { phase: '' }).trim() }).click();
    for (const phase of ['doors', 'push_back', 'taxi_out', 'take_off'] as const) {
      await pressButton(visitor, 'flight:next', { phase: t(`flight:phases.${phase}.name`) });
      await page.getByText(t('flight:practice')).waitFor();
    }
    await page.getByRole('button', { name: t('flight:overview') }).click();
    // Two hours in the air are two minutes here.
    await page.clock.runFor(61_000);
    const cruise = t('flight:phases.cruise.name');
    await page.getByText(t('flight:proposal.clock', { phase: cruise })).waitFor();
  },
);

it.each(WALKED_LANGUAGES)(
  'the map and the phase go by the position, and by the clock again once it is lost (%s)',
  async (language) => {
    const { page, visitor, person, t } = await testSite.openSignedIn(
      { language },
      { ...SMALL_PHONE, locale: BROWSER_LOCALES[language], isOwn: true },
    );
    await addFlight(testSite, person, ['19:40', 'LYS', 'LIS']);
    await page.addInitScript(fakePosition);
    await page.addInitScript(countWakeLocks);
    await page.clock.install({ time: testSite.server.clock() });
    await page.goto('/flight');
    await pressButton(visitor, 'flight:choose.start');
    const here = page.locator('[aria-current=step]');
    await here.waitFor();
    await page.getByText(t('flight:map.title')).click();
    await page.getByText(t('flight:map.byClock')).waitFor();
    await page.getByRole('checkbox', { name: t('flight:position.label') }).click({ force: true });
    await roll(page);
    await page.getByText(t('flight:map.byPosition')).waitFor();
    const name = t('flight:phases.take_off.name');
    await page.getByText(t('flight:proposal.position', { phase: name })).waitFor();
    await pressButton(visitor, 'flight:proposal.yes');
    await here.getByText(name).waitFor();

    // Away from the window nothing comes any more: what was true ten minutes ago holds the flyer up no longer.
    await page.clock.fastForward('12:00');
    await page.getByText(t('flight:map.byClock')).waitFor();
    await page.getByText(t('flight:position.none')).waitFor();
    const climb = t('flight:phases.climb.name');
    await page.getByText(t('flight:proposal.clock', { phase: climb })).waitFor();
    expect(await here.textContent()).toContain(climb);
    // The flyer says no to the clock: it waits for five minutes more, and proposes it again.
    await pressButton(visitor, 'flight:proposal.no');
    const before = t('flight:phases.thrust_reduction.name');
    await here.getByText(before).waitFor();
    await page.getByText(t('flight:nextIn', { phase: climb, count: 5 })).waitFor();
    await page.clock.fastForward('05:30');
    await page.getByText(t('flight:proposal.clock', { phase: climb })).waitFor();

    // The screen turns off as usual, until it is asked to stay on.
    const readCount = () =>
      page.evaluate(() => (globalThis as unknown as { wakeLocks: number }).wakeLocks);
    expect(await readCount()).toBe(0);
    await page.getByRole('checkbox', { name: t('flight:awake') }).click({ force: true });
    await expect.poll(readCount).toBe(1);
  },
);

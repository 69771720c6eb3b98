import { expect, it } from 'vitest';
import { addFlight } from './fixtures/flight-device.ts';
import { pressButton, waitForHeading } from './fixtures/steps.ts';
import { createTestSite, SMALL_PHONE } from './fixtures/test-site.ts';

const testSite = createTestSite();

it.each(['/', '/plan', '/ladder', '/profile?tab=settings', '/breathe'])(
  'never puts the focus under what is held at the bottom of a phone: %s',
  async (path) => {
    const { page } = await testSite.openSignedIn({ language: 'fr' }, SMALL_PHONE);
    await page.goto(path);
    await page.locator('main h1').waitFor();
    await page.waitForLoadState('networkidle');
    await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
    const covered: string[] = [];
    for (let tabs = 0; tabs < 40; tabs += 1) {
      await page.keyboard.press('Tab');
      const found = await page.evaluate(() => {
        const held = document.querySelector('[data-held]');
        const focused = document.activeElement;
        if (!held || !focused || focused === document.body || held.contains(focused)) return null;
        // What is only for screen readers is drawn by the label around it.
        const drawn = focused.closest('label') ?? focused;
        const below = drawn.getBoundingClientRect().bottom - held.getBoundingClientRect().top;
        return below > 1 ? `${drawn.textContent}: ${below}` : null;
      });
      if (found) covered.push(found);
    }
    expect(covered).toEqual([]);
  },
);

it('leaves the focus where a quick hand has put it before the next step or page has its first frame', async () => {
  const { page, person, visitor, t } = await testSite.openSignedIn({ language: 'en' }, SMALL_PHONE);
  await addFlight(testSite, person, ['19:40', 'LYS', 'LIS']);
  await page.goto('/flight');
  await pressButton(visitor, 'flight:choose.start');
  const open = page.getByRole('button', { name: t('flight:open', { phase: '' }).trim() });
  await open.waitFor();
  /** Presses what has the focus, and focuses the last such element of the page that comes before its first frame. */
  const goOnQuickly = (selector: string) =>
    page.evaluate(async (last) => {
      (document.activeElement as HTMLElement).click();
      await Promise.resolve();
      [...document.querySelectorAll<HTMLElement>(last)].at(-1)!.focus();
    }, selector);
  const waitForFrames = () =>
    page.evaluate(async () => {
      for (let frames = 0; frames < 3; frames += 1)
        await new Promise((resolve) => requestAnimationFrame(resolve));
    });
  await open.focus();
  await goOnQuickly('main button');
  await waitForHeading(visitor, 'flight:phases.boarding.name');
  await waitForFrames();
  expect(await page.locator('main button:focus').count(), 'after a step').toBe(1);
  await page.goto('/');
  await page.locator('main h1').waitFor();
  await page.waitForLoadState('networkidle');
  await page.locator('nav a:visible').last().focus();
  await goOnQuickly('nav a[href="/"]');
  await page.waitForURL('**/profile');
  await page.locator('main nav').waitFor();
  await waitForFrames();
  expect(await page.locator('nav a[href="/"]:focus').count(), 'after a page').toBe(1);
});

import { expect, it } from 'vitest';
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

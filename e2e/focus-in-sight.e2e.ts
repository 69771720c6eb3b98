import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makePerson } from '#server/testing/people.ts';
import { launchBrowser, openPhone } from './fixtures/browser.ts';
import { type Site, startSite } from './fixtures/site.ts';

let browser: Browser;
let site: Site;
beforeAll(async () => {
  [browser, site] = await Promise.all([launchBrowser(), startSite()]);
});
afterAll(async () => {
  await browser.close();
  await site.close();
});

it.each(['/', '/plan', '/ladder', '/profile?tab=settings', '/breathe'])(
  'never puts the focus under what is held at the bottom of a phone: %s',
  async (path) => {
    const { page, close } = await openPhone(browser, site.url, {
      viewport: { width: 360, height: 740 },
    });
    const person = await makePerson(site.app, site.db, { language: 'fr' });
    const [name = '', value = ''] = person.cookie().split('=');
    await page.context().addCookies([{ name, value, url: site.url }]);
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
    await close();
  },
);

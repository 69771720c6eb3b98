import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FEAR_AREAS } from '#shared/rules/fear-areas.ts';
import { hasFocus, launchBrowser, openPhone } from './fixtures/browser.ts';
import { type Site, startSite } from './fixtures/site.ts';
import { arriveAt, press, signUp, type Visit } from './fixtures/steps.ts';
import { words } from './fixtures/words.ts';

let browser: Browser;
let site: Site;
beforeAll(async () => {
  [browser, site] = await Promise.all([launchBrowser(), startSite()]);
});
afterAll(async () => {
  await browser.close();
  await site.close();
});

/** With ordinary spaces, as a tree is written down. */
const plain = (text: string) => text.replaceAll(/\s/g, ' ');

it.each(['en', 'fr'] as const)(
  'reads out each question of the assessment with its scale, and is answered by the keyboard alone (%s)',
  async (language) => {
    const locale = language === 'en' ? 'en-GB' : 'fr-FR';
    const phone = await openPhone(browser, site.url, { locale });
    const visit: Visit = { page: phone.page, say: words(language) };
    const { page, say } = visit;
    await page.goto('/auth?mode=sign-up');
    await signUp(visit, `tree.${language}@example.org`);
    await arriveAt(visit, 'onboarding:name.title');
    await page.getByLabel(say('onboarding:name.label'), { exact: true }).fill('Ada');
    await press(visit, 'onboarding:goOn');
    await arriveAt(visit, 'onboarding:consent.title');
    await press(visit, 'onboarding:consent.agree');
    for (const [index, { key }] of FEAR_AREAS.entries()) {
      await arriveAt(visit, `assessment:areas.${key}.scene`);
      const tree = await page.locator('main').ariaSnapshot();
      // The scale tells where one is, the scene and the question, and how strong the fear is.
      const scene = plain(say(`assessment:areas.${key}.scene`));
      expect(tree).toContain(`heading ${JSON.stringify(scene)} [level=1]`);
      expect(tree).toMatch(/progressbar ".+"/);
      expect(tree).toMatch(new RegExp(`slider ".*\\b${index + 1} .*16\\..*".*: "0"`));
      const slider = page.getByRole('slider');
      await expect.poll(() => hasFocus(slider)).toBe(true);
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('5');
      await expect.poll(() => slider.inputValue()).toBe('5');
      await page.keyboard.press('Enter');
    }
    await arriveAt(visit, 'assessment:report.title');
    const report = await page.locator('main').ariaSnapshot();
    for (const { key } of FEAR_AREAS)
      expect(report).toContain(
        `rowheader ${JSON.stringify(plain(say(`assessment:areas.${key}.name`)))}`,
      );
    expect(phone.complaints).toEqual([]);
    await phone.close();
  },
);

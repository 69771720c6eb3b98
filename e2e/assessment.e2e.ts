import { expect, it } from 'vitest';
import { FEAR_AREAS } from '#shared/rules/fear-areas.ts';
import { hasFocus } from './fixtures/browser.ts';
import { createAddress, waitForHeading, pressButton, signUp } from './fixtures/steps.ts';
import { createTestSite, BROWSER_LOCALES, WALKED_LANGUAGES } from './fixtures/test-site.ts';

const testSite = createTestSite();

/** With ordinary spaces, as a tree is written down. */
const plain = (text: string) => text.replaceAll(/\s/g, ' ');

it.each(WALKED_LANGUAGES)(
  'reads out each question of the assessment with its scale, and is answered by the keyboard alone (%s)',
  async (language) => {
    const device = await testSite.openVisitor({ language, locale: BROWSER_LOCALES[language] });
    const { page, visitor, t } = device;
    await page.goto('/auth?mode=sign-up');
    await signUp(visitor, createAddress('tree'));
    await waitForHeading(visitor, 'onboarding:name.title');
    await page.getByLabel(t('onboarding:name.label'), { exact: true }).fill('Ada');
    await pressButton(visitor, 'onboarding:goOn');
    await waitForHeading(visitor, 'onboarding:consent.title');
    await pressButton(visitor, 'onboarding:consent.agree');
    for (const [index, { key }] of FEAR_AREAS.entries()) {
      await waitForHeading(visitor, `assessment:scenes.${key}`);
      const tree = await page.locator('main').ariaSnapshot();
      // The scale tells where one is, the scene and the question, and how strong the fear is.
      const scene = plain(t(`assessment:scenes.${key}`));
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
    await waitForHeading(visitor, 'assessment:report.title');
    const report = await page.locator('main').ariaSnapshot();
    for (const { key } of FEAR_AREAS)
      expect(report).toContain(`rowheader ${JSON.stringify(plain(t(`areas:${key}`)))}`);
  },
);

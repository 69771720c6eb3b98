import { expect, it } from 'vitest';
import { FEAR_AREAS } from '#shared/rules/fear-areas.ts';
import { hasFocus } from './fixtures/browser.ts';
import { arriveAt, press, signUp } from './fixtures/steps.ts';
import { aWorld, LOCALES } from './fixtures/world.ts';

const world = aWorld();

/** With ordinary spaces, as a tree is written down. */
const plain = (text: string) => text.replaceAll(/\s/g, ' ');

it.each(['en', 'fr'] as const)(
  'reads out each question of the assessment with its scale, and is answered by the keyboard alone (%s)',
  async (language) => {
    const phone = await world.stranger({ language, locale: LOCALES[language] });
    const { page, visit, say } = phone;
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

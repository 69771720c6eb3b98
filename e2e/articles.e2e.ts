import { expect, it } from 'vitest';
import { expectAccessible, fitsAtDoubleText } from './fixtures/browser.ts';
import { waitForHeading } from './fixtures/steps.ts';
import { BROWSER_LOCALES, createTestSite } from './fixtures/test-site.ts';

const testSite = createTestSite();

it.each([
  ['en', 'light'],
  ['fr', 'dark'],
] as const)(
  'a question leads to an article and the article to its session, on the smallest phone (%s, %s)',
  async (language, colorScheme) => {
    const { page, visitor, t } = await testSite.openVisitor({
      language,
      locale: BROWSER_LOCALES[language],
      colorScheme,
      viewport: { width: 320, height: 640 },
    });
    const expectWhole = async (name: string) => {
      const overflow = () => document.documentElement.scrollWidth - document.body.clientWidth;
      expect(await page.evaluate(overflow), name).toBe(0);
      expect(await fitsAtDoubleText(page), `${name} at twice the text size`).toBe(true);
      await expectAccessible(page, `${name} in ${language}`);
    };
    await page.goto('/help');
    expect(await page.locator('details').count()).toBe(20);
    const question = 'help:help.questions.1.items.4';
    await page.getByText(t(`${question}.title`), { exact: true }).click();
    await page.getByText(t(`${question}.paragraphs.0`)).waitFor();
    await expectWhole('help');
    await page.getByRole('link', { name: t(`${question}.link.text`) }).click();
    await page.waitForURL('**/read/turbulence');
    expect(await page.locator('link[rel=canonical]').getAttribute('href')).toBe(
      `${testSite.server.url}/read/turbulence${language === 'fr' ? '?lang=fr' : ''}`,
    );
    await expectWhole('an article');
    await page.getByRole('link', { name: t('articles:all') }).click();
    await waitForHeading(visitor, 'articles:list.title');
    await expectWhole('the list of articles');
    await page.goBack();
    const session = await page.locator('aside h3').textContent();
    await page.getByRole('link', { name: t('articles:session.open') }).click();
    await page.getByRole('heading', { level: 1, name: session ?? '' }).waitFor();
  },
);

import { describe, expect, it } from 'vitest';
import { parseOperatorSettings } from '#server/features/system/policy.ts';
import { LANGUAGES } from '#shared/rules/languages.ts';
import { expectAccessible } from './fixtures/browser.ts';
import { startTestServer } from './fixtures/test-server.ts';
import { BROWSER_LOCALES, createTestSite } from './fixtures/test-site.ts';

const operator = parseOperatorSettings({
  OPERATOR_NAME: 'Ada & Söhne',
  OPERATOR_EMAIL: 'ada@example.org',
});
const testSite = createTestSite({ start: () => startTestServer({ operator }) });

describe.each(LANGUAGES)('a visitor whose browser runs no scripts (%s)', (language) => {
  it('reads the landing page with its prices, what needs scripts, and who runs the server', async () => {
    const { page, t } = await testSite.openVisitor({
      language,
      locale: BROWSER_LOCALES[language],
      javaScriptEnabled: false,
    });
    await page.goto('/');
    expect(await page.locator('main noscript').first().textContent()).toContain(
      t('landing:noScript'),
    );
    const prices = await page.locator('#passes [data-price]:visible').allTextContents();
    expect(prices).toHaveLength(3);
    for (const price of prices) expect(price).toMatch(/\d+[.,]\d\d/);
    expect(await page.getByText(t('landing:passes.priced')).isVisible()).toBe(true);
    expect(await page.getByText(t('landing:passes.prices')).isVisible()).toBe(false);

    await page.goto('/privacy');
    expect(await page.getByText('Ada & Söhne').isVisible()).toBe(true);
    expect(await page.locator('mark:visible').allInnerTexts()).toEqual([
      t('legal:operator.missing'),
      t('legal:operator.missing'),
    ]);
    expect(await page.getByText(t('legal:operator.mediator')).isVisible()).toBe(false);
    const cookies = page.getByRole('button', { name: t('ui:footer.cookies'), exact: true });
    expect(await cookies.count()).toBe(0);
    await page.goto('/contact');
    expect(await page.locator('noscript').textContent()).toContain(t('landing:noScriptPage'));
    await page.goto('/read');
    await page.getByRole('heading', { level: 1 }).waitFor();
  });
});

it('somebody signed in reads the same of who runs the server', async () => {
  const { page } = await testSite.openSignedIn();
  await page.goto('/terms');
  await page.getByText('Ada & Söhne').waitFor();
  expect(await page.locator('mark:visible').count()).toBe(2);
  await page.goto('/privacy');
  await page.getByText('envol_allowed', { exact: true }).waitFor();
  await expectAccessible(page, 'the privacy page');
});

import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '#shared/rules/languages.ts';
import { expectAccessible, expectNoSidewaysScroll, isInViewport } from './fixtures/browser.ts';
import { pressButton } from './fixtures/steps.ts';
import { BROWSER_LOCALES, createTestSite } from './fixtures/test-site.ts';

const testSite = createTestSite();

const readStored = () =>
  (JSON.parse(localStorage.getItem('envol-cookies') ?? 'null') as { choice: object } | null)
    ?.choice;

describe.each(LANGUAGES)('whoever has decided nothing about cookies, in %s,', (language) => {
  it('is asked on a public page, refuses as easily as they accept, and changes their mind', async () => {
    const { page, visitor, t } = await testSite.openVisitor({
      undecided: true,
      language,
      locale: BROWSER_LOCALES[language],
      viewport: { width: 320, height: 700 },
    });
    await page.goto('/');
    const banner = page.getByRole('region', { name: t('cookies:banner.title') });
    await banner.waitFor();
    const sizes = await Promise.all(
      ['refuse', 'accept'].map((name) =>
        banner.getByRole('button', { name: t(`cookies:banner.${name}`) }).boundingBox(),
      ),
    );
    expect(sizes[0]).toMatchObject({ width: sizes[1]?.width, height: sizes[1]?.height });
    await expectAccessible(page, 'the cookie banner');
    await expectNoSidewaysScroll(page);

    // The smallest common phone: what the page is for stays in sight above it.
    await page.setViewportSize({ width: 360, height: 640 });
    await banner.waitFor();
    const join = page.getByRole('link', { name: t('landing:hero.assess') });
    expect(await isInViewport(join), 'the way in').toBe(true);
    const hear = page.locator('main').getByRole('link', { name: t('landing:hero.hear') });
    expect(await isInViewport(hear), 'the excerpt').toBe(true);
    await page.goto(`/?lang=${language}&goodbye`);
    await page.getByText(t('landing:goodbye')).waitFor();
    await banner.waitFor();
    expect(await isInViewport(join), 'the way in below the goodbye').toBe(true);
    await pressButton(visitor, 'cookies:banner.choose');
    const analytics = page.getByRole('checkbox', { name: t('cookies:dialog.analytics') });
    expect(await analytics.isChecked()).toBe(false);
    await expectAccessible(page, 'the cookie preferences');
    await page.getByText(t('cookies:dialog.analytics'), { exact: true }).click();
    await pressButton(visitor, 'cookies:dialog.save');
    await banner.waitFor({ state: 'hidden' });
    expect(await page.evaluate(readStored)).toEqual({
      analytics: true,
      marketing: false,
      functional: false,
    });

    await page.goto('/help');
    await page.waitForLoadState('networkidle');
    expect(await banner.count()).toBe(0);
    await pressButton(visitor, 'ui:footer.cookies');
    await analytics.waitFor();
    expect(await analytics.isChecked()).toBe(true);
    await pressButton(visitor, 'cookies:dialog.refuseAll');
    expect(await page.evaluate(readStored)).toMatchObject({ analytics: false });
  });

  it('is asked when signed in, before the feedback bar, and never on SOS', async () => {
    const { page, visitor, person, t } = await testSite.openSignedIn(
      { language },
      { undecided: true },
    );
    await page.goto('/sos');
    await page.waitForLoadState('networkidle');
    const banner = page.getByRole('region', { name: t('cookies:banner.title') });
    expect(await banner.count()).toBe(0);
    await page.goto('/');
    await banner.waitFor();
    const feedback = page.getByRole('complementary', { name: t('feedback:banner.label') });
    expect(await feedback.count()).toBe(0);
    const saved = page.waitForResponse('**/api/cookie-consent');
    await pressButton(visitor, 'cookies:banner.accept');
    await feedback.waitFor();
    await (await saved).finished();
    const params = { id: person.id };
    const { body } = await person.call('GET /api/cookie-consent/:id', { params });
    expect(body).toMatchObject({ consentGiven: true, userRegion: 'UK' });
  });
});

it('whose browser sends Global Privacy Control refuses marketing, whatever is pressed, and reads why', async () => {
  const { page, visitor, t } = await testSite.openVisitor({ undecided: true });
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }),
  );
  await page.goto('/help');
  await pressButton(visitor, 'ui:footer.cookies');
  await page.getByText(t('cookies:dialog.signal')).waitFor();
  const marketing = page.getByRole('checkbox', { name: t('cookies:dialog.marketing') });
  expect(await marketing.isDisabled()).toBe(true);
  await pressButton(visitor, 'cookies:dialog.acceptAll');
  expect(await page.evaluate(readStored)).toEqual({
    analytics: true,
    marketing: false,
    functional: true,
  });
});

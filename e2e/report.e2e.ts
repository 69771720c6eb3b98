// @module-tag whole

import { describe, expect, it } from 'vitest';
import { HEALTH_CONSENT_VERSION } from '#shared/contract/assessment.ts';
import { FEAR_AREAS } from '#shared/rules/fear-areas.ts';
import { LANGUAGES } from '#shared/rules/languages.ts';
import { expectAccessible, expectNoSidewaysScroll } from './fixtures/browser.ts';
import { waitForHeading, pressButton } from './fixtures/steps.ts';
import { createTestSite, SMALL_PHONE } from './fixtures/test-site.ts';

const testSite = createTestSite();

describe.each(LANGUAGES)('the report in %s', (language) => {
  it('says what each high area means and what meets it, and prints without the app around it', async () => {
    const { page, t } = await testSite.openSignedIn({ language }, SMALL_PHONE);
    await page.goto('/profile?tab=assessment');
    const part = page.locator('section', {
      has: page.getByRole('heading', { name: t('meaning:heading') }),
    });
    // The person of these tests is at 7 and above in four areas.
    const areas = part.getByRole('listitem');
    await areas.first().getByRole('link').nth(1).waitFor();
    await expect.poll(() => areas.count()).toBe(4);
    for (const area of await areas.all())
      expect(await area.getByRole('link').count()).toBeGreaterThanOrEqual(2);
    await expectAccessible(page, 'what the high areas mean');
    await expectNoSidewaysScroll(page);

    const table = page.getByRole('table').first();
    await expect.poll(() => table.getByRole('rowheader').count()).toBe(16);
    await page.getByRole('button', { name: t('assessment:report.order.flight') }).click();
    const parts = ['before', 'boarding', 'air', 'mind', 'after'];
    await expect
      .poll(() => table.locator('th[scope=rowgroup]').allInnerTexts())
      .toEqual(parts.map((part) => t(`assessment:groups.${part}`)));
    expect(await table.locator('th[scope=row]').count()).toBe(16);
    await expectAccessible(page, 'the report along the flight');
    await expectNoSidewaysScroll(page);

    await page.emulateMedia({ media: 'print' });
    await expect.poll(() => page.getByRole('navigation').count()).toBe(0);
    await page.getByRole('table').first().waitFor();
    expect((await page.pdf({ format: 'A4' })).byteLength).toBeGreaterThan(10_000);
  });

  it('lets what to work on first be changed there, and says when it could not be kept', async () => {
    const { page, visitor, t, person } = await testSite.openSignedIn({ language }, SMALL_PHONE);
    await page.goto('/profile?tab=assessment');
    const first = page.getByLabel(t('assessment:focus.primary'), { exact: true });
    const second = page.getByLabel(t('assessment:focus.secondary'), { exact: true });
    const before = await first.inputValue();
    const other = await second.inputValue();
    await first.selectOption(other);
    await expect.poll(() => second.inputValue()).toBe(before);
    await page.route('**/api/assessment/focus', (route) => route.abort());
    await pressButton(visitor, 'profile:focus.save');
    await page
      .getByRole('alert')
      .filter({ hasText: t('errors:network') })
      .waitFor();
    await page.unroute('**/api/assessment/focus');
    await pressButton(visitor, 'profile:focus.save');
    await page.getByText(t('profile:focus.saved')).waitFor();
    await expectAccessible(page, 'what to work on first');
    await page.reload();
    await expect.poll(() => first.inputValue()).toBe(other);
    const { body } = await person.call('GET /api/assessment');
    expect(body.completed).toMatchObject({ primaryFocus: other, secondaryFocus: before });
  });

  it('leads from the pass to its billing', async () => {
    const { page, visitor } = await testSite.openSignedIn({ language });
    await page.goto('/profile');
    await page.getByRole('link', { name: visitor.t('profile:pass.manage') }).click();
    await waitForHeading(visitor, 'billing:active.title');
  });
});

it('keeps the word for the level in one piece, however narrow its column', async () => {
  const { page, t, person } = await testSite.openSignedIn({ state: 'onboarding' });
  const consent = { given: true, version: HEALTH_CONSENT_VERSION };
  await person.call('PUT /api/assessment/consent', { body: consent });
  const answers = Object.fromEntries(FEAR_AREAS.map(({ key }) => [key, 5]));
  await person.call('POST /api/assessment/complete', { body: { answers } });
  await page.goto('/onboarding');
  const level = page.getByText(t('assessment:report.levels.moderate'), { exact: true });
  await level.waitFor();
  const lines = () =>
    level.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return range.getClientRects().length;
    });
  for (const width of [320, 360, 640, 900, 1024, 1280, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await lines(), `at ${width}`).toBe(1);
  }
});

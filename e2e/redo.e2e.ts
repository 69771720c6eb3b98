// @module-tag whole

import { expect, it } from 'vitest';
import { expectAccessible } from './fixtures/browser.ts';
import { PRODUCT_NAME } from '#shared/product.ts';
import { answerQuestions, waitForHeading, pressButton } from './fixtures/steps.ts';
import { createTestSite, WALKED_LANGUAGES } from './fixtures/test-site.ts';
import { SERVER_MARK_HEADERS } from '#web/lib/testing/server-replies.ts';

const testSite = createTestSite();

it.each(WALKED_LANGUAGES)(
  'an assessment taken again that was begun can be discarded, and the last result stays (%s)',
  async (language) => {
    const { page, visitor, t, person } = await testSite.openSignedIn({ language });
    await page.goto('/onboarding');
    await pressButton(visitor, 'onboarding:redo.begin');
    await answerQuestions(visitor, 0, 0);
    await pressButton(visitor, 'assessment:question.leave');
    await expectAccessible(page, 'the ways out of an assessment taken again');
    await pressButton(visitor, 'assessment:leaving.discard');
    await page.waitForURL('**/profile?tab=assessment');
    await expect
      .poll(async () => (await person.call('GET /api/assessment')).body.draft)
      .toEqual({});
    await page.getByRole('link', { name: t('profile:assessment.again') }).click();
    await waitForHeading(visitor, 'onboarding:redo.title');
  },
);

it.each(WALKED_LANGUAGES)(
  'an assessment taken again counts no steps, says when it failed, and calls its proposals proposals (%s)',
  async (language) => {
    const { page, visitor, t } = await testSite.openSignedIn({ language });
    await page.route('**/api/assessment/complete', (route) =>
      route.fulfill({ status: 500, headers: SERVER_MARK_HEADERS }),
    );

    const isTitled = (title: string) =>
      expect.poll(() => page.title()).toBe(`${title} · ${PRODUCT_NAME}`);
    await page.goto('/onboarding');
    await waitForHeading(visitor, 'onboarding:redo.title');
    await isTitled(t('onboarding:redo.title'));
    await pressButton(visitor, 'onboarding:redo.begin');
    await answerQuestions(visitor);
    await page.getByText(t('errors:reset_assessment')).waitFor();
    await page.unroute('**/api/assessment/complete');
    await pressButton(visitor, 'assessment:question.finish');
    await waitForHeading(visitor, 'assessment:report.title');
    // A nine, an eight, a nought and thirteen fours: 69 in 16 areas are 4.31, in place of the former 65.
    const figures = page.locator('main dl').first().locator('dd');
    const [average, former] = language === 'fr' ? ['4,3', '4,1'] : ['4.3', '4.1'];
    const report = [
      t('assessment:report.ofTotal', { count: 2, total: 16 }),
      `9\n${t('areas:turbulence_weather_worry')}`,
      t('assessment:report.levels.moderate'),
      average,
    ];
    expect(await figures.allInnerTexts()).toEqual(report);
    const count = page.getByText(t('onboarding:step', { index: 3, total: 5 }));
    expect(await count.count()).toBe(0);
    await pressButton(visitor, 'onboarding:report.next');
    await waitForHeading(visitor, 'onboarding:focus.title');
    await isTitled(t('assessment:question.title'));

    await page.goto('/profile?tab=assessment');
    await page.getByText(t('profile:focus.proposed')).waitFor();
    expect(await figures.allInnerTexts()).toEqual(report);
    const change = { before: former, after: average };
    await page.getByText(t('assessment:change.no_change_yet', change)).waitFor();
    await pressButton(visitor, 'profile:focus.save');
    await page.getByText(t('profile:focus.lead')).waitFor();
  },
);

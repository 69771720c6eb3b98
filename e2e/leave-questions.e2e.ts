// @module-tag whole

import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { assessmentDrafts } from '#server/features/assessment/table.ts';
import { expectAccessible } from './fixtures/browser.ts';
import { answerQuestions, waitForHeading, pressButton, signIn } from './fixtures/steps.ts';
import { createTestSite, SMALL_PHONE } from './fixtures/test-site.ts';
import { SERVER_MARK_HEADERS } from '#web/lib/testing/server-replies.ts';

const testSite = createTestSite();

/** Opens the second question of the assessment for a new person; the first answer is saved on the server. */
async function openAtSecondQuestion() {
  const one = await testSite.openSignedIn({ state: 'onboarding' }, SMALL_PHONE);
  await one.page.goto('/onboarding');
  await one.page.getByLabel(one.t('onboarding:name.label'), { exact: true }).fill('Ada');
  await pressButton(one.visitor, 'onboarding:goOn');
  await pressButton(one.visitor, 'onboarding:consent.agree');
  await answerQuestions(one.visitor, 0, 0);
  const countSavedAnswers = async () => {
    const kept = await testSite.server.db
      .select({ answers: assessmentDrafts.answers })
      .from(assessmentDrafts)
      .where(eq(assessmentDrafts.userId, one.person.id));
    return Object.keys(kept[0]?.answers ?? {}).length;
  };
  await expect.poll(countSavedAnswers).toBe(1);
  return { ...one, countSavedAnswers };
}

it('whose sign-in ended among the questions signs in, goes on, and every answer is kept', async () => {
  const { page, visitor, person, countSavedAnswers } = await openAtSecondQuestion();
  await page.context().clearCookies();
  await answerQuestions(visitor, 1, 1);
  await signIn(visitor, person.email);
  await waitForHeading(visitor, 'assessment:scenes.takeoff_landing_fear');
  await expect.poll(countSavedAnswers).toBe(2);
});

it('whoever signs out among the questions is asked about answers that the server does not take', async () => {
  const { page, visitor, t, countSavedAnswers } = await openAtSecondQuestion();
  await page.route('**/api/assessment/answers', (route) =>
    route.fulfill({
      status: 400,
      headers: SERVER_MARK_HEADERS,
      json: { error: { code: 'invalid_input' } },
    }),
  );
  await answerQuestions(visitor, 1, 1);
  await page.getByText(t('assessment:question.unsent')).waitFor();
  await pressButton(visitor, 'assessment:question.leave');
  await pressButton(visitor, 'assessment:leaving.signOut');
  await page.getByText(t('profile:signOut.unsent.answers')).waitFor();
  await expectAccessible(page, 'a question before signing out among the questions');
  await pressButton(visitor, 'profile:signOut.unsent.stay');

  await page.unroute('**/api/assessment/answers');
  await pressButton(visitor, 'assessment:question.leave');
  await pressButton(visitor, 'assessment:leaving.signOut');
  await page.waitForURL((url) => url.pathname === '/');
  expect(await countSavedAnswers()).toBe(2);
});

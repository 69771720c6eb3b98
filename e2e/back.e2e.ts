// @module-tag whole

import { describe, it } from 'vitest';
import { FEAR_AREAS } from '#shared/rules/fear-areas.ts';
import {
  answerQuestions,
  chooseRadio,
  pressButton,
  signIn,
  type Visitor,
  waitForHeading,
} from './fixtures/steps.ts';
import { BROWSER_LOCALES, createTestSite, WALKED_LANGUAGES } from './fixtures/test-site.ts';

const testSite = createTestSite();

const waitForQuestion = (visitor: Visitor, index: number) =>
  waitForHeading(visitor, `assessment:scenes.${FEAR_AREAS[index]?.key}`);

describe.each(WALKED_LANGUAGES)('the browser’s Back, in %s', (language) => {
  it('leads through the first steps one by one, a reload stays, and Back from the end leads before them', async () => {
    const device = await testSite.openSignedIn({ state: 'onboarding', language });
    const { page, visitor, t } = device;
    await page.goto('/help');
    await page.goto('/onboarding');
    await waitForHeading(visitor, 'onboarding:name.title');
    await page.getByLabel(t('onboarding:name.label'), { exact: true }).fill('Ada');
    await pressButton(visitor, 'onboarding:goOn');
    await pressButton(visitor, 'onboarding:consent.agree');
    await answerQuestions(visitor, 0, 2);
    await waitForQuestion(visitor, 3);
    await page.goBack();
    await waitForQuestion(visitor, 2);
    await pressButton(visitor, 'assessment:question.back');
    await waitForQuestion(visitor, 1);
    await page.reload();
    await waitForQuestion(visitor, 1);
    await answerQuestions(visitor, 1);
    await waitForHeading(visitor, 'assessment:report.title');
    await page.goBack();
    await waitForHeading(visitor, 'onboarding:name.title');
    await page.goForward();
    await waitForHeading(visitor, 'assessment:report.title');
    await pressButton(visitor, 'onboarding:report.next');
    await waitForHeading(visitor, 'onboarding:focus.title');
    await pressButton(visitor, 'onboarding:goOn');
    await waitForHeading(visitor, 'onboarding:flight.title');
    await page.goBack();
    await waitForHeading(visitor, 'onboarding:focus.title');
    await page.reload();
    await waitForHeading(visitor, 'onboarding:focus.title');
    await pressButton(visitor, 'onboarding:goOn');
    await chooseRadio(visitor, 'onboarding:flight.no');
    await pressButton(visitor, 'onboarding:goOn');
    await pressButton(visitor, 'onboarding:done.go');
    await waitForHeading(visitor, 'billing:choose.title');
    await page.goBack();
    await waitForHeading(visitor, 'help:help.title');
  });

  it('leads from the end of an assessment taken again to where it was begun', async () => {
    const { page, visitor, t } = await testSite.openSignedIn({ language });
    await page.goto('/profile?tab=assessment');
    await page.getByRole('link', { name: t('profile:assessment.again') }).click();
    await pressButton(visitor, 'onboarding:redo.begin');
    await answerQuestions(visitor);
    await pressButton(visitor, 'onboarding:report.next');
    await pressButton(visitor, 'onboarding:goOn');
    await pressButton(visitor, 'onboarding:done.goHome');
    await page.getByRole('heading', { level: 1, name: /Amelia/ }).waitFor();
    await page.goBack();
    await waitForHeading(visitor, 'profile:title');
  });

  it('never leads somebody who has signed in to the sign-in', async () => {
    const { email } = await testSite.createPerson({ language });
    const locale = BROWSER_LOCALES[language];
    const { page, visitor, t } = await testSite.openVisitor({ language, locale });
    await page.goto('/help');
    await page.goto('/auth?mode=sign-up');
    await page
      .locator('form')
      .getByRole('link', { name: t('auth:signUp.otherAction') })
      .click();
    await page.getByRole('link', { name: t('auth:forgotten') }).click();
    await waitForHeading(visitor, 'auth:forgot.title');
    await page.goBack();
    await signIn(visitor, email);
    await page.getByRole('heading', { level: 1, name: /Amelia/ }).waitFor();
    await page.goForward();
    await page.getByRole('heading', { level: 1, name: /Amelia/ }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: /Amelia/ }).waitFor();
    await page.goBack();
    await waitForHeading(visitor, 'help:help.title');
  });
});

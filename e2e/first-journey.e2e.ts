import { describe, expect, it } from 'vitest';
import { FEAR_AREAS } from '#shared/rules/fear-areas.ts';
import { expectAccessible, isInViewport } from './fixtures/browser.ts';
import {
  createAddress,
  answerQuestions,
  waitForHeading,
  chooseRadio,
  completeOnboarding,
  goToSummaryStep,
  startPlayback,
  pressButton,
  signIn,
  signUp,
  buyPass,
} from './fixtures/steps.ts';
import { createTestSite, SMALL_PHONE } from './fixtures/test-site.ts';

const testSite = createTestSite();

describe.each([
  { language: 'en' as const, locale: 'en-GB', colorScheme: 'light' as const },
  {
    language: 'fr' as const,
    locale: 'fr-FR',
    colorScheme: 'dark' as const,
    reducedMotion: 'no-preference' as const,
  },
])('the first journey ($language, $colorScheme)', ({ language, ...preferences }) => {
  it('leads from the landing page to a rated session, and finds it all again the next day', async () => {
    const device = await testSite.openVisitor({ language, ...preferences });
    const { page, visitor, t } = device;
    const email = createAddress('ada');

    await page.goto('/');
    await waitForHeading(visitor, 'landing:hero.title');
    await expectAccessible(page, 'the landing page');
    await page
      .getByRole('link', { name: t('landing:hero.assess') })
      .first()
      .click();
    await waitForHeading(visitor, 'auth:signUp.title');
    await expectAccessible(page, 'the sign-up page');
    await signUp(visitor, email);
    await completeOnboarding(visitor, { name: 'Ada', flightDate: testSite.server.inDays(12) });

    await waitForHeading(visitor, 'billing:choose.title');
    await expectAccessible(page, 'the passes');
    await page.goto('/content-library');
    await waitForHeading(visitor, 'billing:choose.title');
    await buyPass(visitor, 'monthly');
    await expectAccessible(page, 'the pass that is open');
    await page.getByRole('link', { name: t('billing:success.begin') }).click();

    const greeting = page.getByRole('heading', { level: 1, name: /Ada/ });
    await greeting.waitFor();
    await expectAccessible(page, 'the dashboard');
    await page
      .getByText(t('home:flight.days', { count: 12 }))
      .first()
      .waitFor();
    await page.clock.install();
    await page
      .getByRole('link', { name: t('common:verbs.begin') })
      .first()
      .click();

    await page.getByRole('button', { name: t('player:controls.play'), exact: true }).waitFor();
    await expectAccessible(page, 'the player');
    const title = (await page.locator('main h1').innerText()).split(' · ').at(-1) ?? '';
    await startPlayback(visitor);
    // A session lasts minutes; the browser's clock is moved to its end, step by step. What it asks is left open.
    const finished = page.getByRole('heading', { name: t('player:after.title') });
    const skip = page.getByRole('button', { name: t('player:hold.skip') });
    const goOn = page.locator('form').getByRole('button', { name: t('player:hold.goOn') });
    for (let step = 0; step < 120 && !(await finished.isVisible()); step++) {
      if (await skip.isVisible()) await skip.click();
      else if (await goOn.isVisible()) await goOn.click();
      await page.clock.fastForward(15_000);
    }
    await finished.waitFor();
    const saved = page.waitForResponse((response) => response.url().endsWith('/rating'));
    await chooseRadio(visitor, 'player:rating.very_helpful');
    expect((await saved).status()).toBe(200);
    await page.getByText(t('player:next.title')).first().waitFor();
    await expectAccessible(page, 'the end of a session');

    await page.goto('/profile');
    await waitForHeading(visitor, 'profile:title');
    await expectAccessible(page, 'the profile');
    for (const tab of ['progress', 'assessment', 'settings']) {
      await page.getByRole('link', { name: visitor.t(`profile:tabs.${tab}`), exact: true }).click();
      await page.waitForURL(new RegExp(`tab=${tab}`));
      await expectAccessible(page, `the profile, ${tab}`);
    }
    // Hidden, the days in a row are gone from today's page as well.
    const switchStreak = async () => {
      const kept = page.waitForResponse((response) => response.request().method() === 'PATCH');
      await page.getByText(visitor.t('profile:streak.label')).click();
      expect((await kept).status()).toBe(200);
    };
    await switchStreak();
    await page.goto('/');
    await page.getByText(visitor.t('home:totals.practice'), { exact: true }).waitFor();
    expect(await page.getByText(visitor.t('home:totals.streak'), { exact: true }).count()).toBe(0);
    await page.goto('/profile?tab=settings');
    await switchStreak();
    await pressButton(visitor, 'profile:signOut.button');
    await waitForHeading(visitor, 'landing:hero.title');
    await device.close();

    const tomorrow = await testSite.openVisitor({ language, ...preferences });
    await tomorrow.page.goto('/auth');
    await signIn(tomorrow.visitor, email);
    await tomorrow.page.getByRole('heading', { level: 1, name: /Ada/ }).waitFor();
    await tomorrow.page
      .getByRole('link', { name: new RegExp(title) })
      .first()
      .waitFor();
    await tomorrow.page.goto('/content-library');
    await tomorrow.page.getByRole('heading', { level: 1 }).waitFor();
    await expectAccessible(tomorrow.page, 'the library');
  });
});

describe('the assessment', () => {
  it('goes on after a reload with every answer given before', async () => {
    const device = await testSite.openVisitor();
    const { page, visitor } = device;
    await page.goto('/auth?mode=sign-up');
    await signUp(visitor, createAddress('reload'));
    await waitForHeading(visitor, 'onboarding:name.title');
    await page.getByLabel(visitor.t('onboarding:name.label'), { exact: true }).fill('Grace');
    await pressButton(visitor, 'onboarding:goOn');
    await pressButton(visitor, 'onboarding:consent.agree');
    await answerQuestions(visitor, 0, 4);
    await waitForHeading(visitor, `assessment:scenes.${FEAR_AREAS[5]?.key}`);
    await page.reload();
    await page.getByRole('slider').waitFor();
    await answerQuestions(visitor, 5);
    await waitForHeading(visitor, 'assessment:report.title');
  });

  it('ends the evening before a flight in one free session, which plays, and in prices for whoever asks', async () => {
    const { page, visitor, t } = await testSite.openVisitor({ ...SMALL_PHONE });
    await page.goto('/auth?mode=sign-up');
    await signUp(visitor, createAddress('evening'));
    await goToSummaryStep(visitor, { name: 'Grace', flightDate: testSite.server.inDays(1) });
    const near = page.getByText(t('onboarding:done.nextNear'));
    await near.waitFor();
    expect(await isInViewport(near)).toBe(true);
    const buttons = page.locator('main button');
    const labels = await buttons.allInnerTexts();
    expect(labels.slice(0, 2)).toEqual([t('onboarding:done.listen'), t('onboarding:done.go')]);
    expect(await isInViewport(buttons.first())).toBe(true);
    await page.getByRole('link', { name: t('onboarding:done.cancelling') }).waitFor();
    expect(await page.locator('main').innerText()).not.toMatch(/[€$£]/);
    await pressButton(visitor, 'onboarding:done.listen');
    await page.waitForURL('**/s/*');
    const play = page.getByRole('button', { name: t('shared:free.play'), exact: true });
    await play.waitFor();
    expect(await isInViewport(play)).toBe(true);
    await play.click();
    await page.getByRole('button', { name: t('excerpt:pause'), exact: true }).waitFor();
    expect(await page.locator('main').innerText()).not.toMatch(/[€$£]/);
  });
});

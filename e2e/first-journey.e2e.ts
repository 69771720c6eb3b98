import { describe, expect, it } from 'vitest';
import { FEAR_AREAS } from '#shared/rules/fear-areas.ts';
import { expectAccessible } from './fixtures/browser.ts';
import {
  answer,
  arriveAt,
  choose,
  onboard,
  play,
  press,
  signIn,
  signUp,
  takePass,
} from './fixtures/steps.ts';
import { aWorld } from './fixtures/world.ts';

const world = aWorld();

describe.each([
  { language: 'en' as const, locale: 'en-GB', colorScheme: 'light' as const },
  { language: 'fr' as const, locale: 'fr-FR', colorScheme: 'dark' as const },
])('the first journey ($language, $colorScheme)', ({ language, locale, colorScheme }) => {
  it('leads from the landing page to a rated session, and finds it all again the next day', async () => {
    const phone = await world.stranger({ language, locale, colorScheme });
    const { page, visit, say } = phone;
    const email = `ada.${language}@example.org`;

    await page.goto('/');
    await arriveAt(visit, 'landing:hero.title');
    await expectAccessible(page, 'the landing page');
    await page
      .getByRole('link', { name: say('landing:hero.assess') })
      .first()
      .click();
    await arriveAt(visit, 'auth:signUp.title');
    await expectAccessible(page, 'the sign-up page');
    await signUp(visit, email);
    await onboard(visit, { name: 'Ada', flightDate: world.site.inDays(12) });

    await arriveAt(visit, 'billing:choose.title');
    await expectAccessible(page, 'the passes');
    await page.goto('/content-library');
    await arriveAt(visit, 'billing:choose.title');
    await takePass(visit);
    await expectAccessible(page, 'the pass that is open');
    await page.getByRole('link', { name: say('billing:success.begin') }).click();

    const greeting = page.getByRole('heading', { level: 1, name: /Ada/ });
    await greeting.waitFor();
    await expectAccessible(page, 'the dashboard');
    await page
      .getByText(say('home:flight.days', { count: 12 }))
      .first()
      .waitFor();
    await page.clock.install();
    await page
      .getByRole('link', { name: say('common:verbs.begin') })
      .first()
      .click();

    await page.getByRole('button', { name: say('player:controls.play'), exact: true }).waitFor();
    await expectAccessible(page, 'the player');
    const title = (await page.locator('main h1').innerText()).split(' · ').at(-1) ?? '';
    await play(visit);
    // A session lasts minutes; the browser's clock is moved to its end, step by step.
    const finished = page.getByRole('heading', { name: say('player:after.title') });
    for (let step = 0; step < 60 && !(await finished.isVisible()); step++) {
      await page.clock.fastForward(15_000);
    }
    await finished.waitFor();
    const saved = page.waitForResponse((response) => response.url().endsWith('/rating'));
    await choose(visit, 'player:rating.very_helpful');
    expect((await saved).status()).toBe(200);
    await page.getByText(say('player:next.title')).first().waitFor();
    await expectAccessible(page, 'the end of a session');

    await page.goto('/profile');
    await arriveAt(visit, 'profile:title');
    await expectAccessible(page, 'the profile');
    for (const tab of ['progress', 'assessment', 'settings']) {
      await page.getByRole('link', { name: visit.say(`profile:tabs.${tab}`), exact: true }).click();
      await page.waitForURL(new RegExp(`tab=${tab}`));
      await expectAccessible(page, `the profile, ${tab}`);
    }
    // Hidden, the days in a row are gone from today's page as well.
    const switchStreak = async () => {
      const kept = page.waitForResponse((response) => response.request().method() === 'PATCH');
      await page.getByText(visit.say('profile:streak.label')).click();
      expect((await kept).status()).toBe(200);
    };
    await switchStreak();
    await page.goto('/');
    await page.getByText(visit.say('home:totals.practice'), { exact: true }).waitFor();
    expect(await page.getByText(visit.say('home:totals.streak'), { exact: true }).count()).toBe(0);
    await page.goto('/profile?tab=settings');
    await switchStreak();
    await press(visit, 'profile:signOut.button');
    await arriveAt(visit, 'landing:hero.title');
    expect(phone.complaints).toEqual([]);
    await phone.close();

    const tomorrow = await world.stranger({ language, locale, colorScheme });
    await tomorrow.page.goto('/auth');
    await signIn(tomorrow.visit, email);
    await tomorrow.page.getByRole('heading', { level: 1, name: /Ada/ }).waitFor();
    await tomorrow.page
      .getByRole('link', { name: new RegExp(title) })
      .first()
      .waitFor();
    await tomorrow.page.goto('/content-library');
    await tomorrow.page.getByRole('heading', { level: 1 }).waitFor();
    await expectAccessible(tomorrow.page, 'the library');
    expect(tomorrow.complaints).toEqual([]);
    await tomorrow.close();
  });
});

describe('the assessment', () => {
  it('goes on after a reload with every answer given before', async () => {
    const phone = await world.stranger();
    const { page, visit } = phone;
    await page.goto('/auth?mode=sign-up');
    await signUp(visit, 'reload@example.org');
    await arriveAt(visit, 'onboarding:name.title');
    await page.getByLabel(visit.say('onboarding:name.label'), { exact: true }).fill('Grace');
    await press(visit, 'onboarding:goOn');
    await press(visit, 'onboarding:consent.agree');
    await answer(visit, 0, 4);
    await arriveAt(visit, `assessment:areas.${FEAR_AREAS[5]?.key}.scene`);
    await page.reload();
    await page.getByRole('slider').waitFor();
    await answer(visit, 5);
    await arriveAt(visit, 'assessment:report.title');
    expect(phone.complaints).toEqual([]);
    await phone.close();
  });
});

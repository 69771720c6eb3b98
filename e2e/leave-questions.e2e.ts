import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { assessmentDrafts } from '#server/features/assessment/table.ts';
import { expectAccessible } from './fixtures/browser.ts';
import { answer, arriveAt, press, signIn } from './fixtures/steps.ts';
import { aWorld, SMALL } from './fixtures/world.ts';

const world = aWorld();

/** Somebody among the questions, whose first answer is with the server; `sent` tells how many are. */
async function amongTheQuestions() {
  const one = await world.visitOf({ state: 'onboarding' }, SMALL);
  await one.page.goto('/onboarding');
  await one.page.getByLabel(one.say('onboarding:name.label'), { exact: true }).fill('Ada');
  await press(one.visit, 'onboarding:goOn');
  await press(one.visit, 'onboarding:consent.agree');
  await answer(one.visit, 0, 0);
  const sent = async () => {
    const kept = await world.site.db
      .select({ answers: assessmentDrafts.answers })
      .from(assessmentDrafts)
      .where(eq(assessmentDrafts.userId, one.person.id));
    return Object.keys(kept[0]?.answers ?? {}).length;
  };
  await expect.poll(sent).toBe(1);
  return { ...one, sent };
}

it('whose sign-in ended among the questions signs in, goes on, and every answer is kept', async () => {
  const { page, visit, person, sent, close } = await amongTheQuestions();
  await page.context().clearCookies();
  await answer(visit, 1, 1);
  await signIn(visit, person.email);
  await arriveAt(visit, 'assessment:areas.takeoff_landing_fear.scene');
  await expect.poll(sent).toBe(2);
  await close();
});

it('whoever signs out among the questions is asked about answers that the server does not take', async () => {
  const { page, visit, say, sent, close } = await amongTheQuestions();
  await page.route('**/api/assessment/answers', (route) =>
    route.fulfill({ status: 400, json: { error: { code: 'invalid_input' } } }),
  );
  await answer(visit, 1, 1);
  await page.getByText(say('assessment:question.unsent')).waitFor();
  await press(visit, 'assessment:question.leave');
  await press(visit, 'assessment:leaving.signOut');
  await page.getByText(say('profile:signOut.unsent.answers')).waitFor();
  await expectAccessible(page, 'a question before signing out among the questions');
  await press(visit, 'profile:signOut.unsent.stay');

  await page.unroute('**/api/assessment/answers');
  await press(visit, 'assessment:question.leave');
  await press(visit, 'assessment:leaving.signOut');
  await page.waitForURL((url) => url.pathname === '/');
  expect(await sent()).toBe(2);
  await close();
});

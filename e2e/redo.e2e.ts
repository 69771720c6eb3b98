import { expect, it } from 'vitest';
import { answer, arriveAt, press } from './fixtures/steps.ts';
import { aWorld } from './fixtures/world.ts';

const world = aWorld();

it.each(['en', 'fr'] as const)(
  'an assessment taken again counts no steps, says when it failed, and calls its proposals proposals (%s)',
  async (language) => {
    const { page, visit, say, close } = await world.visitOf({ language });
    await page.route('**/api/assessment/complete', (route) => route.fulfill({ status: 500 }));

    await page.goto('/onboarding');
    await press(visit, 'onboarding:redo.begin');
    await answer(visit);
    await page.getByText(say('errors:reset_assessment')).waitFor();
    await page.unroute('**/api/assessment/complete');
    await press(visit, 'assessment:question.finish');
    await arriveAt(visit, 'assessment:report.title');
    const count = page.getByText(say('onboarding:step', { index: 3, total: 5 }));
    expect(await count.count()).toBe(0);

    await page.goto('/profile?tab=assessment');
    await page.getByText(say('profile:focus.proposed')).waitFor();
    await press(visit, 'profile:focus.save');
    await page.getByText(say('profile:focus.lead')).waitFor();
    await close();
  },
);

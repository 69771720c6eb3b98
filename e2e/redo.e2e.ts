import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makePerson } from '#server/testing/people.ts';
import { launchBrowser, openPhone } from './fixtures/browser.ts';
import { type Site, startSite } from './fixtures/site.ts';
import { answer, arriveAt, press, type Visit } from './fixtures/steps.ts';
import { words } from './fixtures/words.ts';

let browser: Browser;
let site: Site;
beforeAll(async () => {
  [browser, site] = await Promise.all([launchBrowser(), startSite()]);
});
afterAll(async () => {
  await browser.close();
  await site.close();
});

it.each(['en', 'fr'] as const)(
  'an assessment taken again counts no steps, says when it failed, and calls its proposals proposals (%s)',
  async (language) => {
    const { page, close } = await openPhone(browser, site.url);
    const visit: Visit = { page, say: words(language) };
    const { say } = visit;
    const person = await makePerson(site.app, site.db, { language });
    const [name = '', value = ''] = person.cookie().split('=');
    await page.context().addCookies([{ name, value, url: site.url }]);
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

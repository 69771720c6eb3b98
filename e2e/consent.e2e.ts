import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { PASSWORD } from '#server/testing/people.ts';
import { PRODUCT_NAME } from '#shared/product.ts';
import { expectAccessible } from './fixtures/browser.ts';
import { answer, arriveAt, choose, press, type Visit } from './fixtures/steps.ts';
import { aWorld, SMALL } from './fixtures/world.ts';

const world = aWorld();

/** How many writes wait on this device. */
const waitingOn = (page: Page) =>
  page.evaluate(async () => {
    // Opened before the app has made it, it would be made without its store, for good.
    const made = (await indexedDB.databases()).some(({ name }) => name === 'envol-outbox');
    if (!made) return 0;
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve) =>
        request.addEventListener('success', () => resolve(request.result)),
      );
    const database = await done(indexedDB.open('envol-outbox'));
    const found = database.transaction('requests').objectStore('requests').getAll();
    const { length } = await done(found);
    database.close();
    return length;
  });

/** Under which names this device keeps answers of an assessment. */
const drafts = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('draft')));

/** Leaves a step of the ladder waiting on the device, and a draft of the assessment. */
async function leaveThings({ page }: Visit, id: string, propose: string): Promise<void> {
  await page.route('**/api/ladder', (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 503 }) : route.fallback(),
  );
  await page.goto('/ladder');
  await page.getByRole('button', { name: propose }).click();
  await expect.poll(() => waitingOn(page)).toBe(1);
  await page.evaluate((key) => localStorage.setItem(key, '{}'), `envol-assessment-draft:${id}`);
}

async function withdraw(visit: Visit): Promise<void> {
  const { page, say } = visit;
  await page.goto('/profile?tab=settings');
  await press(visit, 'security:consent.open');
  await page.getByRole('dialog', { name: say('security:consent.title') }).waitFor();
  await expectAccessible(page, 'withdrawing the consent');
  await press(visit, 'security:consent.submit');
  const told = page.getByText(say('security:consent.none'));
  await told.waitFor();
  await expect.poll(() => told.evaluate((one) => one === document.activeElement)).toBe(true);
}

describe.each(['en', 'fr'] as const)('withdrawing the consent to health data in %s', (language) => {
  it('deletes what was said of the fear here and there, and leaves the rest of the app open', async () => {
    const { page, visit, say, person, complaints, close } = await world.visitOf(
      { language },
      SMALL,
    );
    await leaveThings(visit, person.id, say('ladder:empty.propose'));
    await withdraw(visit);
    const { tables } = (await person.call('GET /api/users/me/export')).body;
    expect([tables['assessments'], tables['health_consents']]).toEqual([[], []]);
    expect(await waitingOn(page)).toBe(0);
    const draft = `envol-assessment-draft:${person.id}`;
    expect(await page.evaluate((key) => localStorage.getItem(key), draft)).toBeNull();

    const again = page.getByRole('link', { name: say('security:consent.again') });
    expect(await again.count()).toBe(1);
    await page.goto('/plan');
    await page.getByText(say('plan:stageText.weekUnassessed')).waitFor();
    await page.goto('/ladder');
    await page.getByRole('heading', { name: say('ladder:empty.consentFirst') }).waitFor();
    await page.getByRole('link', { name: say('ladder:empty.assess') }).click();
    await arriveAt(visit, 'onboarding:consent.title');
    await page.getByText(say('onboarding:consent.howLong.later')).waitFor();
    await press(visit, 'onboarding:consent.decline');
    await page.waitForURL(`${world.site.url}/`);
    await page.locator('main h1').waitFor();
    await page.goto('/profile?tab=assessment');
    await page.getByRole('link', { name: say('profile:assessment.take') }).click();
    await press(visit, 'onboarding:consent.agree');
    await arriveAt(visit, 'assessment:areas.pre_flight_worry.scene');
    expect(complaints).toEqual([]);
    await close();
  });
});

describe.each(['en', 'fr'] as const)('before onboarding is over, in %s', (language) => {
  const begin = async () => {
    const one = await world.visitOf({ language, state: 'onboarding' }, SMALL);
    await one.page.goto('/onboarding');
    await one.page.getByLabel(one.say('onboarding:name.label'), { exact: true }).fill('Ada');
    await press(one.visit, 'onboarding:goOn');
    await press(one.visit, 'onboarding:consent.agree');
    return one;
  };
  const isAskedAgain = async (visit: Visit) => {
    await press(visit, 'security:consent.open');
    await visit.page.getByText(visit.say('security:consent.goesAtStart')).waitFor();
    await expectAccessible(visit.page, 'withdrawing the consent before onboarding is over');
    const sizeOf = (selector: string) =>
      visit.page.evaluate(
        (one) => getComputedStyle(document.querySelector(one)!).fontSize,
        selector,
      );
    expect(await sizeOf('dialog[open] p')).toBe(await sizeOf('body'));
    await press(visit, 'security:consent.submit');
    await arriveAt(visit, 'onboarding:consent.title');
    await expect.poll(() => drafts(visit.page)).toEqual([]);
  };

  it('the consent is taken back among the questions, which begin anew', async () => {
    const { page, visit, person, complaints, close } = await begin();
    await answer(visit, 0, 2);
    await press(visit, 'assessment:question.leave');
    await isAskedAgain(visit);
    const { body } = await person.call('GET /api/assessment');
    expect(body).toMatchObject({ consentGiven: false, draft: {} });
    await press(visit, 'onboarding:consent.agree');
    await arriveAt(visit, 'assessment:areas.pre_flight_worry.scene');
    // Taken back on another device, it is taken back here too.
    await answer(visit, 0, 2);
    await person.call('PUT /api/assessment/consent', {
      body: { given: false, version: '2026-11' },
    });
    await page.keyboard.press('5');
    await arriveAt(visit, 'onboarding:consent.title');
    await expect.poll(() => drafts(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  it('the consent is taken back on another device and given again there: the questions begin anew', async () => {
    const { page, visit, say, person, complaints, close } = await begin();
    const drafted = async () => (await person.call('GET /api/assessment')).body.draft;
    const give = (given: boolean) =>
      person.call('PUT /api/assessment/consent', { body: { given, version: '2026-11' } });
    await answer(visit, 0, 2);
    await expect.poll(drafted).not.toEqual({});
    await page.context().setOffline(true);
    await page.keyboard.press('7');
    await page.getByText(say('assessment:question.kept')).waitFor();
    await give(false);
    world.site.clock.advance(1_000);
    await give(true);
    await page.context().setOffline(false);
    await page.getByText(say('errors:consent_renewed')).waitFor();
    await arriveAt(visit, 'assessment:areas.pre_flight_worry.scene');
    await expectAccessible(page, 'the questions under a consent that was given again');
    expect([await drafts(page), await drafted()]).toEqual([[], {}]);
    await page.keyboard.press('4');
    await expect.poll(drafted).toEqual({ pre_flight_worry: 4 });
    expect(complaints.filter((line) => !/409|ERR_INTERNET/.test(line))).toEqual([]);
    await close();
  });

  it('it is taken back at the foot of the steps, and the account erased beside it', async () => {
    const { page, visit, say, person, complaints, close } = await begin();
    await answer(visit);
    await arriveAt(visit, 'assessment:report.title');
    await press(visit, 'onboarding:report.next');
    await press(visit, 'onboarding:goOn');
    await choose(visit, 'onboarding:flight.yes');
    await page
      .getByLabel(say('onboarding:flight.date'), { exact: true })
      .fill(world.site.inDays(20));
    await press(visit, 'onboarding:goOn');
    await arriveAt(visit, 'onboarding:done.title', { name: 'Ada' });
    await isAskedAgain(visit);
    await press(visit, 'onboarding:consent.decline');
    await arriveAt(visit, 'onboarding:declined.title');
    await page.getByText(say('onboarding:declined.textFlight', { name: PRODUCT_NAME })).waitFor();
    await expectAccessible(page, 'a no to the consent');
    await press(visit, 'onboarding:declined.back');
    await press(visit, 'security:data.erase');
    await page.getByLabel(say('security:erase.email')).fill(person.email);
    await page.getByRole('dialog').getByLabel(say('security:currentPassword')).fill(PASSWORD);
    await press(visit, 'security:erase.submit');
    await page.waitForURL(`${world.site.url}/`);
    expect((await person.call('GET /api/users/me')).status).toBe(401);
    expect(complaints).toEqual([]);
    await close();
  });
});

it('leaves nothing of an assessment taken again on another device', async () => {
  const { page, visit, person, close } = await world.visitOf({}, SMALL);
  await page.goto('/onboarding');
  await press(visit, 'onboarding:redo.begin');
  await answer(visit, 0, 1);
  // What is sent is not kept here as well.
  await expect.poll(() => drafts(page)).toEqual([]);
  const { draft } = (await person.call('GET /api/assessment')).body;
  expect(Object.keys(draft)).toHaveLength(2);
  await page.route('**/api/assessment/answers', (route) => route.abort());
  await answer(visit, 2, 2);
  await expect.poll(() => drafts(page)).toHaveLength(1);
  const withdrawn = { given: false, version: '2026-11' } as const;
  await person.call('PUT /api/assessment/consent', { body: withdrawn });
  await page.goto('/profile?tab=assessment');
  await page.getByText(visit.say('profile:assessment.none')).waitFor();
  await expect.poll(() => drafts(page)).toEqual([]);
  await close();
});

it('needs no pass', async () => {
  const { page, visit, complaints, close } = await world.visitOf({ state: 'no_pass' }, SMALL);
  await withdraw(visit);
  expect(await page.getByRole('link', { name: visit.say('security:consent.again') }).count()).toBe(
    0,
  );
  await page.goto('/profile?tab=assessment');
  await page.getByText(visit.say('profile:assessment.none')).waitFor();
  expect(complaints).toEqual([]);
  await close();
});

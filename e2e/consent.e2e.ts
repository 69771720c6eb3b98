// @module-tag whole

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { exportData, PASSWORD } from '#server/testing/people.ts';
import { PRODUCT_NAME } from '#shared/product.ts';
import { expectAccessible } from './fixtures/browser.ts';
import {
  answerQuestions,
  waitForHeading,
  chooseRadio,
  pressButton,
  type Visitor,
} from './fixtures/steps.ts';
import { createTestSite, SMALL_PHONE, WALKED_LANGUAGES } from './fixtures/test-site.ts';
import { leaveUnfinishedWrite, listUnfinishedWrites } from './fixtures/unfinished-writes.ts';
import { SERVER_MARK_HEADERS } from '#web/lib/testing/server-replies.ts';

const testSite = createTestSite();

/** Lists the routes of the writes that wait on a page's device to be sent. */
const listQueuedWrites = (page: Page) =>
  page.evaluate(async () => {
    // Opened before the app has made it, it would be made without its store, for good.
    const made = (await indexedDB.databases()).some(({ name }) => name === 'envol-outbox');
    if (!made) return [];
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve) =>
        request.addEventListener('success', () => resolve(request.result)),
      );
    const database = await done(indexedDB.open('envol-outbox'));
    const found = database.transaction('requests').objectStore('requests').getAll();
    const writes = (await done(found)) as { route: string }[];
    database.close();
    return writes.map(({ route }) => route);
  });

/** Lists the writes that wait on a page's device and hold answers of an assessment. */
const listDrafts = async (page: Page) =>
  (await listQueuedWrites(page)).filter((route) => route === 'PUT /api/assessment/answers');

/** Leaves a step of the ladder waiting on the device, and a draft of the assessment. */
async function leaveUnsentChanges({ page }: Visitor, id: string, propose: string): Promise<void> {
  await page.route('**/api/ladder', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 503, headers: SERVER_MARK_HEADERS })
      : route.fallback(),
  );
  await page.goto('/ladder');
  await page.getByRole('button', { name: propose }).click();
  await expect.poll(() => listQueuedWrites(page)).toEqual(['PUT /api/ladder']);
  await leaveUnfinishedWrite(page, {
    owner: id,
    route: 'PUT /api/assessment/answers',
    body: { answers: { fear_heights: 7 } },
  });
}

async function withdrawConsent(visitor: Visitor): Promise<void> {
  const { page, t } = visitor;
  await page.goto('/profile?tab=settings');
  await pressButton(visitor, 'security:consent.open');
  await page.getByRole('dialog', { name: t('security:consent.title') }).waitFor();
  await expectAccessible(page, 'withdrawing the consent');
  await pressButton(visitor, 'security:consent.submit');
  const told = page.getByText(t('security:consent.none'));
  await told.waitFor();
  await expect.poll(() => told.evaluate((one) => one === document.activeElement)).toBe(true);
}

describe.each(WALKED_LANGUAGES)('withdrawing the consent to health data in %s', (language) => {
  it('deletes what was said of the fear here and there, and leaves the rest of the app open', async () => {
    const { page, visitor, t, person } = await testSite.openSignedIn({ language }, SMALL_PHONE);
    await leaveUnsentChanges(visitor, person.id, t('ladder:empty.propose'));
    await withdrawConsent(visitor);
    const { tables } = await exportData(person);
    expect([tables['assessments'], tables['health_consents']]).toEqual([[], []]);
    expect(await listQueuedWrites(page)).toEqual([]);
    expect(await listUnfinishedWrites(page)).toEqual([]);

    const again = page.getByRole('link', { name: t('security:consent.again') });
    expect(await again.count()).toBe(1);
    await page.goto('/plan');
    await page.getByText(t('plan:stageText.weekUnassessed')).waitFor();
    await page.goto('/ladder');
    await page.getByRole('heading', { name: t('ladder:empty.consentFirst') }).waitFor();
    await page.getByRole('link', { name: t('ladder:empty.assess') }).click();
    await waitForHeading(visitor, 'onboarding:consent.title');
    await page.getByText(t('onboarding:consent.howLong.later')).waitFor();
    await pressButton(visitor, 'onboarding:consent.decline');
    await page.waitForURL(`${testSite.server.url}/`);
    await page.locator('main h1').waitFor();
    await page.goto('/profile?tab=assessment');
    await page.getByRole('link', { name: t('profile:assessment.take') }).click();
    await pressButton(visitor, 'onboarding:consent.agree');
    await waitForHeading(visitor, 'assessment:scenes.pre_flight_worry');
  });
});

describe.each(WALKED_LANGUAGES)('before onboarding is over, in %s', (language) => {
  const openAtFirstQuestion = async () => {
    const one = await testSite.openSignedIn({ language, state: 'onboarding' }, SMALL_PHONE);
    await one.page.goto('/onboarding');
    await one.page.getByLabel(one.t('onboarding:name.label'), { exact: true }).fill('Ada');
    await pressButton(one.visitor, 'onboarding:goOn');
    await pressButton(one.visitor, 'onboarding:consent.agree');
    return one;
  };
  const withdrawAndExpectQuestion = async (visitor: Visitor) => {
    await pressButton(visitor, 'security:consent.open');
    await visitor.page.getByText(visitor.t('security:consent.goesAtStart')).waitFor();
    await expectAccessible(visitor.page, 'withdrawing the consent before onboarding is over');
    const readFontSize = (selector: string) =>
      visitor.page.evaluate(
        (one) => getComputedStyle(document.querySelector(one)!).fontSize,
        selector,
      );
    expect(await readFontSize('dialog[open] p')).toBe(await readFontSize('body'));
    await pressButton(visitor, 'security:consent.submit');
    await waitForHeading(visitor, 'onboarding:consent.title');
    await expect.poll(() => listDrafts(visitor.page)).toEqual([]);
  };

  it('the consent is taken back among the questions, which begin anew', async () => {
    const { page, visitor, person } = await openAtFirstQuestion();
    await answerQuestions(visitor, 0, 2);
    await pressButton(visitor, 'assessment:question.leave');
    await withdrawAndExpectQuestion(visitor);
    const { body } = await person.call('GET /api/assessment');
    expect(body).toMatchObject({ consentGiven: false, draft: {} });
    await pressButton(visitor, 'onboarding:consent.agree');
    await waitForHeading(visitor, 'assessment:scenes.pre_flight_worry');
    // Taken back on another device, it is taken back here too.
    await answerQuestions(visitor, 0, 2);
    await person.call('PUT /api/assessment/consent', {
      body: { given: false, version: '2026-11' },
    });
    await page.keyboard.press('5');
    await waitForHeading(visitor, 'onboarding:consent.title');
    await expect.poll(() => listDrafts(page)).toEqual([]);
  });

  it('the consent is taken back on another device and given again there: the questions begin anew', async () => {
    const { page, visitor, t, person } = await openAtFirstQuestion();
    const readDraft = async () => (await person.call('GET /api/assessment')).body.draft;
    const setConsent = (given: boolean) =>
      person.call('PUT /api/assessment/consent', { body: { given, version: '2026-11' } });
    await answerQuestions(visitor, 0, 2);
    await expect.poll(readDraft).not.toEqual({});
    await page.context().setOffline(true);
    await page.keyboard.press('7');
    await page.getByText(t('assessment:question.kept')).waitFor();
    await setConsent(false);
    testSite.server.clock.advance(1_000);
    await setConsent(true);
    await page.context().setOffline(false);
    await page.getByText(t('errors:consent_renewed')).waitFor();
    await waitForHeading(visitor, 'assessment:scenes.pre_flight_worry');
    await expectAccessible(page, 'the questions under a consent that was given again');
    expect([await listDrafts(page), await readDraft()]).toEqual([[], {}]);
    await page.keyboard.press('4');
    await expect.poll(readDraft).toEqual({ pre_flight_worry: 4 });
  });

  it('it is taken back at the foot of the steps, and the account erased beside it', async () => {
    const { page, visitor, t, person } = await openAtFirstQuestion();
    await answerQuestions(visitor);
    await waitForHeading(visitor, 'assessment:report.title');
    await pressButton(visitor, 'onboarding:report.next');
    await pressButton(visitor, 'onboarding:goOn');
    await chooseRadio(visitor, 'onboarding:flight.yes');
    await page
      .getByLabel(t('onboarding:flight.date'), { exact: true })
      .fill(testSite.server.inDays(20));
    await pressButton(visitor, 'onboarding:goOn');
    await waitForHeading(visitor, 'onboarding:done.title', { name: 'Ada' });
    await withdrawAndExpectQuestion(visitor);
    // What it says lies over the buttons that follow.
    await pressButton(visitor, 'ui:actions.close');
    await pressButton(visitor, 'onboarding:consent.decline');
    await waitForHeading(visitor, 'onboarding:declined.title');
    await page.getByText(t('onboarding:declined.textFlight', { name: PRODUCT_NAME })).waitFor();
    await expectAccessible(page, 'a no to the consent');
    await pressButton(visitor, 'onboarding:declined.back');
    await pressButton(visitor, 'security:data.erase');
    await page.getByLabel(t('security:erase.email')).fill(person.email);
    await page.getByRole('dialog').getByLabel(t('security:currentPassword')).fill(PASSWORD);
    await pressButton(visitor, 'security:erase.submit');
    await page.waitForURL(`${testSite.server.url}/?lang=${language}`);
    expect((await person.call('GET /api/users/me')).status).toBe(401);
  });
});

it('leaves nothing of an assessment taken again on another device', async () => {
  const { page, visitor, person } = await testSite.openSignedIn({}, SMALL_PHONE);
  await page.goto('/onboarding');
  await pressButton(visitor, 'onboarding:redo.begin');
  await answerQuestions(visitor, 0, 1);
  // What was sent is no longer kept here.
  await expect.poll(() => listDrafts(page)).toEqual([]);
  const { draft } = (await person.call('GET /api/assessment')).body;
  expect(Object.keys(draft)).toHaveLength(2);
  await page.route('**/api/assessment/answers', (route) => route.abort());
  await answerQuestions(visitor, 2, 2);
  await expect.poll(() => listDrafts(page)).toHaveLength(1);
  const withdrawn = { given: false, version: '2026-11' } as const;
  await person.call('PUT /api/assessment/consent', { body: withdrawn });
  await page.goto('/profile?tab=assessment');
  await page.getByText(visitor.t('profile:assessment.none')).waitFor();
  await expect.poll(() => listDrafts(page)).toEqual([]);
});

it('needs no pass', async () => {
  const { page, visitor } = await testSite.openSignedIn({ state: 'no_pass' }, SMALL_PHONE);
  await withdrawConsent(visitor);
  expect(await page.getByRole('link', { name: visitor.t('security:consent.again') }).count()).toBe(
    0,
  );
  await page.goto('/profile?tab=assessment');
  await page.getByText(visitor.t('profile:assessment.none')).waitFor();
});

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makePerson } from '#server/testing/people.ts';
import type { PersonState } from '#shared/rules/person-state.ts';
import { expectAccessible, launchBrowser, openPhone } from './fixtures/browser.ts';
import { type Site, startSite } from './fixtures/site.ts';
import { arriveAt, press, type Visit } from './fixtures/steps.ts';
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

async function somebody(language: 'en' | 'fr', state: Exclude<PersonState, 'signed_out'>) {
  const phone = await openPhone(browser, site.url, { viewport: { width: 360, height: 740 } });
  const person = await makePerson(site.app, site.db, { language, state });
  const [name = '', value = ''] = person.cookie().split('=');
  await phone.page.context().addCookies([{ name, value, url: site.url }]);
  const visit: Visit = { page: phone.page, say: words(language) };
  return { ...phone, visit, person };
}

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
    const { page, visit, person, complaints, close } = await somebody(language, 'pass');
    const { say } = visit;
    await leaveThings(visit, person.id, say('ladder:empty.propose'));
    await withdraw(visit);
    const { tables } = (await person.call('GET /api/users/me/export')).body;
    expect([tables['assessments'], tables['health_consents']]).toEqual([[], []]);
    expect(await waitingOn(page)).toBe(0);
    const draft = `envol-assessment-draft:${person.id}`;
    expect(await page.evaluate((key) => localStorage.getItem(key), draft)).toBeNull();

    await page.getByRole('link', { name: say('security:consent.again') }).click();
    await arriveAt(visit, 'onboarding:consent.title');
    await press(visit, 'onboarding:consent.decline');
    await page.waitForURL(`${site.url}/`);
    await page.locator('main h1').waitFor();
    await page.goto('/profile?tab=assessment');
    await page.getByRole('link', { name: say('profile:assessment.take') }).click();
    await press(visit, 'onboarding:consent.agree');
    await arriveAt(visit, 'assessment:areas.pre_flight_worry.scene');
    expect(complaints).toEqual([]);
    await close();
  });
});

it('needs no pass', async () => {
  const { page, visit, complaints, close } = await somebody('en', 'no_pass');
  await withdraw(visit);
  expect(await page.getByRole('link', { name: visit.say('security:consent.again') }).count()).toBe(
    0,
  );
  await page.goto('/profile?tab=assessment');
  await page.getByText(visit.say('profile:assessment.none')).waitFor();
  expect(complaints).toEqual([]);
  await close();
});

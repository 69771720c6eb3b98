import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makePerson } from '#server/testing/people.ts';
import { addDays, todayIn } from '#shared/rules/flight-date.ts';
import { expectAccessible, launchBrowser, openPhone } from './fixtures/browser.ts';
import { type Site, startSite } from './fixtures/site.ts';
import { press, type Visit } from './fixtures/steps.ts';
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

const THEMES = { en: 'light', fr: 'dark' } as const;

/** Somebody with a pass, on a phone whose clock is the server's. */
async function visitOf(language: 'en' | 'fr') {
  const phone = await openPhone(browser, site.url, {
    colorScheme: THEMES[language],
    acceptDownloads: true,
  });
  await phone.page.clock.setFixedTime(site.clock());
  const person = await makePerson(site.app, site.db, { language });
  const [name = '', value = ''] = person.cookie().split('=');
  await phone.page.context().addCookies([{ name, value, url: site.url }]);
  const visit: Visit = { page: phone.page, say: words(language) };
  return { ...phone, visit, person, say: visit.say };
}

const inDays = (days: number) => addDays(todayIn('Europe/Paris', site.clock()), days);
const focusedName = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-invalid'));

describe.each(['en', 'fr'] as const)('in %s', (language) => {
  it('a person notes a flight and its return by keyboard, changes it and removes it', async () => {
    const { page, visit, say, person, complaints, close } = await visitOf(language);
    const flights = async () => (await person.call('GET /api/flights')).body.items;
    await page.goto('/');
    await press(visit, 'home:flight.add');
    await page.getByRole('heading', { name: say('flights:new') }).waitFor();
    await expectAccessible(page, 'the form of a flight');

    await page.getByLabel(say('flights:date'), { exact: true }).fill(inDays(-1));
    await page.keyboard.press('Enter');
    await page.getByText(say('errors:flight_date_past')).waitFor();
    expect(await focusedName(page)).toBe('true');

    await page.getByLabel(say('flights:date'), { exact: true }).fill(inDays(12));
    await page.getByText(say('flights:more')).focus();
    await page.getByText(say('flights:more')).click();
    const from = page.getByRole('combobox', { name: say('flights:from') });
    const to = page.getByRole('combobox', { name: say('flights:to') });
    await from.pressSequentially(language === 'fr' ? 'londres' : 'london');
    await page.getByRole('option', { name: 'LHR' }).waitFor();
    await expectAccessible(page, 'airports found as they are typed');
    await from.press('ArrowDown');
    expect(await from.getAttribute('aria-activedescendant')).not.toBeNull();
    await from.press('Escape');
    await page.getByRole('option').first().waitFor({ state: 'hidden' });
    expect(await page.getByRole('dialog').isVisible()).toBe(true);
    await from.fill('LHR');
    await page.context().setOffline(true);
    await to.pressSequentially('geneva');
    await page.getByRole('option', { name: 'GVA' }).waitFor();
    await to.press('ArrowDown');
    await to.press('Enter');
    expect(await to.inputValue()).toBe(language === 'fr' ? 'Genève (GVA)' : 'Geneva (GVA)');
    await page.context().setOffline(false);
    await page.getByLabel(say('flights:time')).fill('18:35');
    await page.getByText(say('flights:hasReturn')).click();
    await page.getByLabel(say('flights:returnDate')).fill(inDays(10));
    await press(visit, 'flights:save');
    await page.getByText(say('flights:returnBefore')).waitFor();
    await page.getByLabel(say('flights:returnDate')).fill(inDays(19));
    await press(visit, 'flights:save');
    await page.getByText(say('home:flight.days', { count: 12 }), { exact: true }).waitFor();
    expect(await flights()).toMatchObject([
      {
        kind: 'outbound',
        departsOn: inDays(12),
        departsAt: '18:35',
        timeZone: 'Europe/London',
        fromAirport: 'LHR',
        toAirport: 'GVA',
      },
      { kind: 'return', departsOn: inDays(19), timeZone: 'Europe/Zurich', fromAirport: 'GVA' },
    ]);

    await page.goto('/profile');
    await press(visit, 'home:flight.change');
    const rows = page.getByRole('dialog').getByRole('listitem');
    await rows.nth(1).waitFor();
    expect(await rows.nth(0).innerText()).toContain('LHR → GVA');
    await expectAccessible(page, 'the list of flights');
    await rows.nth(0).getByRole('button').click();
    await press(visit, 'flights:remove');
    await expectAccessible(page, 'the question before a flight is removed');
    await press(visit, 'flights:remove');
    await rows.nth(1).waitFor({ state: 'detached' });
    expect((await flights()).map(({ departsOn }) => departsOn)).toEqual([inDays(19)]);
    expect(complaints).toEqual([]);
    await close();
  });
});

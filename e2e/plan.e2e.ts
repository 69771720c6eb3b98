import { readFile } from 'node:fs/promises';
import ICAL from 'ical.js';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectAccessible, hasFocus, measureWidthAtDoubleText } from './fixtures/browser.ts';
import { waitForHeading, pressButton } from './fixtures/steps.ts';
import { createTestSite, WALKED_LANGUAGES } from './fixtures/test-site.ts';

const testSite = createTestSite();

const ZONE = 'Europe/Paris';
const THEMES = { en: 'light', fr: 'dark' } as const;

/** Opens the device of a new person with a pass; its clock stands still, at the server's instant. */
async function openAtFixedTime(language: 'en' | 'fr', options: BrowserContextOptions = {}) {
  const device = { colorScheme: THEMES[language], acceptDownloads: true, ...options };
  const own = await testSite.openSignedIn({ language }, device);
  await own.page.clock.setFixedTime(testSite.server.clock());
  return own;
}

const inDays = (days: number) => testSite.server.inDays(days);
const isFocusInvalid = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-invalid'));

describe.each(WALKED_LANGUAGES)('in %s', (language) => {
  it('a person notes a flight and its return by keyboard, changes it and removes it', async () => {
    const { page, visitor, t, person } = await openAtFixedTime(language);
    const flights = async () => (await person.call('GET /api/flights')).body.items;
    await page.goto('/');
    await pressButton(visitor, 'home:flight.add');
    await page.getByRole('heading', { name: t('flights:new') }).waitFor();
    await expectAccessible(page, 'the form of a flight');

    await page.getByLabel(t('flights:date'), { exact: true }).fill(inDays(-1));
    await page.keyboard.press('Enter');
    await page.getByText(t('errors:flight_date_past')).waitFor();
    await expect.poll(() => isFocusInvalid(page)).toBe('true');

    await page.getByLabel(t('flights:date'), { exact: true }).fill(inDays(12));
    await page.getByText(t('flights:more')).focus();
    await page.getByText(t('flights:more')).click();
    const from = page.getByRole('combobox', { name: t('flights:from') });
    const to = page.getByRole('combobox', { name: t('flights:to') });
    await from.pressSequentially(language === 'fr' ? 'londres' : 'london');
    await page.getByRole('option', { name: 'LHR' }).waitFor();
    await expectAccessible(page, 'airports found as they are typed');
    await from.press('ArrowDown');
    await expect.poll(() => from.getAttribute('aria-activedescendant')).not.toBeNull();
    await from.press('Escape');
    await page.getByRole('option').first().waitFor({ state: 'hidden' });
    expect(await page.getByRole('dialog').isVisible()).toBe(true);
    await from.fill('LHR');
    await page.context().setOffline(true);
    await to.pressSequentially('geneva');
    await page.getByRole('option', { name: 'GVA' }).waitFor();
    await to.press('ArrowDown');
    await to.press('Enter');
    const chosen = language === 'fr' ? 'Genève (GVA)' : 'Geneva (GVA)';
    await expect.poll(() => to.inputValue()).toBe(chosen);
    await page.context().setOffline(false);
    await page.getByLabel(t('flights:time')).fill('18:35');
    await pressButton(visitor, 'flights:save');
    await page.getByText(t('flights:saved'), { exact: true }).waitFor();
    await pressButton(visitor, 'home:flight.addReturn');
    const back = page.getByLabel(t('flights:returnDate'));
    await back.waitFor();
    expect(await hasFocus(back)).toBe(true);
    await back.fill(inDays(10));
    await pressButton(visitor, 'flights:save');
    await page.getByText(t('flights:returnBefore')).waitFor();
    await back.fill(inDays(19));
    await pressButton(visitor, 'flights:save');
    await page.getByText(t('flights:savedBoth'), { exact: true }).waitFor();
    await page.getByText(t('home:flight.days', { count: 12 }), { exact: true }).waitFor();
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
    await pressButton(visitor, 'home:flight.change');
    const rows = page.getByRole('dialog').getByRole('listitem');
    await rows.nth(1).waitFor();
    await rows
      .nth(0)
      .getByText(/LHR\)?\s→.*GVA/)
      .waitFor();
    await expectAccessible(page, 'the list of flights');
    const removeFirst = () => rows.nth(0).getByRole('button').last().click();
    await removeFirst();
    await pressButton(visitor, 'flights:undo');
    await rows
      .nth(0)
      .getByText(/LHR\)?\s→.*GVA/)
      .waitFor();
    expect(await flights()).toHaveLength(2);
    await removeFirst();
    await expect
      .poll(async () => (await flights()).map(({ departsOn }) => departsOn))
      .toEqual([inDays(19)]);
    await rows.nth(1).waitFor({ state: 'detached' });
  });

  it('a person sees the plan day by day, says how long a day may be, and takes it to a calendar', async () => {
    const { page, visitor, t, person } = await openAtFixedTime(language);
    const flight = {
      kind: 'outbound' as const,
      departsOn: inDays(9),
      departsAt: '18:35',
      timeZone: 'Europe/Paris',
      fromAirport: 'CDG',
      toAirport: 'JFK',
      number: 'AF 8',
    };
    await person.call('POST /api/flights', { body: flight });
    await page.goto('/');
    await page.getByText('18:35 · CDG → JFK · AF 8').waitFor();
    await page.getByRole('link', { name: t('home:plan.open') }).press('Enter');
    await waitForHeading(visitor, 'plan:title');
    for (const stage of ['exposure', 'skills', 'last_day', 'flight_day'])
      await page.getByRole('heading', { name: t(`plan:stage.${stage}`) }).waitFor();
    await expectAccessible(page, 'the plan');
    expect(await measureWidthAtDoubleText(page)).toBeLessThanOrEqual(390);

    const today = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: t('plan:today') }) });
    const minutes = async () => {
      const { body } = await person.call('GET /api/plan', { query: { timeZone: ZONE } });
      const byId = new Map(body.contents.map(({ id, durationMs }) => [id, durationMs]));
      const ids = body.days[0]?.sessions.map(({ id }) => id) ?? [];
      return ids.reduce(
        (sum, id) => sum + Math.max(1, Math.round((byId.get(id) ?? 0) / 60_000)),
        0,
      );
    };
    const before = await minutes();
    await today.getByText(t('common:minutes', { count: before }), { exact: true }).waitFor();
    await page.getByLabel(t('plan:minutes.label')).selectOption('10');
    await expect.poll(minutes).toBeLessThan(before);
    await today
      .getByText(t('common:minutes', { count: await minutes() }), { exact: true })
      .waitFor();

    await pressButton(visitor, 'plan:calendar.open');
    await expectAccessible(page, 'the plan in a calendar');
    await page.getByLabel(t('plan:calendar.time')).fill('07:30');
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      pressButton(visitor, 'plan:calendar.save'),
    ]);
    expect(file.suggestedFilename()).toBe('envol.ics');
    const calendar = new ICAL.Component(
      ICAL.parse(await readFile(await file.path(), 'utf8')) as unknown[],
    );
    const events = calendar.getAllSubcomponents('vevent').map((one) => new ICAL.Event(one));
    expect(events.map(({ startDate }) => startDate.toString())).toEqual([
      ...Array.from({ length: 9 }, (_, day) => `${inDays(day)}T07:30:00`),
      `${inDays(9)}T17:35:00Z`,
    ]);
    expect(events.at(-1)?.summary).toBe(t('plan:calendar.flight', { route: 'CDG → JFK' }));

    // The day itself is gone through in the seat, not by a session.
    await page.goto('/plan');
    await page.getByRole('link', { name: t('plan:onTheDay') }).click();
    await waitForHeading(visitor, 'flight:title');
  });

  it('the dashboard says what today held', async () => {
    const { page, t, person } = await openAtFixedTime(language);
    const { body } = await person.call('GET /api/plan', { query: { timeZone: ZONE } });
    const at = testSite.server.clock().toISOString();
    const contentId = body.days[0]?.sessions[0]?.id ?? '';
    const listen = { id: crypto.randomUUID(), contentId, startedAt: at, endedAt: at };
    const heard = { positionMs: 1000, listenedMs: 1000, completed: true, timeZone: ZONE };
    await person.call('POST /api/listens', { body: { ...listen, ...heard } });
    await page.goto('/');
    await page.getByRole('heading', { name: t('home:plan.done') }).waitFor();
    await page.getByText(t('home:landings.heading')).waitFor();
    await expectAccessible(page, 'the dashboard of a day that is done');
  });

  it('recent activity says how long ago, and shows more and less of it', async () => {
    const { page, t, person } = await openAtFixedTime(language);
    const { items } = (await person.call('GET /api/contents')).body;
    const MINUTE = 60_000;
    const DAY = 24 * 60 * MINUTE;
    const ago = [0, 5 * MINUTE, 3 * 60 * MINUTE, DAY, 3 * DAY];
    const now = testSite.server.clock();
    await page.clock.setFixedTime(now);
    for (const [index, before] of ago.entries()) {
      const at = new Date(now.getTime() - before).toISOString();
      const listen = { id: crypto.randomUUID(), startedAt: at, endedAt: at, timeZone: ZONE };
      const heard = { positionMs: 1000, listenedMs: 1000, completed: index % 2 === 0 };
      const contentId = items[index]?.id ?? '';
      await person.call('POST /api/listens', { body: { ...listen, ...heard, contentId } });
    }
    await page.goto('/');
    const times = page.locator('main time');
    await times.first().waitFor();
    const relative = (unit: string, count = 1) => t(`common:relative.${unit}`, { count });
    const told = [relative('now'), relative('minute', 5), relative('hour', 3)];
    await expect.poll(() => times.allInnerTexts()).toEqual(told);
    const button = (key: string) => page.getByRole('button', { name: t(`common:verbs.${key}`) });
    await button('showMore').press('Enter');
    const all = [...told, relative('yesterday'), relative('day', 3)];
    await expect.poll(() => times.allInnerTexts()).toEqual(all);
    await expectAccessible(page, 'all of the recent activity');
    await button('showLess').press('Enter');
    await expect.poll(() => times.allInnerTexts()).toEqual(told);
  });

  it('the countdown goes from days through the day itself to a landing of one’s own', async () => {
    const { page, t, person } = await openAtFixedTime(language);
    const body = { departsAt: null, timeZone: ZONE, fromAirport: null, toAirport: null };
    const flight = { ...body, kind: 'outbound' as const, departsOn: inDays(2), number: null };
    await person.call('POST /api/flights', { body: flight });
    const lookAfter = async (days: number) => {
      await page.clock.setFixedTime(
        new Date(testSite.server.clock().getTime() + days * 86_400_000),
      );
      await page.goto('/');
      await page.getByText(t('home:landings.heading')).waitFor();
    };
    await lookAfter(1);
    await page.getByText(t('home:flight.days', { count: 1 }), { exact: true }).waitFor();
    await lookAfter(2);
    await page.getByText(t('home:flight.todayIs')).waitFor();
    await expectAccessible(page, 'the dashboard on the day of the flight');
    await lookAfter(3);
    await page.getByText(t('home:flight.passed'), { exact: true }).waitFor();
    await page.getByText(t('home:landings.own', { count: 1 })).waitFor();
    await page.getByRole('button', { name: t('home:flight.addNext') }).waitFor();
  });
});

describe('the landings of today', () => {
  it.each(['no-preference', 'reduce'] as const)(
    'are counted on from the clock, but not for whoever asks for less motion (%s)',
    async (reducedMotion) => {
      const { page, t } = await openAtFixedTime('en', { reducedMotion });
      // Noon, so that the day does not end meanwhile.
      const noon = new Date(`${inDays(0)}T12:00:00Z`);
      await page.clock.install({ time: noon });
      await page.goto('/');
      const figure = page.getByText(t('home:landings.text', { total: '102,275' }));
      await figure.waitFor();
      const landed = async () => Number((await figure.innerText()).slice(0, 6).replace(',', ''));
      // The page as it was sent says what the server's clock says, until the app has taken it over.
      await expect.poll(landed).toBeGreaterThanOrEqual(102_275 / 2 - 1);
      await page.waitForLoadState('networkidle');
      const before = await landed();
      await page.clock.runFor(60_000);
      // 71 flights land in a minute; the figure is looked at every five seconds.
      const more = async () => (await landed()) - before;
      if (reducedMotion === 'reduce') expect(await more()).toBe(0);
      else await expect.poll(more).toBeGreaterThan(60);
    },
  );
});

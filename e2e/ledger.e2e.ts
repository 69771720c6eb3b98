// @module-tag whole

import { describe, expect, it } from 'vitest';
import { toInstant } from '#shared/rules/flights.ts';
import { expectAccessible, expectNoSidewaysScroll } from './fixtures/browser.ts';
import { pressButton } from './fixtures/steps.ts';
import { createTestSite, SMALL_PHONE, WALKED_LANGUAGES } from './fixtures/test-site.ts';

const MARKER = 'zebra-lantern-4711';
const testSite = createTestSite();

/** Three days after the site's today. */
const later = () => new Date(testSite.server.clock().getTime() + 3 * 86_400_000);

describe.each(WALKED_LANGUAGES)('around a flight, in %s', (language) => {
  it('a forecast is asked for before it, a debrief after it, and both are shown before the next', async () => {
    const own = await testSite.openSignedIn({ language }, SMALL_PHONE);
    const { page, visitor, t, person } = own;
    const addresses: string[] = [];
    page.on('request', (request) => addresses.push(request.url()));
    await page.clock.setFixedTime(testSite.server.clock());
    const flyOn = (departsOn: string) =>
      person.call('POST /api/flights', {
        body: {
          kind: 'outbound',
          departsOn,
          departsAt: null,
          timeZone: 'Europe/Paris',
          fromAirport: null,
          toAirport: null,
          number: null,
        },
      });
    await flyOn(testSite.server.inDays(2));
    await flyOn(testSite.server.inDays(6));

    await page.goto('/');
    await pressButton(visitor, 'ledger:forecast.open');
    await page.getByLabel(t('ledger:forecast.expected')).fill(`${MARKER} panic`);
    await page.getByLabel(t('ledger:forecast.fear')).fill('9');
    await expectAccessible(page, 'a forecast');
    await pressButton(visitor, 'ledger:forecast.save');
    await page.getByText(t('ledger:forecast.saved')).first().waitFor();
    const first = async () =>
      (await person.call('GET /api/ledger')).body.flights.find(({ forecast }) => forecast === 9);
    await expect.poll(first).toBeDefined();

    await page.clock.setFixedTime(later());
    await page.reload();
    await page.getByRole('heading', { name: t('ledger:debrief.title') }).waitFor();
    await expectAccessible(page, 'the dashboard with a debrief');
    await pressButton(visitor, 'ledger:debrief.open');
    await page.getByText(`${MARKER} panic`).waitFor();
    await page.getByLabel(t('ledger:debrief.happened')).fill(`${MARKER} a bump`);
    await page.getByLabel(t('ledger:debrief.felt')).fill('5');
    await page.getByLabel(t('ledger:debrief.keep')).fill(`${MARKER} it passes`);
    await expectAccessible(page, 'a debrief');
    await pressButton(visitor, 'ledger:debrief.save');

    // Three days before the next flight, the last one is shown beside its forecast.
    await page.getByRole('heading', { name: t('ledger:earlier') }).waitFor();
    await page.getByText(`${MARKER} it passes`).waitFor();
    await expect.poll(async () => (await first())?.felt).toBe(5);
    await page.goto('/profile?tab=progress');
    await page.getByRole('heading', { name: t('ledger:list.heading') }).waitFor();
    await page.getByText(t('ledger:list.both', { forecast: 9, felt: 5 })).waitFor();
    await expectAccessible(page, 'the ledger of flights');
    await expectNoSidewaysScroll(page);
    // Flights stand among the measures of the report too.
    await page.goto('/profile?tab=assessment');
    await page.getByRole('heading', { name: t('ledger:measures.caption') }).waitFor();
    await expectAccessible(page, 'the report with flights');
    await expectNoSidewaysScroll(page);
    expect(addresses.filter((address) => decodeURIComponent(address).includes(MARKER))).toEqual([]);
  });
});

it.each(WALKED_LANGUAGES)(
  'the day of a flight leads to it, then asks how it was, and asks no more once that is declined (%s)',
  async (language) => {
    const { page, visitor, t, person } = await testSite.openSignedIn({
      language,
    });
    const departsOn = testSite.server.inDays(1);
    const flight = { kind: 'outbound' as const, departsOn, departsAt: '08:00', number: null };
    const way = { timeZone: 'Europe/Paris', fromAirport: 'CDG', toAirport: 'LGW' };
    await person.call('POST /api/flights', { body: { ...flight, ...way } });
    const lookAt = async (time: string) => {
      await page.clock.setFixedTime(toInstant(departsOn, time, 'Europe/Paris'));
      await page.goto('/');
      await page.getByText(t('home:flight.todayIs')).waitFor();
    };
    const question = page.getByRole('heading', { name: t('ledger:debrief.title') });

    await lookAt('10:59');
    await page.getByText(t('home:flight.todayLead')).waitFor();
    await page.getByText(t('home:landings.heading')).waitFor();
    expect(await question.count()).toBe(0);

    await lookAt('11:00');
    await page.getByText(t('home:flight.passedLead')).waitFor();
    await question.waitFor();
    await pressButton(visitor, 'ledger:debrief.open');
    await page.getByRole('dialog').getByLabel(t('ledger:debrief.happened')).fill(MARKER);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await pressButton(visitor, 'ledger:debrief.later');
    await question.waitFor({ state: 'detached' });
    await lookAt('18:00');
    await page.getByText(t('home:flight.passedLead')).waitFor();
    await page.getByText(t('home:landings.heading')).waitFor();
    expect(await question.count()).toBe(0);

    // It can be taken back from the list of flights.
    await page.goto('/profile?tab=progress');
    await page.getByText(t('ledger:list.tell'), { exact: true }).click();
    await page.getByRole('dialog').getByLabel(t('ledger:debrief.happened')).waitFor();
    expect((await person.call('GET /api/ledger')).body.flights).toEqual([]);
  },
);

it('a flight that has passed no longer says when and where it left', async () => {
  const { page, t, person } = await testSite.openSignedIn();
  await page.clock.setFixedTime(testSite.server.clock());
  const departsOn = testSite.server.inDays(1);
  const flight = { kind: 'outbound' as const, departsOn, departsAt: '18:30', number: null };
  const way = { timeZone: 'Europe/Paris', fromAirport: 'CDG', toAirport: 'LGW' };
  await person.call('POST /api/flights', { body: { ...flight, ...way } });
  await page.goto('/');
  const line = page.getByText('18:30 · CDG → LGW', { exact: true });
  await line.waitFor();
  await page.clock.setFixedTime(later());
  await page.reload();
  await page.getByText(t('home:flight.passed'), { exact: true }).waitFor();
  await page.getByRole('heading', { name: t('ledger:debrief.title') }).waitFor();
  expect(await line.count()).toBe(0);
});

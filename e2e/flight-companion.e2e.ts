// @module-tag whole

import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { FlightPhase } from '#shared/rules/flight-phases.ts';
import {
  expectAccessible,
  expectNoSidewaysScroll,
  fitsAtDoubleText,
  isInViewport,
} from './fixtures/browser.ts';
import { addFlight, fakePosition, move, prepareForFlight, roll } from './fixtures/flight-device.ts';
import { cutNetwork } from './fixtures/persistent-device.ts';
import { pressButton, type Visitor, waitForHeading } from './fixtures/steps.ts';
import {
  BROWSER_LOCALES,
  createTestSite,
  SMALL_PHONE,
  WALKED_LANGUAGES,
} from './fixtures/test-site.ts';
import { createTranslator } from './fixtures/translations.ts';

const DEBRIEF_TO_COME = { happened: null, felt: null, keep: null, onTheWay: null, rough: null };
const testSite = createTestSite();
const shots = process.env['PICTURES'];

it.each(WALKED_LANGUAGES)('a flight is gone along with in %s', async (language) => {
  const own = await testSite.openSignedIn(
    { language },
    { ...SMALL_PHONE, locale: BROWSER_LOCALES[language] },
  );
  const { page, visitor, person, t } = own;
  await addFlight(testSite, person, ['19:40', 'LYS', 'LIS']);
  const [flight] = (await person.call('GET /api/flights')).body.items;
  await person.call('POST /api/ledger', {
    body: {
      id: flight!.id,
      flightId: flight!.id,
      flownOn: flight!.departsOn,
      expected: 'I will not bear the climb',
      forecast: 9,
      ...DEBRIEF_TO_COME,
      writtenAt: testSite.server.clock().toISOString(),
    },
  });
  const shoot = async (name: string) =>
    shots && page.screenshot({ path: `${shots}/${language}-${name}.png` });
  await page.clock.install({ time: testSite.server.clock() });
  await page.goto('/flight');
  await waitForHeading(visitor, 'flight:title');
  await shoot('start');
  await expectAccessible(page, 'the start of a flight');
  await expectNoSidewaysScroll(page);
  expect(await fitsAtDoubleText(page), 'the start at 200 %').toBe(true);
  await pressButton(visitor, 'flight:choose.start');
  await page.getByText(t('flight:phases.push_back.name')).waitFor();
  await shoot('boarding');
  // From the foot of the page, what goes on is read from its beginning.
  await pressButton(visitor, 'flight:detours.delay.name');
  await waitForHeading(visitor, 'flight:detours.delay.name');
  await expect.poll(() => isInViewport(page.getByRole('heading', { level: 1 }))).toBe(true);
  await shoot('delay');
  await pressButton(visitor, 'flight:over');
  await page
    .getByRole('button', { name: t('flight:phases.take_off.name') })
    .first()
    .click();
  await shoot('phase-ahead');
  await waitForHeading(visitor, 'flight:phases.take_off.name');
  expect(await isInViewport(page.getByRole('link', { name: t('flight:what') }))).toBe(true);
  for (const phase of ['doors', 'push_back', 'taxi_out', 'take_off', 'lift_off'] as const)
    await tellNext(visitor, phase);
  await shoot('lift-off');
  await expectAccessible(page, 'a phase');
  await page.clock.fastForward('15:00');
  await page.goto('/flight');
  await page.getByText(t('flight:toGate')).waitFor();
  await shoot('climb');
  await expectAccessible(page, 'the whole flight');
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/flight?phase=rough_air');
  await page.getByText(t('flight:meter.off')).waitFor();
  // The meter is in reach before anything is read.
  expect(await isInViewport(page.getByRole('button', { name: t('flight:meter.start') }))).toBe(
    true,
  );
  await shoot('rough-air-dark');
  await expectAccessible(page, 'rough air, in the dark');
  await page.setViewportSize({ width: 844, height: 390 });
  await expectNoSidewaysScroll(page);
  await page.goto('/flight');
  await page.getByText(t('flight:motion.label')).waitFor();
  await shoot('whole-side-dark');
  const held = (await page.locator('.held-actions').boundingBox())!;
  expect(held.height, 'what is held at the foot').toBeLessThanOrEqual(390 / 5);
  await expectAccessible(page, 'the whole flight, in the dark, on its side');
  await expectNoSidewaysScroll(page);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(SMALL_PHONE.viewport);
  await page
    .getByRole('link', { name: t('flight:what') })
    .first()
    .click();
  await waitForHeading(visitor, 'sounds:title');
  await page.getByRole('searchbox').fill(language === 'fr' ? 'un chien aboit' : 'a barkin dog');
  await page.getByText(t('sounds:of.ptu.name')).click();
  await page.getByText(t('sounds:of.ptu.what')).waitFor();
  await page.getByText(t('sounds:lasts.minutes')).first().waitFor();
  await page.getByRole('button', { name: t('sounds:play') }).waitFor();
  await shoot('what');
  expect(await fitsAtDoubleText(page), 'the sounds at 200 %').toBe(true);
  await expectAccessible(page, 'the list of sounds');
  await page.goto('/flight');
  await page.setViewportSize({ width: 1280, height: 800 });
  await shoot('climb-wide');
  await waitForHeading(visitor, 'flight:phases.climb.name');
  // However long the phase beside it is, the whole flight is seen at once.
  await page.goto('/flight?phase=rough_air');
  await waitForHeading(visitor, 'flight:phases.rough_air.name');
  await page.getByText(t('flight:meter.off')).waitFor();
  const last = page.getByRole('button', { name: t('flight:phases.taxi_in.name') });
  const { y, height } = (await last.boundingBox())!;
  expect(y + height).toBeLessThan(800);
  await page.goto('/flight');
  await page.getByText(t('flight:map.title')).click();
  await page.getByText(t('flight:map.byClock')).waitFor();
  await expectAccessible(page, 'the map');

  await page.setViewportSize(SMALL_PHONE.viewport);
  await page.goto('/flight?phase=climb');
  await page.getByRole('slider').fill('7');
  await page.clock.fastForward('04:00:00');
  await page.goto('/flight');
  await pressButton(visitor, 'flight:proposal.yes');
  await page.goto('/flight?phase=taxi_in');
  await pressButton(visitor, 'flight:end');
  await page.getByText(t('flight:done.text')).waitFor();
  // From the foot of the last phase, it is read from its beginning.
  expect(await isInViewport(page.getByRole('heading', { level: 1 }))).toBe(true);
  const phase = t('flight:phases.climb.name');
  const beside = page.getByText(t('ledger:way.beside', { forecast: 9, fear: 7, phase }));
  await beside.waitFor();
  await page.getByText(t('flight:done.landing', { count: 1 })).waitFor();
  await pressButton(visitor, 'flight:done.return');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await shoot('done');
  await expectAccessible(page, 'the end of a flight');
  await expect
    .poll(async () => {
      const [record] = (await person.call('GET /api/ledger')).body.flights;
      return record?.onTheWay?.map(({ phase, fear }) => [phase, fear]);
    })
    .toEqual([['climb', 7]]);
  await page.goto('/profile?tab=progress');
  await beside.waitFor();
  await page.getByRole('button', { name: t('ledger:list.print') }).waitFor();
  await page.emulateMedia({ media: 'print' });
  await beside.waitFor();
  // A way to another page leads nowhere on paper.
  expect(await page.getByText(t('profile:ladder.text')).isVisible()).toBe(false);
  await page.emulateMedia({ media: 'screen' });

  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 844, height: 390 });
  await page.goto('/flight?card');
  await page.getByText('العربية').click();
  await page.locator('[dir=rtl]').getByText('الطيران').waitFor();
  await expectAccessible(page, 'the card, in the dark, on its side');
  await expectNoSidewaysScroll(page);
});

async function tellNext({ page, t }: Visitor, phase: FlightPhase): Promise<void> {
  await page.goto('/flight');
  // By keyboard, as with a screen reader.
  await page.getByRole('button', { name: t('flight:open', { phase: '' }).trim() }).press('Enter');
  const name = t(`flight:phases.${phase}.name`);
  await page.getByRole('button', { name: t('flight:next', { phase: name }) }).press('Enter');
  await waitForHeading({ page, t }, `flight:phases.${phase}.name`);
}

async function tellFear(page: Page, phase: FlightPhase, fear: number): Promise<void> {
  await page.goto(`/flight?phase=${phase}`);
  await page.getByRole('slider').fill(String(fear));
}

it('a flight of two hours, delayed, with a go-around, over midnight and three time zones, killed twice, ends with the right record', async () => {
  const person = await testSite.createPerson({ language: 'en' });
  const t = createTranslator('en');
  const today = testSite.server.inDays(0);
  // Two hours is what a flight between unknown airports takes.
  await person.call('POST /api/flights', {
    body: {
      kind: 'outbound',
      departsOn: today,
      departsAt: '22:10',
      timeZone: 'Europe/Lisbon',
      fromAirport: null,
      toAirport: null,
      number: null,
    },
  });
  const { device, cookies } = await prepareForFlight(testSite, person);
  const restore = await cutNetwork(testSite.server.app.server);
  const begun = Date.parse(`${today}T21:30:00Z`);
  /** Starts the phone again without a network, so many minutes after boarding began. */
  const reopen = async (minute: number, timeZone: string) => {
    const page = await device.start({ offline: true, timeZone });
    await page.context().addCookies(cookies);
    await page.addInitScript(fakePosition);
    await page.context().grantPermissions(['accelerometer', 'gyroscope']);
    await page.clock.install({ time: begun + minute * 60_000 });
    await page.goto('/flight');
    return { page, t };
  };
  const chooseSwitch = async ({ page }: Visitor, key: string) => {
    await page.getByRole('checkbox', { name: t(key) }).click({ force: true });
    await page.getByRole('checkbox', { name: t(key), checked: true }).waitFor();
  };
  const waitForPhase = ({ page }: Visitor, phase: FlightPhase) =>
    page
      .locator('[aria-current=step]')
      .getByText(t(`flight:phases.${phase}.name`))
      .waitFor();

  const first = await reopen(0, 'Europe/Lisbon');
  await pressButton(first, 'flight:choose.start');
  await waitForPhase(first, 'boarding');
  await pressButton(first, 'flight:detours.delay.name');
  await waitForHeading(first, 'flight:detours.delay.name');
  await device.end();

  const second = await reopen(60, 'Europe/Paris');
  await waitForHeading(second, 'flight:detours.delay.name');
  await pressButton(second, 'flight:over');
  for (const phase of ['doors', 'push_back', 'taxi_out'] as const) await tellNext(second, phase);
  await tellFear(second.page, 'taxi_out', 8);
  await second.page.goto('/flight');
  await chooseSwitch(second, 'flight:position.label');
  await roll(second.page);
  await pressButton(second, 'flight:proposal.yes');
  await waitForPhase(second, 'take_off');
  await second.page.clock.fastForward('50:00');
  await second.page.goto('/flight');
  await pressButton(second, 'flight:proposal.yes');
  await waitForPhase(second, 'cruise');
  await tellFear(second.page, 'cruise', 3);
  await second.page.goto('/flight?phase=rough_air');
  await pressButton(second, 'flight:meter.start');
  await second.page.getByRole('button', { name: t('flight:meter.pause') }).waitFor();
  await move(second.page, { seconds: 3 }, { seconds: 6, shake: 0.3 });
  await chooseSwitch(second, 'flight:meter.keep');
  if (shots) await second.page.screenshot({ path: `${shots}/en-meter.png`, fullPage: true });
  await second.page
    .getByText(t('flight:meter.pilots', { word: t('flight:meter.words.light') }))
    .waitFor();
  await device.end();

  // It is the next day by now, everywhere.
  const third = await reopen(60 + 50 + 55, 'Europe/Athens');
  await waitForPhase(third, 'descent');
  await pressButton(third, 'flight:proposal.yes');
  await tellNext(third, 'approach');
  await third.page.goto('/flight');
  await pressButton(third, 'flight:detours.go_around.name');
  await pressButton(third, 'flight:over');
  await waitForPhase(third, 'descent');
  await tellFear(third.page, 'descent', 7);
  await tellNext(third, 'approach');
  await third.page.goto('/flight');
  await chooseSwitch(third, 'flight:motion.label');
  await move(third.page, { seconds: 10 }, { seconds: 0.3, shake: 0.6 }, { seconds: 8, push: -2.2 });
  await third.page
    .getByText(t('flight:proposal.motion', { phase: t('flight:phases.landing.name') }))
    .waitFor();
  await pressButton(third, 'flight:proposal.yes');
  await tellNext(third, 'taxi_in');
  await pressButton(third, 'flight:end');
  await waitForHeading(third, 'flight:done.title');
  expect(await fitsAtDoubleText(third.page), 'the end at 200 %').toBe(true);
  await third.page.getByText(t('flight:meter.title')).waitFor();
  if (shots) await third.page.screenshot({ path: `${shots}/en-done.png`, fullPage: true });
  await restore();
  await third.page.context().setOffline(false);
  await third.page.goto('/flight');
  await expect
    .poll(async () => {
      const [record] = (await person.call('GET /api/ledger')).body.flights;
      const said = record?.onTheWay?.map(({ phase, fear }) => [phase, fear]);
      return [record?.flownOn, said, record?.rough?.length];
    })
    .toEqual([
      today,
      [
        ['taxi_out', 8],
        ['cruise', 3],
        ['descent', 7],
      ],
      1,
    ]);
  await device.end();
});

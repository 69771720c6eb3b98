import { expect, it } from 'vitest';
import { FLIGHT_PHASES, type FlightPhase } from '#shared/rules/flight-phases.ts';
import { PRACTISED_SOUNDS } from '#shared/rules/sound-practice.ts';
import { addFlight, fakePosition, roll } from './fixtures/flight-device.ts';
import { pressButton, type Visitor, waitForHeading } from './fixtures/steps.ts';
import {
  BROWSER_LOCALES,
  createTestSite,
  SMALL_PHONE,
  WALKED_LANGUAGES,
} from './fixtures/test-site.ts';

const testSite = createTestSite();
/** The phases that follow boarding, each told by one key. */
const TOLD = FLIGHT_PHASES.slice(1).filter((phase) => phase !== 'rough_air');

const openSeat = (language: (typeof WALKED_LANGUAGES)[number]) =>
  testSite.openSignedIn(
    { language },
    { ...SMALL_PHONE, locale: BROWSER_LOCALES[language], isOwn: true },
  );

const openPhase = ({ page, t }: Visitor) =>
  page.getByRole('button', { name: t('flight:open', { phase: '' }).trim() }).click();

async function tellNext(visitor: Visitor, phase: FlightPhase): Promise<void> {
  const { t } = visitor;
  await pressButton(visitor, 'flight:next', { phase: t(`flight:phases.${phase}.name`) });
  await waitForHeading(visitor, `flight:phases.${phase}.name`);
}

it.each(WALKED_LANGUAGES)(
  'what differs by the aircraft and the seat, and what comes next, is said in its phase (%s)',
  async (language) => {
    const { page, visitor, person, t } = await openSeat(language);
    await addFlight(testSite, person, ['19:40', 'LYS', 'LIS']);
    await page.clock.install({ time: testSite.server.clock() });
    await page.goto('/flight');
    await page.getByLabel(t('flight:aircraft.ask')).selectOption('a320');
    await page.getByLabel(t('flight:seat.ask')).selectOption('wing');
    await page.getByLabel(t('flight:side.ask')).selectOption('window');
    await pressButton(visitor, 'flight:choose.start');
    await openPhase(visitor);
    await tellNext(visitor, 'doors');
    expect(await page.getByText(t('flight:differs')).count()).toBe(0);
    await tellNext(visitor, 'push_back');
    await page.getByText(t('flight:aircraft.a320.push_back')).waitFor();
    await tellNext(visitor, 'taxi_out');
    await page.getByText(t('flight:seat.wing.taxi_out')).waitFor();
    await tellNext(visitor, 'take_off');
    await page.getByText(t('flight:side.window.take_off')).waitFor();
    await tellNext(visitor, 'lift_off');
    await page.clock.fastForward('15:00');
    await page.goto('/flight');
    const phase = t('flight:phases.cruise.name');
    const [before, after] = t('flight:nextIn', { phase, count: 0 }).split('0');
    const line = `^${before}\\d+${after}$`.replaceAll(/\s/gu, '\\s');
    await page.getByText(new RegExp(line, 'u')).waitFor();
    await page.goto('/flight?phase=climb');
    await page.getByText(t('flight:phases.climb.ahead')).waitFor();
  },
);

it.each(WALKED_LANGUAGES)(
  'a sound is practised by ear, kept, and asked again on another day (%s)',
  async (language) => {
    const { page, visitor, person, t } = await openSeat(language);
    const [sound, following] = PRACTISED_SOUNDS;
    const count = PRACTISED_SOUNDS.length;
    await page.goto('/flight?what');
    await pressButton(visitor, 'sounds:practice.begin', { count });
    await pressButton(visitor, 'sounds:play');
    await pressButton(visitor, 'sounds:stop');
    const show = page.getByRole('button', { name: t('sounds:practice.show'), exact: true });
    const answer = page.getByRole('heading', { name: t(`sounds:of.${sound}.name`) });
    // What it is, is not told before the guess.
    expect([await show.isDisabled(), await answer.count()]).toEqual([true, 0]);
    await page.getByRole('slider').press('7');
    await show.click();
    await answer.waitFor();
    await pressButton(visitor, 'sounds:practice.knew');
    await answer.waitFor({ state: 'detached' });
    expect(await show.isDisabled()).toBe(true);
    await expect
      .poll(async () =>
        (await person.call('GET /api/sound-practices')).body.items.map((one) => [
          one.sound,
          one.sure,
          one.knew,
        ]),
      )
      .toEqual([[sound, 70, true]]);
    await page.reload();
    await pressButton(visitor, 'sounds:practice.begin', { count: count - 1 });
    await page.getByRole('slider').press('3');
    await show.click();
    await page.getByRole('heading', { name: t(`sounds:of.${following}.name`) }).waitFor();
  },
);

it.each(WALKED_LANGUAGES)(
  'two flights of one day have each its record and its debrief, and where the device is, is neither sent nor stored (%s)',
  async (language) => {
    const { page, visitor, person, t } = await openSeat(language);
    /** Every place of `roll`: no instant and no figure of the app is written so. */
    const place = /45\.0[01]\d{3}/;
    const sent: string[] = [];
    page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
    await addFlight(testSite, person, ['11:00', 'LYS', 'LIS']);
    await addFlight(testSite, person, ['19:40', 'LIS', 'FNC']);
    /** Chooses one of the flights by its airports, and says that boarding has begun. */
    const begin = async (route: string) => {
      await page.getByText(route).click();
      await pressButton(visitor, 'flight:choose.start');
    };
    /** Says how strong the fear is, then phase by phase that what is left of the flight has come. */
    const flyOn = async (fear: number, left: readonly FlightPhase[]) => {
      await openPhase(visitor);
      await page.getByRole('slider').fill(String(fear));
      for (const phase of left) await tellNext(visitor, phase);
      await pressButton(visitor, 'flight:end');
      await waitForHeading(visitor, 'flight:done.title');
    };
    const readRecords = async () =>
      (await person.call('GET /api/ledger')).body.flights
        .map(({ onTheWay, happened }) => [
          ...(onTheWay ?? []).map(({ phase, fear }) => `${phase} ${fear}`),
          happened,
        ])
        .toSorted((one, other) => (String(one) < String(other) ? -1 : 1));
    await page.addInitScript(fakePosition);
    await page.clock.install({ time: testSite.server.clock() });
    await page.goto('/flight');
    await begin('LYS');
    await page.getByText(t('flight:map.title')).click();
    const follow = page.getByRole('checkbox', { name: t('flight:position.label') });
    await follow.click({ force: true });
    await roll(page);
    await page.getByText(t('flight:map.byPosition')).waitFor();
    await pressButton(visitor, 'flight:proposal.yes');
    await follow.click({ force: true });
    await page.getByText(t('flight:map.byClock')).waitFor();
    await flyOn(7, TOLD.slice(TOLD.indexOf('lift_off')));
    await expect.poll(readRecords).toEqual([['take_off 7', null]]);
    const stored = await page.evaluate(() =>
      [localStorage, sessionStorage].flatMap((storage) => Object.values(storage as object)),
    );
    expect(stored.join(' ')).toContain('take_off');
    expect([...sent, ...stored].filter((text) => place.test(text))).toEqual([]);

    await pressButton(visitor, 'flight:done.tell');
    await page.getByLabel(t('ledger:debrief.happened')).fill('A bump');
    await page.getByLabel(t('ledger:debrief.felt')).fill('5');
    await pressButton(visitor, 'ledger:debrief.save');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    // Sooner, and at the same place, it would be the second half of a double press.
    await page.clock.fastForward('00:01');
    await page.getByRole('link', { name: t('flight:done.home') }).click();
    await page.waitForURL((url) => url.pathname === '/');
    await page.goto('/flight');
    await begin('FNC');
    await flyOn(3, TOLD);
    await page.getByRole('button', { name: t('flight:done.tell') }).waitFor();
    await expect.poll(readRecords).toEqual([
      ['boarding 3', null],
      ['take_off 7', 'A bump'],
    ]);
  },
);

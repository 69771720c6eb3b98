// @module-tag whole

import { expect, it } from 'vitest';
import { expectAccessible, expectNoSidewaysScroll, fitsAtDoubleText } from './fixtures/browser.ts';
import { pressButton, waitForHeading } from './fixtures/steps.ts';
import { createTestSite, SMALL_PHONE, WALKED_LANGUAGES } from './fixtures/test-site.ts';
import { speakInWriting } from './fixtures/written-voice.ts';

const testSite = createTestSite();
const shots = process.env['PICTURES'];

it.each(WALKED_LANGUAGES)(
  'a flight is rehearsed, left by Back, asked about after a reload, and kept in %s',
  async (language) => {
    const own = await testSite.openSignedIn({ language }, SMALL_PHONE);
    const { page, visitor, person, t } = own;
    const shoot = async (name: string) => {
      if (shots) await page.screenshot({ path: `${shots}/rehearsal-${language}-${name}.png` });
    };
    const expectAccessibleByNight = async (what: string) => {
      await expectAccessible(page, what);
      await page.emulateMedia({ colorScheme: 'dark' });
      await expectAccessible(page, `${what}, in the dark`);
      await page.emulateMedia({ colorScheme: null });
    };
    // A person on the ladder: one step of their ladder was tried.
    const climbed = { area: 'fear_heights', material: 'small', words: null } as const;
    const stepId = crypto.randomUUID();
    await person.call('PUT /api/ladder', { body: { steps: [{ ...climbed, id: stepId }] } });
    await person.call('POST /api/ladder/attempts', {
      body: {
        id: crypto.randomUUID(),
        stepId,
        setting: 'home_alone',
        expected: 'It',
        sure: 50,
        startedAt: testSite.server.clock().toISOString(),
        before: 3,
        outcome: { highest: 4, after: 2, happened: 'It', learned: 'This' },
      },
    });
    await page.goto('/rehearsal');
    await waitForHeading(visitor, 'rehearsal:title');
    await page.getByRole('link', { name: t('rehearsal:doses.runway') }).waitFor();
    await expectAccessibleByNight('the doses');
    await expectNoSidewaysScroll(page);
    await shoot('list');
    await page.getByRole('link', { name: t('rehearsal:doses.runway') }).click();
    await waitForHeading(visitor, 'rehearsal:cautions.title');
    await expectAccessible(page, 'the cautions');
    await shoot('cautions');
    await pressButton(visitor, 'rehearsal:cautions.go');
    await waitForHeading(visitor, 'rehearsal:dose.title');
    await expectAccessibleByNight('the dose');
    await expectNoSidewaysScroll(page);
    expect(await fitsAtDoubleText(page), 'the dose at twice the text size').toBe(true);
    await shoot('dose');
    await pressButton(visitor, 'rehearsal:dose.next');
    await waitForHeading(visitor, 'rehearsal:prediction.title');
    await page.getByLabel(t('rehearsal:prediction.words')).fill('I will have to stop');
    const scales = page.getByRole('slider');
    for (const [index, key] of ['8', '4', '8'].entries()) await scales.nth(index).press(key);
    await expectAccessibleByNight('the prediction');
    expect(await fitsAtDoubleText(page), 'the prediction at twice the text size').toBe(true);
    await shoot('prediction');
    await pressButton(visitor, 'rehearsal:prediction.go');
    await page.getByRole('status').getByText(t('rehearsal:phases.taxi')).waitFor();
    await page.keyboard.press('ArrowUp');
    await expectAccessible(page, 'the flight');
    await shoot('flight');
    await page.goBack();
    await page.getByText(t('rehearsal:after.part', { count: 1 })).waitFor();
    await page.goto('/ladder');
    await page.goto('/rehearsal');
    const dose = page.getByRole('listitem').filter({ hasText: t('rehearsal:doses.runway') });
    await dose.getByText(t('rehearsal:list.untold')).waitFor();
    await dose.getByRole('link').click();
    await waitForHeading(visitor, 'rehearsal:after.expected', { forecast: 8 });
    await page.getByLabel(t('ladder:after.happened')).fill('I looked');
    await page.getByLabel(t('ladder:after.learned')).fill('It passed');
    await expectAccessibleByNight('afterwards');
    await shoot('after');
    await pressButton(visitor, 'rehearsal:after.keep');
    await waitForHeading(visitor, 'rehearsal:title');
    const findKept = async () => {
      const { steps } = (await person.call('GET /api/ladder')).body;
      return steps.find(({ material }) => material === 'rehearsal.runway')?.attempts[0];
    };
    await expect.poll(async () => (await findKept())?.outcome?.highest).toBe(5);
    expect(await findKept()).toMatchObject({
      sure: 80,
      before: 4,
      outcome: { rehearsal: { forecast: 8, dose: { from: 'taxi', to: 'take_off' } } },
    });
    expect((await findKept())?.outcome?.rehearsal?.curve.at(-1)?.fear).toBe(5);
    await page.goto('/profile?tab=progress');
    const row = page.getByRole('row', { name: t('ladder:rehearsal.runway') });
    await expect.poll(() => row.getByRole('cell').allTextContents()).toEqual(['8', '5']);
    await shoot('ledger');
    await page.goto('/plan');
    await page.getByRole('link', { name: t('ladder:rehearsal.runway') }).waitFor();
    await shoot('plan');
  },
);

it('a flight is gone through to its end, announced as it goes, and repeated from another window', async () => {
  const own = await testSite.openSignedIn({ language: 'en' }, { isOwn: true });
  const { page, visitor, person, t } = own;
  await page.addInitScript(speakInWriting);
  const step = {
    id: crypto.randomUUID(),
    area: 'fear_heights',
    material: 'rehearsal.level',
    words: null,
  } as const;
  const attempt = {
    id: crypto.randomUUID(),
    stepId: step.id,
    startedAt: testSite.server.clock().toISOString(),
    setting: 'home_alone',
    expected: 'I will look away',
    sure: 60,
    before: 3,
    outcome: null,
  } as const;
  await person.call('PUT /api/ladder', { body: { steps: [step] } });
  await person.call('POST /api/ladder/attempts', { body: attempt });
  // A person who has rehearsed is not warned again.
  await page.clock.install({ time: testSite.server.clock() });
  await page.goto('/rehearsal?dose=gate');
  await waitForHeading(visitor, 'rehearsal:dose.title');
  // A link that leads past the list says it too where a flight is near.
  expect(await page.getByText(t('rehearsal:lastDay')).count()).toBe(0);
  const timeZone = 'Europe/Paris';
  const flightDate = testSite.server.inDays(1);
  await person.call('PUT /api/users/me/flight-date', { body: { flightDate, timeZone } });
  await page.reload();
  await page.getByText(t('rehearsal:lastDay')).waitFor();
  const end = page.getByRole('slider', { name: t('rehearsal:dose.to'), exact: true });
  await end.press('ArrowRight');
  await expect.poll(() => end.getAttribute('aria-valuetext')).toBe(t('rehearsal:phases.taxi'));
  // Nothing is spoken unasked.
  const aloud = page.getByRole('checkbox', { name: t('rehearsal:dose.announce') });
  expect(await aloud.isChecked()).toBe(false);
  await aloud.check({ force: true });
  await pressButton(visitor, 'rehearsal:dose.next');
  await page.getByLabel(t('rehearsal:prediction.words')).fill('It will be loud');
  const scales = page.getByRole('slider');
  for (const [index, key] of ['6', '3', '7'].entries()) await scales.nth(index).press(key);
  await page.getByLabel(t('ladder:before.setting')).selectOption('hard_day');
  await pressButton(visitor, 'rehearsal:prediction.go');
  const told = page.getByRole('status');
  for (const phase of ['boarding', 'push_back', 'taxi'] as const) {
    for (let second = 0; second < 90; second += 10) {
      if (await told.getByText(t(`rehearsal:phases.${phase}`)).isVisible()) break;
      await page.clock.runFor(10_000);
    }
    await told.getByText(t(`rehearsal:phases.${phase}`)).waitFor();
    if (phase !== 'taxi') {
      const words = t(`rehearsal:announcements.${phase}`);
      const caption = await told.getByText(words).boundingBox();
      const line = await page.getByText(t('rehearsal:flight.fear')).last().boundingBox();
      expect(caption!.y).toBeGreaterThan(line!.y + line!.height);
      expect(
        (await page.evaluate(() => (globalThis as unknown as { said: string[] }).said)).join(' '),
      ).toContain(words);
    }
    await page.keyboard.press('9');
    await page.clock.runFor(2_000);
    await page.keyboard.press('ArrowDown');
  }
  await page.clock.runFor(90_000);
  await page.getByText(t('rehearsal:after.whole', { count: 3 })).waitFor();
  await waitForHeading(visitor, 'rehearsal:after.expected', { forecast: 7 });
  await page.getByLabel(t('ladder:after.happened')).fill('It was loud');
  await page.getByLabel(t('ladder:after.learned')).fill('Loud is not falling');
  await pressButton(visitor, 'rehearsal:after.again');
  await waitForHeading(visitor, 'rehearsal:prediction.title');
  const findKept = async (time = 0) => {
    const { steps } = (await person.call('GET /api/ladder')).body;
    return steps.find(({ material }) => material === 'rehearsal.gate')?.attempts[time];
  };
  await expect.poll(async () => (await findKept())?.outcome?.highest).toBe(9);
  expect(await findKept()).toMatchObject({
    setting: 'hard_day',
    outcome: { after: 8, rehearsal: { lasted: 180, dose: { to: 'taxi' } } },
  });
  await page.getByLabel(t('rehearsal:prediction.words')).fill('It will be loud');
  for (const [index, key] of ['6', '3', '7'].entries()) await scales.nth(index).press(key);
  await pressButton(visitor, 'rehearsal:prediction.go');
  await told.getByText(t('rehearsal:phases.boarding')).waitFor();
  await page.keyboard.press('Escape');
  await page.getByText(t('rehearsal:after.part', { count: 1 })).waitFor();
  await page.getByLabel(t('ladder:after.happened')).fill('It was as loud');
  await page.getByLabel(t('ladder:after.learned')).fill('I stopped, and that was all');
  await pressButton(visitor, 'rehearsal:after.keep');
  const readSeat = async () => (await findKept(1))?.outcome?.rehearsal?.dose.seat;
  await expect.poll(readSeat).toBe('over');
  expect((await findKept())?.outcome?.rehearsal?.dose.seat).toBe('behind');
});

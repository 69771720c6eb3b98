import { expect, it } from 'vitest';
import { expectAccessible, expectNoSidewaysScroll } from './fixtures/browser.ts';
import { pressButton, waitForHeading } from './fixtures/steps.ts';
import { createTestSite, SMALL_PHONE, WALKED_LANGUAGES } from './fixtures/test-site.ts';

const testSite = createTestSite();
const shots = process.env['PICTURES'];

it.each(WALKED_LANGUAGES)(
  'a flight is rehearsed, stopped early and kept in %s',
  async (language) => {
    const own = await testSite.openSignedIn({ language }, SMALL_PHONE);
    const { page, visitor, person, t } = own;
    const shoot = async (name: string) => {
      if (shots) await page.screenshot({ path: `${shots}/rehearsal-${language}-${name}.png` });
    };
    await page.goto('/rehearsal');
    await waitForHeading(visitor, 'rehearsal:title');
    await page.getByRole('link', { name: t('rehearsal:doses.runway') }).waitFor();
    await expectAccessible(page, 'the doses');
    await expectNoSidewaysScroll(page);
    await shoot('list');
    await page.getByRole('link', { name: t('rehearsal:doses.runway') }).click();
    await waitForHeading(visitor, 'rehearsal:cautions.title');
    await expectAccessible(page, 'the cautions');
    await shoot('cautions');
    await pressButton(visitor, 'rehearsal:cautions.go');
    await waitForHeading(visitor, 'rehearsal:dose.title');
    await expectAccessible(page, 'the dose');
    await expectNoSidewaysScroll(page);
    await shoot('dose');
    await pressButton(visitor, 'rehearsal:dose.next');
    await waitForHeading(visitor, 'rehearsal:prediction.title');
    await page.getByLabel(t('rehearsal:prediction.words')).fill('I will have to stop');
    const scales = page.getByRole('slider');
    for (const [index, key] of ['8', '4', '8'].entries()) await scales.nth(index).press(key);
    await expectAccessible(page, 'the prediction');
    await shoot('prediction');
    await pressButton(visitor, 'rehearsal:prediction.go');
    await page.getByRole('status').getByText(t('rehearsal:phases.taxi')).waitFor();
    await page.keyboard.press('ArrowUp');
    await expectAccessible(page, 'the flight');
    await shoot('flight');
    await pressButton(visitor, 'rehearsal:flight.stop');
    await page.getByLabel(t('ladder:after.happened')).fill('I looked');
    await page.getByLabel(t('ladder:after.learned')).fill('It passed');
    await expectAccessible(page, 'afterwards');
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
  },
);

it('a flight is gone through to its end by keyboard, told as it goes, and repeated from another window', async () => {
  const own = await testSite.openSignedIn({}, { isOwn: true });
  const { page, visitor, person, t } = own;
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
    ...{ sure: 60, before: 3, outcome: null },
  } as const;
  await person.call('PUT /api/ladder', { body: { steps: [step] } });
  await person.call('POST /api/ladder/attempts', { body: attempt });
  // Somebody who has rehearsed is not warned again.
  await page.clock.install({ time: testSite.server.clock() });
  await page.goto('/rehearsal?dose=gate');
  await waitForHeading(visitor, 'rehearsal:dose.title');
  const end = page.getByRole('slider', { name: t('rehearsal:dose.to'), exact: true });
  await end.press('ArrowRight');
  await expect.poll(() => end.getAttribute('aria-valuetext')).toBe(t('rehearsal:phases.taxi'));
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
  const findKept = async () => {
    const { steps } = (await person.call('GET /api/ladder')).body;
    return steps.find(({ material }) => material === 'rehearsal.gate')?.attempts[0];
  };
  await expect.poll(async () => (await findKept())?.outcome?.highest).toBe(9);
  expect(await findKept()).toMatchObject({
    setting: 'hard_day',
    outcome: { after: 8, rehearsal: { lasted: 180, dose: { to: 'taxi' } } },
  });
});

// @module-tag whole

import { chromium, type Page } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { layOutWindows } from '#web/features/rehearsal-drawing/engine/camera.ts';
import { tabTo } from './fixtures/keys.ts';
import { pressButton, waitForHeading } from './fixtures/steps.ts';
import { createTestSite } from './fixtures/test-site.ts';
import { createTranslator } from './fixtures/translations.ts';

const testSite = createTestSite();

/** Lets the page's time pass until it tells a phase, a second at a time. */
async function flyTo(page: Page, words: string) {
  const told = page.getByRole('status').getByText(words, { exact: true });
  for (let second = 0; second < 240 && !(await told.isVisible()); second += 1)
    await page.clock.runFor(1_000);
  await told.waitFor();
}

it('every part of a dose is chosen, flown to its landing and told of without a pointer', async () => {
  const { page, visitor, person, t } = await testSite.openSignedIn(
    { language: 'en' },
    { isOwn: true },
  );
  const { keyboard } = page;
  // Its name ends with its value.
  const slider = (key: string) => page.getByRole('slider', { name: t(key) });
  const pressByKeys = async (key: string) => {
    await tabTo(page, page.getByRole('button', { name: t(key), exact: true }));
    await keyboard.press('Enter');
  };
  const changeByKeys = async (target: ReturnType<typeof slider>, ...pressed: string[]) => {
    await tabTo(page, target);
    for (const key of pressed) await keyboard.press(key);
  };
  await page.clock.install({ time: testSite.server.clock() });
  await page.goto('/rehearsal?dose=city');
  await waitForHeading(visitor, 'rehearsal:cautions.title');
  await pressByKeys('rehearsal:cautions.go');
  await waitForHeading(visitor, 'rehearsal:dose.title');
  await changeByKeys(slider('rehearsal:dose.rough'), 'ArrowRight');
  const light = page.getByRole('radio', { name: t('rehearsal:lights.night') });
  await changeByKeys(light, 'ArrowRight');
  await changeByKeys(slider('rehearsal:dose.long'), 'ArrowLeft');
  const choose = (key: string) => page.getByLabel(t(key), { exact: true });
  await changeByKeys(choose('rehearsal:dose.place'), 'ArrowDown');
  await changeByKeys(choose('rehearsal:dose.seat'), 'ArrowDown');
  await changeByKeys(choose('rehearsal:dose.detour'), 'ArrowDown', 'ArrowDown');
  await pressByKeys('rehearsal:dose.next');
  await waitForHeading(visitor, 'rehearsal:prediction.title');
  await tabTo(page, page.getByLabel(t('rehearsal:prediction.words')));
  await keyboard.type('I will want to get out');
  await changeByKeys(slider('ladder:before.sure'), '8');
  await changeByKeys(slider('ladder:before.fear'), '4');
  await changeByKeys(slider('rehearsal:prediction.highest'), '9');
  await pressByKeys('rehearsal:prediction.go');

  const told = page.getByRole('status');
  for (const phase of ['descent', 'holding', 'approach', 'landing'] as const) {
    await flyTo(page, t(`rehearsal:phases.${phase}`));
    await told.getByText(t(`rehearsal:sounds.${phase}`)).waitFor();
    // What a crew says is always written, and spoken only on request.
    if (phase !== 'landing') await told.getByText(t(`rehearsal:announcements.${phase}`)).waitFor();
    if (phase === 'holding') {
      await tabTo(page, page.getByRole('button', { name: t('rehearsal:flight.stop') }));
      await changeByKeys(slider('rehearsal:flight.fear'), 'ArrowUp', 'ArrowUp');
    }
    if (phase === 'landing') await keyboard.press('ArrowDown');
  }
  await expect
    .poll(async () => {
      await page.clock.runFor(5_000);
      return page.getByText(t('rehearsal:after.whole', { count: 5 })).isVisible();
    })
    .toBe(true);
  const heading = page.getByRole('heading', { level: 1 });
  expect(await heading.textContent()).toBe(
    `${t('rehearsal:after.expected', { forecast: 9 })} ${t('rehearsal:after.fell', { highest: 6 })}`,
  );
  await page.getByText(t('rehearsal:after.curve')).waitFor();
  await tabTo(page, page.getByLabel(t('ladder:after.happened')));
  await keyboard.type('It went round');
  await tabTo(page, page.getByLabel(t('ladder:after.learned')));
  await keyboard.type('Round is not down');
  await changeByKeys(slider('rehearsal:after.next'), '3');
  await pressByKeys('rehearsal:after.keep');
  await waitForHeading(visitor, 'rehearsal:title');
  const findKept = async () => {
    const { steps } = (await person.call('GET /api/ladder')).body;
    return steps.find(({ material }) => material === 'rehearsal.city')?.attempts[0];
  };
  await expect.poll(async () => (await findKept())?.outcome?.highest).toBe(6);
  expect(await findKept()).toMatchObject({
    sure: 80,
    before: 4,
    outcome: {
      after: 5,
      rehearsal: {
        forecast: 9,
        lasted: 300,
        sureNext: 30,
        dose: {
          from: 'descent',
          to: 'landing',
          roughness: 2,
          light: 'rain',
          minutes: 5,
          place: 'water',
          seat: 'over',
          detour: 'holding',
        },
      },
    },
  });
});

/** Opens a browser that draws in software, with or without the wish for less motion. */
async function openFlight(reducedMotion: 'no-preference' | 'reduce', prepare?: () => void) {
  const t = createTranslator('en');
  const person = await testSite.createPerson({ language: 'en' });
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_SHELL_PATH'] ?? process.env['CHROMIUM_PATH']!,
    args: ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', ...asRoot],
  });
  onTestFinished(() => browser.close());
  const viewport = { width: 240, height: 480 };
  const page = await (
    await browser.newContext({ viewport, reducedMotion, hasTouch: true })
  ).newPage();
  const visitor = { page, t };
  if (prepare) await page.addInitScript(prepare);
  await testSite.authenticate(page, person);
  // A picture that moves is looked at as it comes; one that stands still can be waited for.
  if (reducedMotion === 'reduce') await page.clock.install({ time: testSite.server.clock() });
  await page.goto(`${testSite.server.url}/rehearsal?dose=runway`);
  await pressButton(visitor, 'cookies:banner.refuse');
  await pressButton(visitor, 'rehearsal:cautions.go');
  await pressButton(visitor, 'rehearsal:dose.next');
  await page.getByLabel(t('rehearsal:prediction.words')).fill('I will look away');
  const scales = page.getByRole('slider');
  for (const [index, key] of ['6', '3', '7'].entries()) await scales.nth(index).press(key);
  await pressButton(visitor, 'rehearsal:prediction.go');
  await page.getByRole('status').getByText(t('rehearsal:phases.taxi')).waitFor();
  const { x, y, halfWidth, halfHeight } = layOutWindows(viewport.width, viewport.height);
  const clip = {
    x: x - halfWidth * 0.6,
    y: viewport.height - y - halfHeight * 0.6,
    width: halfWidth,
    height: halfHeight * 0.8,
  };
  /** What the window shows once nothing fades. */
  const look = async () => {
    await page.evaluate(() =>
      Promise.all(document.getAnimations().map((animation) => animation.finished)),
    );
    return (await page.screenshot({ clip })).toString('base64');
  };
  /** What it shows once that is the same twice. */
  const lookLong = async () => {
    let shown = await look();
    const isSame = async () => {
      const former = shown;
      shown = await look();
      return shown === former;
    };
    await expect.poll(isSame).toBe(true);
    return shown;
  };
  return { page, t, look, lookLong };
}

it('a window moves for somebody who wants motion, and the fear is moved by thumb meanwhile', async () => {
  const { page, t, look } = await openFlight('no-preference');
  const before = await look();
  await expect.poll(look).not.toBe(before);
  const line = page.getByRole('slider', { name: t('rehearsal:flight.fear') });
  expect(await line.inputValue()).toBe('3');
  const { x, y, width, height } = (await line.boundingBox())!;
  await page.touchscreen.tap(x + width / 2, y + height * 0.15);
  await expect.poll(async () => Number(await line.inputValue())).toBeGreaterThan(6);
});

it('a window stands still for somebody who wants as little motion as can be, and changes with the phase', async () => {
  const { page, t, look, lookLong } = await openFlight('reduce');
  await page.clock.runFor(2_000);
  const before = await lookLong();
  await page.clock.runFor(6_000);
  expect(await look()).toBe(before);
  await flyTo(page, t('rehearsal:phases.take_off'));
  await page.clock.runFor(2_000);
  const after = await lookLong();
  expect(after).not.toBe(before);
  await page.clock.runFor(6_000);
  expect(await look()).toBe(after);
});

/** A device that draws nothing, and counts how often its sound is told how to go on. */
function refuseToDraw() {
  HTMLCanvasElement.prototype.getContext = () => null;
  const follow = Reflect.get(AudioParam.prototype, 'setTargetAtTime') as (
    ...how: unknown[]
  ) => AudioParam;
  Object.assign(globalThis, { followed: 0 });
  AudioParam.prototype.setTargetAtTime = function count(...how) {
    (globalThis as unknown as { followed: number }).followed += 1;
    return follow.apply(this, how);
  };
}

it('a device that cannot draw shows the kept still of each phase, and the flight goes on in sound and words', async () => {
  const { page, t } = await openFlight('reduce', refuseToDraw);
  const seeStill = async (name: string) => {
    const still = page.locator(`img[src*="${name}"]`);
    await expect
      .poll(() => still.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(100);
  };
  const readFollowed = () =>
    page.evaluate(() => (globalThis as unknown as { followed: number }).followed);
  await seeStill('dusk-runway');
  const before = await readFollowed();
  await flyTo(page, t('rehearsal:phases.take_off'));
  expect(await readFollowed()).toBeGreaterThan(before + 100);
  await page.getByRole('status').getByText(t('rehearsal:sounds.take_off')).waitFor();
  await seeStill('dusk-runway');
});

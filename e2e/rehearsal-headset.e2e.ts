// @module-tag whole

import { createRequire } from 'node:module';
import path from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { pressButton, waitForHeading } from './fixtures/steps.ts';
import { createTestSite } from './fixtures/test-site.ts';
import { createTranslator } from './fixtures/translations.ts';

const testSite = createTestSite();
const EMULATOR = path.join(
  path.dirname(createRequire(import.meta.url).resolve('iwer')),
  '../build/iwer.min.js',
);

interface Emulated {
  installRuntime: (options: object) => void;
  controllers: { right: { updateButtonValue: (button: string, value: number) => void } };
}
declare const IWER: {
  XRDevice: new (kind: object, options: object) => Emulated;
  metaQuest3: object;
};
declare const headset: Emulated;

function plugInHeadset() {
  const device = new IWER.XRDevice(IWER.metaQuest3, { stereoEnabled: true });
  device.installRuntime({ forceInstall: true });
  Object.assign(globalThis, { headset: device });
}

/** Opens a browser that draws in software, with a headset, in which a person is signed in. */
async function openWithHeadset() {
  const person = await testSite.createPerson({ language: 'en' });
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_SHELL_PATH'] ?? process.env['CHROMIUM_PATH']!,
    args: ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', ...asRoot],
  });
  onTestFinished(() => browser.close());
  // So narrow that each eye sees one window, whole.
  const context = await browser.newContext({ viewport: { width: 400, height: 400 } });
  const page = await context.newPage();
  await page.addInitScript({ path: EMULATOR });
  await page.addInitScript(plugInHeadset);
  await testSite.authenticate(page, person);
  /** What the two halves of the screen hold: mean light of each (0 to 255), and where its middle lies (0 to 1). */
  const readEyes = () => page.evaluate(measureHalves);
  return { page, person, readEyes };
}

async function measureHalves() {
  const canvas = document.querySelector<HTMLCanvasElement>('[data-webxr_runtime] canvas')!;
  // What was drawn is there until the end of the frame, and the headset has drawn first.
  await new Promise((resolve) => requestAnimationFrame(resolve));
  const [width, height] = [Math.floor(canvas.width / 2), canvas.height];
  return [0, 1].map((half) => {
    const context = new OffscreenCanvas(width, height).getContext('2d')!;
    context.drawImage(canvas, -half * width, 0);
    const { data } = context.getImageData(0, 0, width, height);
    let [sum, moment] = [0, 0];
    for (let i = 0; i < data.length; i += 4) {
      const light = (data[i]! + data[i + 1]! + data[i + 2]!) / 3;
      sum += light;
      moment += light * (((i / 4) % width) / width);
    }
    return { light: sum / (width * height), middle: moment / sum };
  });
}

/** Presses the trigger of the right hand, and lets it go. */
const pressTrigger = (page: Page) =>
  page.evaluate(async () => {
    const show = () => new Promise((resolve) => requestAnimationFrame(resolve));
    headset.controllers.right.updateButtonValue('trigger', 1);
    await show();
    await show();
    headset.controllers.right.updateButtonValue('trigger', 0);
  });

it('a flight goes on in a headset, seen by each eye from its own place, until a button is pressed', async () => {
  const t = createTranslator('en');
  const { page, person, readEyes } = await openWithHeadset();
  const visitor = { page, t };
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  const isLoaded = () => loaded.some((url) => /\/headset-[^/]*\.js$/.test(url));
  await page.goto(`${testSite.server.url}/rehearsal?dose=level`);
  await pressButton(visitor, 'cookies:banner.refuse');
  await pressButton(visitor, 'rehearsal:cautions.go');
  await pressButton(visitor, 'rehearsal:dose.next');
  await page.getByLabel(t('rehearsal:prediction.words')).fill('I will look away');
  const scales = page.getByRole('slider');
  for (const [index, key] of ['8', '4', '8'].entries()) await scales.nth(index).press(key);
  await pressButton(visitor, 'rehearsal:prediction.go');
  await page.getByRole('status').getByText(t('rehearsal:phases.cruise')).waitFor();
  expect(isLoaded()).toBe(false);
  await pressButton(visitor, 'rehearsal:flight.headset');
  await expect.poll(isLoaded).toBe(true);
  await page.locator('[data-webxr_runtime] canvas').first().waitFor();
  // Daylight over clouds, for both eyes; what is before both lies further right for the left one.
  await expect
    .poll(async () => Math.min(...(await readEyes()).map(({ light }) => light)))
    .toBeGreaterThan(25);
  const [left, right] = await readEyes();
  expect(left!.middle - right!.middle).toBeGreaterThan(0.03);

  await pressTrigger(page);
  await waitForHeading(visitor, 'rehearsal:after.expected', { forecast: 8 });
  await page.getByRole('slider', { name: t('ladder:after.highest') }).press('6');
  await page.getByRole('slider', { name: t('ladder:after.fear'), exact: true }).press('2');
  await page.getByLabel(t('ladder:after.happened')).fill('I looked');
  await page.getByLabel(t('ladder:after.learned')).fill('It passed');
  await pressButton(visitor, 'rehearsal:after.keep');
  const findOutcome = async () => {
    const { steps } = (await person.call('GET /api/ladder')).body;
    return steps.find(({ material }) => material === 'rehearsal.level')?.attempts[0]?.outcome;
  };
  await expect.poll(findOutcome).toMatchObject({ highest: 6, after: 2 });
});

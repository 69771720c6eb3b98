// @module-tag whole

import { describe, expect, it } from 'vitest';
import { startChromium } from './fixtures/chromium.ts';
import { type DrivenPage, KEYS } from './fixtures/driven-browser.ts';
import {
  createDrivenProfile,
  enterAccount,
  hasKeptPages,
  OTHER_BROWSERS,
} from './fixtures/driven-profile.ts';
import { cutNetwork } from './fixtures/persistent-device.ts';
import { createTestSite } from './fixtures/test-site.ts';
import { createTranslator } from './fixtures/translations.ts';

const testSite = createTestSite();
const t = createTranslator('en');

const BROWSERS = [
  { name: 'Chromium', start: startChromium, program: process.env['CHROMIUM_PATH'] },
  ...OTHER_BROWSERS,
];

/** Moves the focus to the scale at this place of the page, as the key that leads from one to the next does. */
const focusScale = (page: DrivenPage, index: number) =>
  page.run((at) => document.querySelectorAll<HTMLElement>('main [type=range]')[at]?.focus(), index);

/** Says what is expected, and sits down. */
async function predict(page: DrivenPage, digits: readonly string[]) {
  await page.press('label', t('rehearsal:prediction.words'));
  await page.type('It will be loud');
  for (const [index, digit] of digits.entries()) {
    await focusScale(page, index);
    await page.type(digit);
  }
  await page.press('button', t('rehearsal:prediction.go'));
}

/** Waits until the window shows something: a canvas that was drawn into, or the still in its place. */
async function seeWindow(page: DrivenPage, still: string) {
  // A canvas that keeps the size canvases begin with has not been drawn into: the still may yet take its place.
  const isShown = () =>
    page.run((name) => {
      const found = document.querySelector<HTMLImageElement>(`img[src*=${name}]`);
      if (found) return found.complete && found.naturalWidth > 0;
      const { width, height } = document.querySelector('canvas') ?? { width: 300, height: 150 };
      return width !== 300 || height !== 150;
    }, still);
  await expect.poll(isShown, { message: 'a drawing, or the still in its place' }).toBe(true);
}

/** Lets each frame come at once, a quarter of a second after the one before by the page's own time; keeps what is told. */
function hurryFrames() {
  const told: string[] = [];
  const status = document.querySelector('output.text-center')!;
  const tell = () => {
    const phase = status.firstElementChild?.firstElementChild?.textContent;
    if (phase && told.at(-1) !== phase) told.push(phase);
  };
  tell();
  new MutationObserver(tell).observe(status, { childList: true, subtree: true });
  let now = performance.now();
  Object.assign(globalThis, {
    told,
    requestAnimationFrame: (draw: FrameRequestCallback) =>
      setTimeout(() => draw((now += 250)), 1) as unknown as number,
    cancelAnimationFrame: (request: number) => clearTimeout(request),
  });
}
const readTold = (page: DrivenPage) =>
  page.run(() => (globalThis as unknown as { told: string[] }).told);

async function tellOfIt(page: DrivenPage) {
  for (const label of ['ladder:after.happened', 'ladder:after.learned']) {
    await page.press('label', t(label));
    await page.type('It passed');
  }
  await page.press('button', t('rehearsal:after.keep'));
}

describe.each(BROWSERS)('in $name', ({ start, program }) => {
  it.skipIf(!program)(
    'a rehearsal is chosen, predicted, stopped early and told of, another gone through to its end, and one begun without a network',
    async () => {
      const person = await testSite.createPerson({ language: 'en' });
      const openBrowser = await createDrivenProfile(start, testSite.server.url);
      const page = await openBrowser();
      await page.open('/auth');
      await enterAccount(page, t, person.email, t('auth:signIn.submit'));
      await page.see('heading', 'Amelia');
      const findOutcome = async (material: string, time = 0) => {
        const { steps } = (await person.call('GET /api/ladder')).body;
        return steps.find((step) => step.material === material)?.attempts[time]?.outcome;
      };

      await page.open('/rehearsal');
      await page.press('link', t('rehearsal:doses.runway'));
      await page.press('button', t('rehearsal:cautions.go'));
      await page.press('button', t('rehearsal:dose.next'));
      await predict(page, ['6', '3', '7']);
      await page.see('text', t('rehearsal:phases.taxi'));
      await seeWindow(page, 'dusk-runway');
      await page.type(KEYS.arrowUp);
      await page.press('button', t('rehearsal:flight.stop'));
      await page.see('text', t('rehearsal:after.part', { count: 1 }));
      await tellOfIt(page);
      await page.see('text', t('rehearsal:list.met', { count: 1, last: 4 }));
      await expect
        .poll(() => findOutcome('rehearsal.runway'))
        .toMatchObject({ highest: 4, rehearsal: { forecast: 7, dose: { light: 'dusk' } } });

      await page.press('link', t('rehearsal:doses.gate'));
      // From boarding to taxiing.
      await page.see('heading', t('rehearsal:dose.title'));
      await focusScale(page, 1);
      await page.type(KEYS.arrowRight);
      await page.press('button', t('rehearsal:dose.next'));
      await predict(page, ['5', '2', '8']);
      await page.see('text', t('rehearsal:phases.boarding'));
      await seeWindow(page, 'rain-gate');
      await page.type('9');
      await page.run(hurryFrames);
      await expect.poll(async () => (await readTold(page)).length).toBe(3);
      expect(await readTold(page)).toEqual(
        (['boarding', 'push_back', 'taxi'] as const).map((phase) => t(`rehearsal:phases.${phase}`)),
      );
      await page.see('text', t('rehearsal:after.whole', { count: 3 }));
      await page.see('heading', t('rehearsal:after.expected', { forecast: 8 }));
      await tellOfIt(page);
      await page.see('text', t('rehearsal:list.met', { count: 1, last: 9 }));
      await expect
        .poll(() => findOutcome('rehearsal.gate'))
        .toMatchObject({ highest: 9, rehearsal: { lasted: 180, dose: { to: 'taxi' } } });
      await expect.poll(() => hasKeptPages(page)).toBe(true);
      await page.end();

      const restore = await cutNetwork(testSite.server.app.server);
      const again = await openBrowser();
      await again.open('/rehearsal');
      await again.press('link', t('rehearsal:doses.runway'));
      await again.press('button', t('rehearsal:dose.next'));
      await predict(again, ['4', '2', '5']);
      await again.see('text', t('rehearsal:phases.taxi'));
      await again.press('button', t('rehearsal:flight.stop'));
      await again.see('text', t('rehearsal:after.part', { count: 1 }));
      await tellOfIt(again);
      await again.see('text', t('rehearsal:list.met', { count: 2, last: 2 }));
      expect(await again.readFaults()).toEqual([]);
      await restore();
      await again.open('/rehearsal');
      await expect
        .poll(() => findOutcome('rehearsal.runway', 1))
        .toMatchObject({ happened: 'It passed', rehearsal: { forecast: 5 } });
      await again.end();
    },
  );
});

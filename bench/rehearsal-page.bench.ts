import type { Page } from 'playwright-core';
import { createTranslator } from '../e2e/fixtures/translations.ts';
import type { RehearsalDoseName } from '#shared/rules/rehearsal-dose.ts';
import {
  CPU_SLOWDOWN,
  parseCookies,
  printLine,
  readNumberOption,
  runBenchInBrowser,
  SOFTWARE_DRAWING_FLAGS,
} from './launch.ts';

// What the page of a rehearsal does each frame in the app itself, where no graphics processor helps: all of its script, which
// is the flight, the drawing, the sound, the page's own state and what is stored on the way; and how many pictures a second
// come of it with the detail that the page chooses.

const SECONDS = readNumberOption('seconds', 6, 1);
/** Until the detail has come down to what the machine can do. */
const SETTLING_MS = 3_000;
const PROMISED_SCRIPT_MS = 33;
const DOSES: RehearsalDoseName[] = ['gate', 'runway', 'level', 'rough'];
const t = createTranslator('en');

/** Counts pictures: each ends by what is drawn onto the page's own canvas. */
function countPictures() {
  Object.assign(globalThis, { pictures: 0 });
  const bind = Reflect.get(WebGL2RenderingContext.prototype, 'bindFramebuffer') as (
    ...how: unknown[]
  ) => void;
  WebGL2RenderingContext.prototype.bindFramebuffer = function count(target, frame) {
    if (frame === null) (globalThis as unknown as { pictures: number }).pictures += 1;
    bind.call(this, target, frame);
  };
}

async function sitDown(page: Page, dose: RehearsalDoseName, isFirst: boolean): Promise<void> {
  const press = (key: string) => page.getByRole('button', { name: t(key), exact: true }).click();
  await page.goto(`/rehearsal?dose=${dose}`);
  if (isFirst) {
    await press('cookies:banner.refuse');
    await press('rehearsal:cautions.go');
  }
  await press('rehearsal:dose.next');
  await page.getByLabel(t('rehearsal:prediction.words')).fill('I will look away');
  const scales = page.getByRole('slider');
  for (const [index, key] of ['6', '3', '7'].entries()) await scales.nth(index).press(key);
  await press('rehearsal:prediction.go');
  await page.getByRole('slider', { name: t('rehearsal:flight.fear') }).waitFor();
}

await runBenchInBrowser(async (browser, site) => {
  const context = await browser.newContext({
    baseURL: site.url,
    viewport: { width: 360, height: 640 },
    locale: 'en-GB',
  });
  await context.addCookies(parseCookies(site));
  await context.addInitScript(countPictures);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Performance.enable');
  const read = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    const get = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
    const pictures = await page.evaluate(
      () => (globalThis as unknown as { pictures: number }).pictures,
    );
    return { script: get('ScriptDuration'), time: get('Timestamp'), pictures };
  };
  /** Returns pictures a second, and milliseconds of script for each. */
  const measure = async () => {
    await page.waitForTimeout(SETTLING_MS);
    const before = await read();
    await page.waitForTimeout(SECONDS * 1_000);
    const after = await read();
    const pictures = Math.max(1, after.pictures - before.pictures);
    return {
      rate: pictures / (after.time - before.time),
      script: ((after.script - before.script) * 1_000) / pictures,
    };
  };
  let isKept = true;
  for (const [index, dose] of DOSES.entries()) {
    await sitDown(page, dose, index === 0);
    const usual = await measure();
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    const slow = await measure();
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    isKept &&= slow.script <= PROMISED_SCRIPT_MS;
    printLine(
      `${dose}: ${usual.rate.toFixed(1)} pictures a second, ${usual.script.toFixed(2)} ms of script for each; on a processor ${CPU_SLOWDOWN} times slower ${slow.script.toFixed(2)} ms (promised: ${PROMISED_SCRIPT_MS})`,
    );
    await page.getByRole('button', { name: t('rehearsal:flight.stop'), exact: true }).click();
  }
  return isKept;
}, SOFTWARE_DRAWING_FLAGS);

import type { Browser } from 'playwright-core';
import { createTranslator } from '../e2e/fixtures/translations.ts';
import {
  getMedian,
  parseCookies,
  PHONE_CONTEXT,
  printLine,
  readNumberOption,
  runBenchInBrowser,
  type SiteProcess,
  SLOW_4G,
} from './launch.ts';

// npm run bench -- studio-pages.bench.ts [--rounds 3]
// How long an admin waits for each page of the studio on a slow 4G, from the press in the menu to its heading and all of its data,
// after the first page has opened. Each round begins with nothing kept.

const ROUNDS = readNumberOption('rounds', 3, 1);
const PROMISED_MS = 1000;
const t = createTranslator('en');

/** Opens the dashboard with an empty cache, then each page by the menu; returns how long each took, by its name. */
async function openEachPage(browser: Browser, site: SiteProcess) {
  const context = await browser.newContext({ ...PHONE_CONTEXT, baseURL: site.url });
  await context.addCookies(parseCookies(site));
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', SLOW_4G);
  await page.goto('/admin', { waitUntil: 'networkidle' });
  const menu = page.getByRole('navigation', { name: t('admin:places.label') });
  const times = new Map<string, number>();
  for (const name of await menu.getByRole('link').allInnerTexts()) {
    const began = performance.now();
    await menu.getByRole('link', { name, exact: true }).click();
    const isThere = page.locator(`nav a[aria-current=page]`, { hasText: name });
    await isThere.waitFor();
    await page.waitForFunction(
      () =>
        document.querySelector('main h1') !== null &&
        document.querySelector('main [aria-busy=true], main .skeleton') === null,
    );
    times.set(name, performance.now() - began);
    await page.waitForLoadState('networkidle');
  }
  await context.close();
  return times;
}

await runBenchInBrowser(
  async (browser, site) => {
    const rounds: Map<string, number>[] = [];
    // The first one fills the server's own caches.
    for (let round = -1; round < ROUNDS; round++) rounds.push(await openEachPage(browser, site));
    rounds.shift();
    let isKept = true;
    for (const name of rounds[0]?.keys() ?? []) {
      const ms = getMedian(rounds.map((times) => times.get(name) ?? Infinity));
      printLine(`${name}: ${ms.toFixed(0)} ms (promised ${PROMISED_MS})`);
      isKept &&= ms <= PROMISED_MS;
    }
    return isKept;
  },
  undefined,
  { isAdmin: true },
);

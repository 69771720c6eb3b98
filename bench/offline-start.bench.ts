import { type ChildProcess, fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { chromium, type Page } from 'playwright-core';
import { isEverythingCached } from '../e2e/fixtures/offline-cache.ts';
import { startBrowser } from './devtools.ts';
import { CPU_SLOWDOWN, observePaints, PAGES, parseCookies, type Site } from './start-page.ts';

// How long the kept app takes to open with a processor 4 times slower: the browser is started anew for each load. Without a
// network, the dashboard and "Help me now"; with one, the dashboard with the service worker and without it, in turns.
// ROUNDS=3 for a short try. The worker's own thread is not slowed down: no browser can.

const ROUNDS = Number(process.env['ROUNDS'] ?? 15);
const LIMITS_MS = { dashboard: 1_000, sos: 600 };
/** How much slower, at the most, a warm start with the service worker may seem in these measurements. */
const MAX_SLOWER = 1.05;
const CHROMIUM = new URL('../scripts/chromium.mjs', import.meta.url).href;
const ROOT = path.join(import.meta.dirname, '..');
const SOS = { path: '/sos', data: 'main h1' };
const DASHBOARD = { path: '/', data: PAGES.dashboard.data };

const folder = await mkdtemp(path.join(tmpdir(), 'envol-offline-start-'));
const { ensureChromium } = (await import(CHROMIUM)) as { ensureChromium: () => string | undefined };
const executablePath = ensureChromium() ?? '';
if (executablePath === '') throw new Error('the bench needs Chromium or Chrome');

const PHONE = { width: 390, height: 844, deviceScaleFactor: 1, mobile: false };
/** How often the page is asked whether it is ready, in milliseconds: seldom, because each time takes processor time. */
const POLLING_MS = 250;

/** Resolves to whether a page has all that it needs without a network, and is answered by its service worker. */
const isReadyOffline = async (page: Page): Promise<boolean> =>
  (await isEverythingCached(page)) &&
  page.evaluate(() => navigator.serviceWorker.controller !== null);

/** The profile of a browser that may have a service worker, and of one that may not. */
type Profile = 'allow' | 'block';

/** Visits the app once, until a profile has all that it keeps. */
async function visit(site: Site, profile: Profile) {
  const context = await chromium.launchPersistentContext(path.join(folder, profile), {
    executablePath,
    args: ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
    viewport: { width: PHONE.width, height: PHONE.height },
    locale: 'en-GB',
    timezoneId: 'Europe/Paris',
    serviceWorkers: profile,
  });
  await context.addCookies(parseCookies(site));
  const page = context.pages()[0] ?? (await context.newPage());
  await page.goto(site.url);
  await page.waitForLoadState('networkidle');
  if (profile === 'allow') while (!(await isReadyOffline(page))) await delay(500);
  await context.close();
}

/** Runs in the page before its scripts: records when the app has taken over the page that the server rendered. */
function observeTakeover(): void {
  addEventListener('app-ready', () =>
    setTimeout(() => Object.assign(globalThis, { readyMs: performance.now() }), 0),
  );
}

/**
 * Starts the browser of a profile and opens a page with a slow processor; resolves to when its data were painted and a
 * press would be answered, in milliseconds after its start: without a network once they are painted, with one once the app
 * has taken over the page, whose scripts may be run before or after it is painted.
 */
async function measureStart(
  site: Site,
  { path: at, data }: typeof SOS,
  { profile = 'allow', offline = false }: { profile?: Profile; offline?: boolean },
): Promise<number> {
  const browser = await startBrowser(executablePath, path.join(folder, profile));
  try {
    const { targetId } = await browser.send('Target.createTarget', { url: 'about:blank' });
    const attached = await browser.send('Target.attachToTarget', { targetId, flatten: true });
    const send = (method: string, params?: Record<string, unknown>) =>
      browser.send(method, params, String(attached['sessionId']));
    await browser.send('Storage.setCookies', { cookies: parseCookies(site) });
    await send('Page.enable');
    await send('Network.enable');
    const online = { latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
    await send('Network.emulateNetworkConditions', { offline, ...online });
    await send('Emulation.setDeviceMetricsOverride', PHONE);
    await send('Emulation.setLocaleOverride', { locale: 'en-GB' });
    await send('Emulation.setTimezoneOverride', { timezoneId: 'Europe/Paris' });
    await send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    const refuseWorkers = 'navigator.serviceWorker.register = () => Promise.reject(new Error());';
    const source = `(${observePaints.toString()})(${JSON.stringify(data)});(${observeTakeover.toString()})();${profile === 'block' ? refuseWorkers : ''}`;
    await send('Page.addScriptToEvaluateOnNewDocument', { source });
    await send('Page.navigate', { url: new URL(at, site.url).href });
    for (;;) {
      await delay(POLLING_MS);
      const expression = `globalThis.${offline ? 'seen?.answerMs' : 'readyMs'} ?? 0`;
      const { result } = await send('Runtime.evaluate', { expression });
      const { value } = result as { value: number };
      if (value > 0) return value;
    }
  } finally {
    await browser.close();
  }
}

const ORDER = ['allow', 'block', 'block', 'allow'] as const;
const OTHER = { allow: 'block', block: 'allow' } as const;

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
const format = (values: number[]) =>
  `${median(values).toFixed(0)} ms (${Math.min(...values).toFixed(0)} to ${Math.max(...values).toFixed(0)})`;

let server: ChildProcess | undefined;
try {
  server = fork('bench/start-server.ts', { cwd: ROOT, env: { ...process.env, NODE_ENV: 'test' } });
  const running = server;
  const site = await new Promise<Site>((resolve) => {
    running.once('message', (found) => resolve(found as Site));
  });
  await visit(site, 'allow');
  await visit(site, 'block');
  const withWorker: number[] = [];
  const without: number[] = [];
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    // What a machine does beside it grows or ends while a round goes on: by this order it takes part in both alike.
    const order = round % 2 === 0 ? ORDER : ORDER.map((profile) => OTHER[profile]);
    const taken = { allow: 0, block: 0 };
    for (const profile of order) {
      const ms = await measureStart(site, DASHBOARD, { profile });
      taken[profile] += ms;
      (profile === 'allow' ? withWorker : without).push(ms);
    }
    ratios.push(taken.allow / taken.block);
  }
  const slower = median(ratios);
  process.stdout.write(
    `  warm, online: ${format(withWorker)} with the service worker, ${format(without)} without; ratio ${slower.toFixed(2)}\n`,
  );
  const ended = new Promise((resolve) => running.once('exit', resolve));
  running.kill('SIGTERM');
  await ended;
  const offline: Record<keyof typeof LIMITS_MS, number[]> = { dashboard: [], sos: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    offline.dashboard.push(await measureStart(site, DASHBOARD, { offline: true }));
    offline.sos.push(await measureStart(site, SOS, { offline: true }));
  }
  for (const name of ['dashboard', 'sos'] as const)
    process.stdout.write(
      `  cold, offline, ${name}: ${format(offline[name])}, promised ${LIMITS_MS[name]} ms\n`,
    );
  const isKept =
    slower <= MAX_SLOWER &&
    median(offline.dashboard) <= LIMITS_MS.dashboard &&
    median(offline.sos) <= LIMITS_MS.sos;
  process.exitCode = isKept ? 0 : 1;
} finally {
  if (server?.exitCode === null) server.kill('SIGTERM');
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type DevTools, startBrowser } from './devtools.ts';
import { type Load, readLoad, type TraceEvent } from './landing-trace.ts';
import { parseCookies, type Site } from './start-page.ts';

// How the landing page loads for a visitor with an empty cache on a slow 4G and a processor 4 times slower, read from
// Chromium's own trace: the largest paint, what moved, the long tasks of the page's thread and the weight of its scripts. And how
// much later the dashboard of somebody who is signed in is painted, in turns with it.
// Time of the processor is counted, not of the clock, because these machines are noisy.

const ROUNDS = Number(process.env['ROUNDS'] ?? 5);
const PROMISED = { paintMs: 1500, shift: 0, taskMs: 50, scriptBytes: 15_000, dashboardRatio: 1.1 };
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1_000_000) / 8,
  uploadThroughput: (0.75 * 1_000_000) / 8,
};
const PHONE = { width: 390, height: 844, deviceScaleFactor: 1, mobile: true };
const CATEGORIES = ['devtools.timeline', 'loading', 'toplevel', 'blink.user_timing', '__metadata'];
const CHROMIUM = new URL('../scripts/chromium.mjs', import.meta.url).href;

/** Starts the built site with somebody who has practised. */
function startSite(server: ChildProcess): Promise<Site> {
  return new Promise((resolve, reject) => {
    server.once('message', (site) => resolve(site as Site));
    server.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
}

/** How long after the page's load event it may still load or move something, in milliseconds. */
const AFTER_LOAD_MS = 1500;

/** Loads the start page in a profile of its own on an emulated slow phone: the dashboard for whoever is signed in. */
async function openStart(browser: DevTools, site: Site, isSignedIn: boolean): Promise<Load> {
  const { browserContextId } = await browser.send('Target.createBrowserContext');
  const cookies = isSignedIn ? parseCookies(site) : [];
  await browser.send('Storage.setCookies', { cookies, browserContextId });
  const blank = { url: 'about:blank', browserContextId };
  const { targetId } = await browser.send('Target.createTarget', blank);
  const attached = await browser.send('Target.attachToTarget', { targetId, flatten: true });
  const send = (method: string, params?: Record<string, unknown>) =>
    browser.send(method, params, String(attached['sessionId']));
  await send('Page.enable');
  await send('Network.enable');
  await send('Network.emulateNetworkConditions', SLOW_4G);
  await send('Emulation.setDeviceMetricsOverride', PHONE);
  await send('Emulation.setLocaleOverride', { locale: 'en-GB' });
  await send('Emulation.setTimezoneOverride', { timezoneId: 'Europe/Paris' });
  await send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const scripts = new Set<unknown>();
  let scriptBytes = 0;
  browser.listen('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') scripts.add(requestId);
  });
  browser.listen('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) scriptBytes += Number(encodedDataLength);
  });
  const events: TraceEvent[] = [];
  browser.listen('Tracing.dataCollected', ({ value }) => {
    events.push(...(value as TraceEvent[]));
  });
  const traceConfig = { includedCategories: CATEGORIES };
  await browser.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig });
  const loaded = browser.waitFor('Page.loadEventFired');
  await send('Page.navigate', { url: site.url });
  await loaded;
  await delay(AFTER_LOAD_MS);
  const complete = browser.waitFor('Tracing.tracingComplete');
  await browser.send('Tracing.end');
  await complete;
  await browser.send('Target.disposeBrowserContext', { browserContextId });
  return { ...readLoad(events), scriptBytes };
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

const server = fork(path.join(import.meta.dirname, 'start-server.ts'), {
  cwd: path.join(import.meta.dirname, '..'),
  env: { ...process.env, NODE_ENV: 'test' },
});
let browser: DevTools | undefined;
try {
  const site = await startSite(server);
  const { ensureChromium } = (await import(CHROMIUM)) as {
    ensureChromium: () => string | undefined;
  };
  const executablePath = ensureChromium();
  if (!executablePath) throw new Error('the bench needs Chromium or Chrome');
  browser = await startBrowser(executablePath);
  const loads: Load[] = [];
  const dashboards: number[] = [];
  // The first one fills the server's own caches.
  for (let round = -1; round < ROUNDS; round++) {
    const load = await openStart(browser, site, false);
    const dashboard = await openStart(browser, site, true);
    if (round < 0) continue;
    loads.push(load);
    dashboards.push(dashboard.paintMs);
  }
  const of = (key: 'paintMs' | 'shift' | 'scriptBytes') => median(loads.map((load) => load[key]));
  const longest = loads.map(({ tasks }) => tasks[0] ?? { ms: 0, what: '' });
  const taskMs = median(longest.map(({ ms }) => ms));
  process.stdout.write(
    `  largest paint ${(of('paintMs') / 1000).toFixed(2)} s (promised 1.5), shift ${of('shift').toFixed(3)} (0), longest task ${taskMs.toFixed(0)} ms (50), scripts ${(of('scriptBytes') / 1000).toFixed(1)} kB (15), medians of ${ROUNDS}\n`,
  );
  const ratio = median(dashboards) / of('paintMs');
  process.stdout.write(
    `  the dashboard's largest paint ${(median(dashboards) / 1000).toFixed(2)} s, ratio ${ratio.toFixed(2)} (promised ${PROMISED.dashboardRatio})\n`,
  );
  for (const { ms, what } of loads.flatMap(({ tasks }) => tasks.slice(0, 3)))
    if (ms > PROMISED.taskMs) process.stdout.write(`    ${ms.toFixed(0)} ms: ${what}\n`);
  const isKept =
    of('paintMs') <= PROMISED.paintMs &&
    ratio <= PROMISED.dashboardRatio &&
    of('shift') <= PROMISED.shift &&
    taskMs <= PROMISED.taskMs &&
    of('scriptBytes') <= PROMISED.scriptBytes;
  process.exitCode = isKept ? 0 : 1;
} finally {
  await browser?.close();
  const ended = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGTERM');
  await ended;
}

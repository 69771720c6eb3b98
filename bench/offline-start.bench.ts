import { type ChildProcess, fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { isEverythingCached } from '../e2e/fixtures/offline-cache.ts';
import { CPU_SLOWDOWN, observePaints, PAGES, type PaintTimes, type Site } from './start-page.ts';

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
const { findChromium } = (await import(CHROMIUM)) as { findChromium: () => string | undefined };
const executablePath = findChromium();
if (!executablePath) throw new Error('the bench needs Chromium or Chrome');

/** Starts the browser of a profile; `serviceWorkers` as Playwright takes it. */
const startBrowser = (profile: string, serviceWorkers: 'allow' | 'block', offline = false) =>
  chromium.launchPersistentContext(path.join(folder, profile), {
    executablePath,
    args: ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
    viewport: { width: 390, height: 844 },
    locale: 'en-GB',
    timezoneId: 'Europe/Paris',
    serviceWorkers,
    offline,
  });

const parseCookies = ({ cookie, url }: Site) =>
  cookie.split('; ').map((one) => {
    const [name = '', ...value] = one.split('=');
    return { name, value: value.join('='), url };
  });

/** How often the page is asked whether it is ready, in milliseconds: seldom, because each time takes processor time. */
const POLLING_MS = 250;

/**
 * Opens a page with a slow processor; resolves to when its data were painted and a press would be answered, in
 * milliseconds after its start.
 */
async function measure(context: BrowserContext, site: Site, { path: at, data }: typeof SOS) {
  await context.addCookies(parseCookies(site));
  const page = context.pages()[0] ?? (await context.newPage());
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await page.addInitScript(observePaints, data);
  await page.goto(new URL(at, site.url).href, { waitUntil: 'commit' });
  const readAnswer = () => (globalThis as unknown as { seen: PaintTimes }).seen.answerMs;
  await page.waitForFunction(readAnswer, null, { polling: POLLING_MS });
  return page.evaluate(readAnswer);
}

/** Resolves to whether a page has all that it needs without a network, and is answered by its service worker. */
const isReadyOffline = async (page: Page): Promise<boolean> =>
  (await isEverythingCached(page)) &&
  page.evaluate(() => navigator.serviceWorker.controller !== null);

/** Visits the app once, until a profile has all that it keeps. */
async function visit(site: Site, profile: string, serviceWorkers: 'allow' | 'block') {
  const context = await startBrowser(profile, serviceWorkers);
  await context.addCookies(parseCookies(site));
  const page = context.pages()[0] ?? (await context.newPage());
  await page.goto(site.url);
  await page.waitForLoadState('networkidle');
  if (serviceWorkers === 'allow')
    while (!(await isReadyOffline(page))) await new Promise((resolve) => setTimeout(resolve, 500));
  await context.close();
}

/** Measures one start of the browser. */
async function measureStart(
  site: Site,
  at: typeof SOS,
  {
    serviceWorkers = 'allow',
    offline = false,
  }: { serviceWorkers?: 'allow' | 'block'; offline?: boolean },
): Promise<number> {
  const context = await startBrowser(serviceWorkers, serviceWorkers, offline);
  try {
    return await measure(context, site, at);
  } finally {
    await context.close();
  }
}

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
  await visit(site, 'allow', 'allow');
  await visit(site, 'block', 'block');
  const [withWorker, without]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    withWorker.push(await measureStart(site, DASHBOARD, { serviceWorkers: 'allow' }));
    without.push(await measureStart(site, DASHBOARD, { serviceWorkers: 'block' }));
  }
  const slower = median(withWorker.map((ms, round) => ms / (without[round] ?? ms)));
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

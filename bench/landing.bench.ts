import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { type Load, readLoad, type TraceEvent } from './landing-trace.ts';

// How the landing page loads for a visitor with an empty cache on a slow 4G and a processor 4 times slower, read from
// Chromium's own trace: the largest paint, what moved, the long tasks of the page's thread and the weight of its scripts.
// Time of the processor is counted, not of the clock, because these machines are noisy.

const ROUNDS = Number(process.env['ROUNDS'] ?? 5);
const PROMISED = { paintMs: 1500, shift: 0, taskMs: 50, scriptBytes: 15_000 };
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1_000_000) / 8,
  uploadThroughput: (0.75 * 1_000_000) / 8,
};
const CATEGORIES = ['devtools.timeline', 'loading', 'toplevel', 'blink.user_timing', '__metadata'];
const CHROMIUM = new URL('../scripts/chromium.mjs', import.meta.url).href;

/** Starts the built site; resolves to its address. */
function startSite(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('message', (site) => resolve((site as { url: string }).url));
    server.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
}

async function openLanding(browser: Browser, url: string): Promise<Load> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    locale: 'en-GB',
    timezoneId: 'Europe/Paris',
  });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', SLOW_4G);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    let scriptBytes = 0;
    const scripts = new Set<string>();
    session.on('Network.responseReceived', ({ requestId, type }) => {
      if (type === 'Script') scripts.add(requestId);
    });
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (scripts.has(requestId)) scriptBytes += encodedDataLength;
    });
    await browser.startTracing(page, { categories: CATEGORIES });
    await page.goto(url);
    await page.waitForLoadState('networkidle');
    const trace = JSON.parse(String(await browser.stopTracing())) as { traceEvents: TraceEvent[] };
    return { ...readLoad(trace.traceEvents), scriptBytes };
  } finally {
    await context.close();
  }
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

const server = fork(path.join(import.meta.dirname, 'start-server.ts'), {
  cwd: path.join(import.meta.dirname, '..'),
  env: { ...process.env, NODE_ENV: 'test' },
});
let browser: Browser | undefined;
try {
  const url = await startSite(server);
  const { findChromium } = (await import(CHROMIUM)) as { findChromium: () => string | undefined };
  const executablePath = findChromium();
  if (!executablePath) throw new Error('the bench needs Chromium or Chrome');
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  browser = await chromium.launch({ executablePath, args: ['--disable-gpu', ...asRoot] });
  const loads: Load[] = [];
  // The first one fills the server's own caches.
  for (let round = -1; round < ROUNDS; round++) {
    const load = await openLanding(browser, url);
    if (round >= 0) loads.push(load);
  }
  const of = (key: 'paintMs' | 'shift' | 'scriptBytes') => median(loads.map((load) => load[key]));
  const longest = loads.map(({ tasks }) => tasks[0] ?? { ms: 0, what: '' });
  const taskMs = median(longest.map(({ ms }) => ms));
  process.stdout.write(
    `  largest paint ${(of('paintMs') / 1000).toFixed(2)} s (promised 1.5), shift ${of('shift').toFixed(3)} (0), longest task ${taskMs.toFixed(0)} ms (50), scripts ${(of('scriptBytes') / 1000).toFixed(1)} kB (15), medians of ${ROUNDS}\n`,
  );
  for (const { ms, what } of loads.flatMap(({ tasks }) => tasks.slice(0, 3)))
    if (ms > PROMISED.taskMs) process.stdout.write(`    ${ms.toFixed(0)} ms: ${what}\n`);
  const isKept =
    of('paintMs') <= PROMISED.paintMs &&
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

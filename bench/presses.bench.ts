import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Browser, chromium, type Locator, type Page } from 'playwright-core';
import { isEverythingCached } from '../e2e/fixtures/offline-cache.ts';
import { createTranslator } from '../e2e/fixtures/translations.ts';
import { describeTask, getMs, type TraceEvent } from './landing-trace.ts';
import { CPU_SLOWDOWN, parseCookies, type Site } from './start-page.ts';

// How long the longest task lasts that a press begins, with a processor 4 times slower: by the time of the processor, so that
// what else the machine does counts little. Pages are opened before, as people have them when they press. `--what` names what
// took most of it.

const LIMIT_MS = 200;
/** How long what a press begins may take to begin, in milliseconds: words and code that it loads come after it. */
const WATCHED_MS = 1_500;
const ROUNDS = Number(process.env['ROUNDS'] ?? 3);
const isExplained = process.argv.includes('--what');
const CHROMIUM = new URL('../scripts/chromium.mjs', import.meta.url).href;
const ROOT = path.join(import.meta.dirname, '..');
const t = createTranslator('en');

/** Where somebody is, and what they press there, one after another. */
interface Scene {
  path: (site: Site) => string;
  presses: readonly (readonly [name: string, press: Key | ((page: Page) => Locator)])[];
}
interface Key {
  key: string;
}

const findButton = (key: string) => (page: Page) =>
  page.getByRole('button', { name: t(key), exact: true }).first();
const findTab = (key: string) => (page: Page) =>
  page
    .getByRole('navigation')
    .getByRole('link', { name: t(key), exact: true })
    .last();
const findLabel = (key: string) => (page: Page) => page.locator('label', { hasText: t(key) });

const SCENES: readonly Scene[] = [
  {
    path: () => '/onboarding',
    presses: [
      ['the assessment: begin', (page) => page.locator('main').getByRole('button').first()],
      ['the fear scale: a number', { key: '7' }],
      ['the fear scale: next question', { key: 'Enter' }],
      ['the fear scale: one more', { key: 'ArrowRight' }],
      ['the fear scale: a press on it', (page) => page.getByRole('slider')],
    ],
  },
  {
    path: ({ content }) => `/content/${content}`,
    presses: [
      ['a session: play', findButton('player:controls.play')],
      ['a session: pause', findButton('player:controls.pause')],
      ['a session: text', findButton('player:controls.transcript')],
      ['a session: complete', findButton('player:complete.mark')],
      ['a session: rate', findLabel('player:rating.very_helpful')],
    ],
  },
  {
    path: () => '/',
    presses: [
      ['to the library', findTab('app:nav.library')],
      ['to programs', findTab('app:nav.programs')],
      ['to the profile', findTab('app:nav.profile')],
      ['to today', findTab('app:nav.home')],
      ['a proposed session', (page) => page.locator('main a[href^="/content/"]').first()],
    ],
  },
  {
    path: () => '/content-library',
    presses: [
      ['a session of the library', (page) => page.locator('main ul a[href^="/content/"]').first()],
    ],
  },
  {
    path: () => '/ladder',
    presses: [
      ['the ladder: propose', findButton('ladder:empty.propose')],
      ['the ladder: a step', (page) => page.locator('main a[href^="/ladder/"]').first()],
      ['the ladder: begin', findButton('ladder:before.begin')],
    ],
  },
  {
    path: () => '/breathe',
    presses: [
      ['breathing: another pattern', findLabel('breathing:patterns.box.name')],
      ['breathing: begin', findButton('breathing:start')],
    ],
  },
  {
    path: () => '/plan',
    presses: [['help me now', (page) => page.locator('header a[href="/sos"]')]],
  },
];

/** Presses something and resolves to the longest task with script that this began. */
async function measurePress(
  browser: Browser,
  page: Page,
  press: Key | ((page: Page) => Locator),
): Promise<{ ms: number; what: string }> {
  const target = typeof press === 'function' ? press(page) : null;
  await target?.waitFor();
  await target?.scrollIntoViewIfNeeded();
  await page.waitForTimeout(WATCHED_MS);
  const box = await target?.boundingBox();
  await browser.startTracing(page, { categories: ['devtools.timeline', 'toplevel'] });
  // By the protocol's own events: a locator's click runs scripts in the page.
  if ('key' in press) await page.keyboard.press(press.key);
  else if (box) await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await page.waitForTimeout(WATCHED_MS);
  const trace = JSON.parse((await browser.stopTracing()).toString('utf8')) as {
    traceEvents: TraceEvent[];
  };
  return readLongestTask(trace.traceEvents);
}

const INPUT = /^(?:pointerdown|mousedown|click|keydown|input)$/;
const SCRIPT = /^(?:FunctionCall|EvaluateScript|RunMicrotasks|v8\.compile|TimerFire|EventDispatch)/;

/** Finds the longest task with script from the first event of a press on, on the thread that got it. */
function readLongestTask(events: readonly TraceEvent[]): { ms: number; what: string } {
  const press = events.find(
    ({ name, args }) => name === 'EventDispatch' && INPUT.test(args.data?.type ?? ''),
  );
  if (!press) throw new Error('the press came nowhere');
  const own = events.filter(
    ({ ph, pid, tid, ts, dur = 0 }) =>
      ph === 'X' && pid === press.pid && tid === press.tid && ts + dur >= press.ts,
  );
  const [longest] = own
    .filter(({ name }) => name.endsWith('RunTask'))
    .map((task) => ({ ms: getMs(task), what: describeTask(task, own), task }))
    .filter(({ task }) =>
      own.some(
        ({ name, ts }) => SCRIPT.test(name) && ts >= task.ts && ts <= task.ts + (task.dur ?? 0),
      ),
    )
    .toSorted((a, b) => b.ms - a.ms);
  return longest ?? { ms: 0, what: '' };
}

async function startSite(): Promise<[Site, ChildProcess]> {
  const server = fork('bench/start-server.ts', {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: 'test' },
  });
  const site = await new Promise<Site>((resolve, reject) => {
    server.once('message', (found) => resolve(found as Site));
    server.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
  return [site, server];
}

const { ensureChromium } = (await import(CHROMIUM)) as { ensureChromium: () => string | undefined };
const executablePath = ensureChromium();
if (!executablePath) throw new Error('the bench needs Chromium or Chrome');
const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
const browser = await chromium.launch({ executablePath, args: ['--disable-gpu', ...asRoot] });
/** The shortest of the rounds: what a round took longer was the machine's. */
const found = new Map<string, { ms: number; what: string }>();
let server: ChildProcess | undefined;
try {
  for (let round = 0; round < ROUNDS; round += 1) {
    // Each round on a new site: what is pressed once is not pressed again.
    const [site, running] = await startSite();
    server = running;
    const context = await browser.newContext({
      ...{ viewport: { width: 390, height: 844 }, locale: 'en-GB', timezoneId: 'Europe/Paris' },
      baseURL: site.url,
    });
    await context.addCookies(parseCookies(site));
    const first = await context.newPage();
    await first.goto('/');
    // What is kept at the first visit is fetched once, and not while somebody presses.
    while (!(await isEverythingCached(first))) await delay(500);
    await first.close();
    for (const scene of SCENES) {
      const page = await context.newPage();
      await page.goto(scene.path(site));
      await page.waitForLoadState('networkidle');
      const session = await context.newCDPSession(page);
      await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
      for (const [name, press] of scene.presses) {
        const one = await measurePress(browser, page, press);
        const former = found.get(name);
        if (!former || one.ms < former.ms) found.set(name, one);
      }
      await page.close();
    }
    await context.close();
    const ended = new Promise((resolve) => running.once('exit', resolve));
    running.kill('SIGTERM');
    await ended;
  }
} finally {
  await browser.close();
  if (server?.exitCode === null) server.kill('SIGTERM');
}
const sorted = [...found].toSorted(([, a], [, b]) => b.ms - a.ms);
for (const [name, { ms, what }] of sorted)
  process.stdout.write(
    `  ${ms.toFixed(0).padStart(4)} ms  ${name}${isExplained ? `: ${what}` : ''}\n`,
  );
const longestMs = sorted[0]?.[1].ms ?? Infinity;
process.stdout.write(
  `  the longest task after a press: ${longestMs.toFixed(0)} ms (promised ${LIMIT_MS})\n`,
);
process.exitCode = longestMs <= LIMIT_MS ? 0 : 1;

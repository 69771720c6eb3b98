import { setTimeout as delay } from 'node:timers/promises';
import { type Browser, chromium, type Locator, type Page } from 'playwright-core';
import { isEverythingCached } from '../e2e/fixtures/offline-cache.ts';
import { createTranslator } from '../e2e/fixtures/translations.ts';
import {
  BROWSER_FLAGS,
  CPU_SLOWDOWN,
  findBrowser,
  parseCookies,
  PHONE_CONTEXT,
  readNumberOption,
  runBench,
  type SiteProcess,
  printLine,
  startSiteProcess,
} from './launch.ts';
import { listThreadTasks, type ThreadTask, type TraceEvent } from './trace.ts';

// npm run bench -- presses.bench.ts [--rounds 3] [--what]
// How long the longest task lasts that a press begins, with a processor 4 times slower: by the time of the processor, so that
// what else the machine does counts little. Pages are opened before, as people have them when they press. `--what` names what
// took most of it.

const LIMIT_MS = 200;
/** How long what a press begins may take to begin, in milliseconds: words and code that it loads come after it. */
const WATCHED_MS = 1_500;
const ROUNDS = readNumberOption('rounds', 3, 1);
const t = createTranslator('en');

/** What is pressed: a key, or what is found on the page. */
type Press = string | ((page: Page) => Locator);
/** A page, and what is pressed there, one after another. */
interface Scene {
  path: (site: SiteProcess) => string;
  presses: readonly (readonly [name: string, press: Press])[];
}

const findButton = (key: string) => (page: Page) =>
  page.getByRole('button', { name: t(key), exact: true }).first();
const findTab = (key: string) => (page: Page) =>
  page
    .getByRole('navigation')
    .getByRole('link', { name: t(key), exact: true })
    .last();
const findLabel = (key: string) => (page: Page) => page.locator('label', { hasText: t(key) });
const find = (selector: string) => (page: Page) => page.locator(selector).first();

const SCENES: readonly Scene[] = [
  {
    path: () => '/onboarding',
    presses: [
      ['the assessment: begin', find('main button')],
      ['the fear scale: a number', '7'],
      ['the fear scale: next question', 'Enter'],
      ['the fear scale: one more', 'ArrowRight'],
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
      ['a proposed session', find('main a[href^="/content/"]')],
    ],
  },
  {
    path: () => '/content-library',
    presses: [['a session of the library', find('main ul a[href^="/content/"]')]],
  },
  {
    path: () => '/ladder',
    presses: [
      ['the ladder: propose', findButton('ladder:empty.propose')],
      ['the ladder: a step', find('main a[href^="/ladder/"]')],
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
    presses: [['help me now', find('header a[href="/sos"]')]],
  },
];

const INPUT = /^(?:pointerdown|mousedown|click|keydown|input)$/;
const SCRIPT = /^(?:FunctionCall|EvaluateScript|RunMicrotasks|v8\.compile|TimerFire|EventDispatch)/;

/** Presses something and resolves to the longest task with script that this began. */
async function measurePress(browser: Browser, page: Page, press: Press): Promise<ThreadTask> {
  const target = typeof press === 'string' ? null : press(page);
  await target?.waitFor();
  await target?.scrollIntoViewIfNeeded();
  await page.waitForTimeout(WATCHED_MS);
  const box = await target?.boundingBox();
  await browser.startTracing(page, { categories: ['devtools.timeline', 'toplevel'] });
  // By the protocol's own events: a locator's click runs scripts in the page.
  if (typeof press === 'string') await page.keyboard.press(press);
  else if (box) await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await page.waitForTimeout(WATCHED_MS);
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString('utf8')) as {
    traceEvents: TraceEvent[];
  };
  const began = traceEvents.find(
    ({ name, args }) => name === 'EventDispatch' && INPUT.test(args.data?.type ?? ''),
  );
  if (!began) throw new Error('the press came nowhere');
  return listThreadTasks(traceEvents, began, SCRIPT)[0] ?? { ms: 0, what: '' };
}

/** The shortest of the rounds: the rest was the machine's. */
const found = new Map<string, ThreadTask>();

/** Presses everything once, on a new site: what is pressed once is not pressed again. */
async function pressAll(browser: Browser, site: SiteProcess): Promise<void> {
  const context = await browser.newContext({ ...PHONE_CONTEXT, baseURL: site.url });
  await context.addCookies(parseCookies(site));
  const first = await context.newPage();
  await first.goto('/');
  // What is kept at the first visit is fetched once, and not while a press is measured.
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
      if (one.ms < (found.get(name)?.ms ?? Infinity)) found.set(name, one);
    }
    await page.close();
  }
  await context.close();
}

await runBench(async (folder) => {
  const executablePath = await findBrowser();
  const browser = await chromium.launch({ executablePath, args: BROWSER_FLAGS });
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      const site = await startSiteProcess({ dataDir: `${folder}/${round}` });
      try {
        await pressAll(browser, site);
      } finally {
        await site.stop();
      }
    }
  } finally {
    await browser.close();
  }
  const sorted = [...found].toSorted(([, a], [, b]) => b.ms - a.ms);
  const isExplained = process.argv.includes('--what');
  for (const [name, { ms, what }] of sorted)
    printLine(`${ms.toFixed(0).padStart(4)} ms  ${name}${isExplained ? `: ${what}` : ''}`);
  const longestMs = sorted[0]?.[1].ms ?? Infinity;
  printLine(`the longest task after a press: ${longestMs.toFixed(0)} ms (promised ${LIMIT_MS})`);
  return longestMs <= LIMIT_MS;
});

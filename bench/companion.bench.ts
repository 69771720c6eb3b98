import type { CDPSession, Page } from 'playwright-core';
import { createTranslator } from '../e2e/fixtures/translations.ts';
import {
  parseCookies,
  PHONE_CONTEXT,
  readNumberOption,
  runBenchInBrowser,
  printLine,
} from './launch.ts';

// What the flight page does in sixty simulated minutes of cruise while it is left alone: its fastest timer, its memory, and whether
// it holds the screen on. The time is the page's own clock, which is put forward a minute at a time.

const MINUTES = readNumberOption('minutes', 60, 3);
/** Nothing may tick faster than this while nothing moves. */
const FASTEST_MS = 1_000;
/** One for each time that the page looks at the clock, every fifteen seconds. */
const MAX_QUICK = MINUTES * 4;
const MAX_GROWTH_BYTES = 500_000;
const t = createTranslator('en');

/** What the page asked of the browser; counted by the script that runs before its own. */
interface Asked {
  intervals: number[];
  /** Timers of less than a second, and frames, since the last measurement. */
  quick: number;
  wakeLocks: number;
  motion: number;
  positions: number;
}

function watch() {
  const asked: Asked = { intervals: [], quick: 0, wakeLocks: 0, motion: 0, positions: 0 };
  Object.assign(globalThis, { asked });
  const set = globalThis.setInterval.bind(globalThis);
  globalThis.setInterval = ((work: TimerHandler, ms = 0, ...rest: unknown[]) => {
    asked.intervals.push(ms);
    return set(work as () => void, ms, ...rest);
  }) as typeof setInterval;
  const wait = globalThis.setTimeout.bind(globalThis);
  globalThis.setTimeout = ((work: TimerHandler, ms = 0, ...rest: unknown[]) => {
    if (ms < 1000) asked.quick += 1;
    return wait(work as () => void, ms, ...rest);
  }) as typeof setTimeout;
  const draw = globalThis.requestAnimationFrame.bind(globalThis);
  globalThis.requestAnimationFrame = (work) => {
    asked.quick += 1;
    return draw(work);
  };
  const add = globalThis.addEventListener.bind(globalThis);
  globalThis.addEventListener = ((name: string, ...rest: [EventListener]) => {
    if (name === 'devicemotion') asked.motion += 1;
    add(name, ...rest);
  }) as typeof addEventListener;
  const lock = navigator.wakeLock.request.bind(navigator.wakeLock);
  navigator.wakeLock.request = (type) => {
    asked.wakeLocks += 1;
    return lock(type);
  };
  const follow = navigator.geolocation.watchPosition.bind(navigator.geolocation);
  navigator.geolocation.watchPosition = (...rest) => {
    asked.positions += 1;
    return follow(...rest);
  };
}

async function measureHeap(session: CDPSession): Promise<number> {
  for (let round = 0; round < 3; round++) await session.send('HeapProfiler.collectGarbage');
  return (await session.send('Runtime.getHeapUsage')).usedSize;
}

async function fly(page: Page): Promise<void> {
  await page.goto('/flight');
  await page.getByRole('button', { name: t('flight:choose.start') }).click();
  await page
    .getByRole('button', { name: t('flight:phases.cruise.name') })
    .first()
    .waitFor();
  for (const phase of ['doors', 'push_back', 'taxi_out', 'take_off', 'lift_off'] as const) {
    await page.goto('/flight');
    await page.getByRole('button', { name: t('flight:open', { phase: '' }).trim() }).click();
    const next = t('flight:next', { phase: t(`flight:phases.${phase}.name`) });
    await page.getByRole('button', { name: next }).click();
  }
  await page.goto('/flight');
  await page.getByText(t('flight:toGate')).waitFor();
}

await runBenchInBrowser(async (browser, site) => {
  const context = await browser.newContext({
    ...PHONE_CONTEXT,
    baseURL: site.url,
    serviceWorkers: 'block',
  });
  await context.addCookies(parseCookies(site));
  const page = await context.newPage();
  await page.clock.install();
  await page.addInitScript(watch);
  await fly(page);
  const session = await context.newCDPSession(page);
  // The first minutes load what comes late.
  for (let minute = 0; minute < 5; minute++) await page.clock.runFor(60_000);
  await page.evaluate(() => {
    (globalThis as unknown as { asked: Asked }).asked.quick = 0;
  });
  const before = await measureHeap(session);
  for (let minute = 0; minute < MINUTES; minute++) await page.clock.runFor(60_000);
  const growth = (await measureHeap(session)) - before;
  const asked = await page.evaluate(() => (globalThis as unknown as { asked: Asked }).asked);
  const fastest = Math.min(...asked.intervals);
  printLine(`fastest timer that repeats: every ${fastest} ms (promised ${FASTEST_MS} or more)`);
  printLine(
    `other timers below a second, and frames: ${asked.quick} in ${MINUTES} minutes (promised ${MAX_QUICK} at most)`,
  );
  printLine(
    `memory after ${MINUTES} minutes: ${(growth / 1000).toFixed(0)} kB more (promised ${MAX_GROWTH_BYTES / 1000} at most)`,
  );
  printLine(
    `asked for, unasked: screen lock ${asked.wakeLocks}, motion ${asked.motion}, position ${asked.positions} (promised 0)`,
  );
  const isQuiet = asked.wakeLocks + asked.motion + asked.positions === 0;
  return fastest >= FASTEST_MS && asked.quick <= MAX_QUICK && growth <= MAX_GROWTH_BYTES && isQuiet;
});

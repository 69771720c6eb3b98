import type { Browser, Page } from 'playwright-core';
import { CPU_SLOWDOWN, parseCookies, PHONE_CONTEXT, type SiteProcess, SLOW_4G } from './launch.ts';

// Opens a page as on a slow phone and measures it.

export interface PageLoadMeasurement {
  /** The later of the largest contentful paint and `dataMs`. */
  paintMs: number;
  /** When the data were first painted, in milliseconds. */
  dataMs: number;
  /** Requests begun before `paintMs`, including the document. */
  requests: number;
  bytes: number;
  twice: number;
  shift: number;
}

/** The pages to measure: their path, and a selector that matches once their data are shown, in either version. */
export const MEASURED_PAGES = {
  dashboard: { path: () => '/', data: 'main a[href^="/content/"]' },
  library: { path: () => '/content-library', data: 'main ul a[href^="/content/"]' },
  player: {
    path: ({ content }: SiteProcess) => `/content/${content}`,
    data: 'main :is(h1[lang], h1 [lang])',
  },
} as const;

export interface ObservedPageMetrics {
  dataMs: number;
  /** When a press that came with the data would be answered: once the tasks before it are done. */
  answerMs: number;
  largestMs: number;
  shift: number;
}

/** Runs in the page before its scripts: records when the element that matches `data` is painted, and web vitals. */
export function recordPaintsAndWebVitals(data: string): void {
  const seen: ObservedPageMetrics = { dataMs: 0, answerMs: 0, largestMs: 0, shift: 0 };
  Object.assign(globalThis, { seen });
  const look = () => {
    if (seen.dataMs > 0 || !document.querySelector(data)) return;
    seen.dataMs = -1;
    observer.disconnect();
    // The second frame begins once the first is painted.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        seen.dataMs = performance.now();
        setTimeout(() => {
          seen.answerMs = performance.now();
        }, 0);
      }),
    );
  };
  const observer = new MutationObserver(() => seen.dataMs === 0 && look());
  observer.observe(document, { childList: true, subtree: true });
  new PerformanceObserver((list) => {
    seen.largestMs = list.getEntries().at(-1)?.startTime ?? seen.largestMs;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      seen.shift += (entry as unknown as { value: number }).value;
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Loads a page with an empty cache on an emulated slow phone and measures it. */
export async function measurePageLoad(
  browser: Browser,
  site: SiteProcess,
  { path, data }: (typeof MEASURED_PAGES)[keyof typeof MEASURED_PAGES],
): Promise<PageLoadMeasurement> {
  const context = await browser.newContext(PHONE_CONTEXT);
  await context.addCookies(parseCookies(site));
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  await session.send('Network.emulateNetworkConditions', SLOW_4G);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  const asked: string[] = [];
  session.on('Network.requestWillBeSent', ({ request }) =>
    asked.push(`${request.method} ${request.url}`),
  );
  await page.addInitScript(recordPaintsAndWebVitals, data);
  await page.goto(new URL(path(site), site.url).href, { waitUntil: 'commit' });
  // A selector that has gone stale is named by the error.
  await page.waitForSelector(data, { state: 'attached' });
  await page.waitForFunction(
    () => (globalThis as unknown as { seen: ObservedPageMetrics }).seen.dataMs > 0,
  );
  await page.waitForLoadState('networkidle');
  const opening = { ...(await readFigures(page)), twice: asked.length - new Set(asked).size };
  await context.close();
  return opening;
}

/** Reads the measurements from the page, once the network is idle and the largest paint is final. */
async function readFigures(page: Page): Promise<Omit<PageLoadMeasurement, 'twice'>> {
  return page.evaluate(() => {
    const { dataMs, largestMs, shift } = (globalThis as unknown as { seen: ObservedPageMetrics })
      .seen;
    const paintMs = Math.max(dataMs, largestMs);
    const entries = [
      ...performance.getEntriesByType('navigation'),
      ...performance.getEntriesByType('resource'),
    ] as PerformanceResourceTiming[];
    const before = entries.filter(({ startTime }) => startTime < paintMs);
    const bytes = before
      .filter(({ responseEnd }) => responseEnd <= paintMs)
      .reduce((sum, { transferSize }) => sum + transferSize, 0);
    return { dataMs, paintMs, shift, requests: before.length, bytes };
  });
}

import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { TestPerson } from '#server/testing/people.ts';
import { createTestSite, SMALL_PHONE } from './fixtures/test-site.ts';

const testSite = createTestSite();

/** Delays the responses of these paths; returns a function that releases one of them. */
async function delayResponses(page: Page, addresses: readonly string[]) {
  const release = new Map<string, () => void>();
  for (const address of addresses) {
    const waiting = new Promise<void>((go) => release.set(address, go));
    await page.route(`**${address}*`, async (route) => {
      await waiting;
      await route.continue();
    });
  }
  return (address: string) => release.get(address)?.();
}

/** Has the dashboard come without the answers that it begins with, as for a person whom the server does not know yet. */
async function withholdAnswers(page: Page): Promise<void> {
  await page.route(`${testSite.server.url}/`, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(/<script [^>]*id="start">.*?<\/script>/s, '');
    await route.fulfill({ response, body });
  });
}

/** Sums up the layout shifts of a page from now on; `readLayoutShift` reads the sum. */
const recordLayoutShifts = () => {
  let sum = 0;
  const add = (entries: PerformanceEntryList) => {
    for (const entry of entries) sum += (entry as PerformanceEntry & { value: number }).value;
  };
  const observer = new PerformanceObserver((list) => add(list.getEntries()));
  observer.observe({ type: 'layout-shift', buffered: true });
  Object.assign(globalThis, { shiftSoFar: () => (add(observer.takeRecords()), sum) });
};

async function listenToThreeSessions(person: TestPerson): Promise<void> {
  const endedAt = testSite.server.clock().toISOString();
  const { items } = (await person.call('GET /api/contents', { query: { limit: 3 } })).body;
  for (const { id: contentId } of items) {
    const heard = { positionMs: 0, listenedMs: 60_000, completed: true };
    await person.call('POST /api/listens', {
      body: {
        id: randomUUID(),
        contentId,
        startedAt: endedAt,
        endedAt,
        ...heard,
        timeZone: 'Europe/Paris',
      },
    });
  }
}

/** The cumulative layout shift of a page so far, once the newest content is painted. */
const readLayoutShift = (page: Page) =>
  page.evaluate(async () => {
    const painted = () => new Promise((then) => requestAnimationFrame(then));
    await painted();
    await painted();
    return (globalThis as unknown as { shiftSoFar: () => number }).shiftSoFar();
  });

describe.each([SMALL_PHONE, { viewport: { width: 1280, height: 800 } }])(
  'on a screen of $viewport.width pixels',
  (screen) => {
    it.each([false, true])(
      'nothing jumps as what was asked for comes (somebody who has practised: %s)',
      async (hasPractised) => {
        const { page, t, person } = await testSite.openSignedIn({}, screen);
        await withholdAnswers(page);
        const flight = { kind: 'outbound' as const, departsAt: '18:30', number: null };
        const way = { timeZone: 'Europe/Paris', fromAirport: 'CDG', toAirport: 'YUL' };
        await person.call('POST /api/flights', {
          body: { ...flight, ...way, departsOn: testSite.server.inDays(12) },
        });
        if (hasPractised) await listenToThreeSessions(person);
        await page.clock.setFixedTime(testSite.server.clock());
        await page.addInitScript(recordLayoutShifts);
        const release = await delayResponses(page, ['/api/dashboard', '/api/flights']);

        await page.goto('/');
        await page.locator('[aria-busy=true] .window').first().waitFor();
        release('/api/dashboard');
        await page.getByRole('link', { name: t('common:verbs.begin') }).waitFor();
        await page.getByText(t('home:landings.heading')).waitFor();
        release('/api/flights');
        await page.getByText('18:30 · CDG → YUL', { exact: true }).waitFor();
        expect(await readLayoutShift(page)).toBeLessThan(0.05);

        const releaseThere = await delayResponses(page, ['/api/dashboard', '/api/flights']);
        await page.goto('/profile?tab=progress');
        await page.locator('main [aria-busy=true]').waitFor();
        releaseThere('/api/dashboard');
        await page.getByRole('heading', { name: t('profile:ladder.heading') }).waitFor();
        releaseThere('/api/flights');
        await page.getByRole('heading', { name: t('ledger:list.heading') }).waitFor();
        expect(await readLayoutShift(page)).toBeLessThan(0.05);
      },
    );

    it('nothing jumps when what the dashboard begins with came with it', async () => {
      const { page, t, person } = await testSite.openSignedIn({}, screen);
      await listenToThreeSessions(person);
      await page.clock.setFixedTime(testSite.server.clock());
      await page.addInitScript(recordLayoutShifts);
      // Letters of another font are a little wider, and move a line wherever the font comes after the first picture.
      await page.route('**/*.woff2', (route) => route.abort());
      await page.goto('/');
      await page.getByRole('link', { name: t('common:verbs.begin') }).waitFor();
      await page.waitForLoadState('networkidle');
      expect(await readLayoutShift(page)).toBe(0);
    });
  },
);

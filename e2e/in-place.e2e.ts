import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Caller } from '#server/testing/people.ts';
import { aWorld, SMALL } from './fixtures/world.ts';

const world = aWorld();

/** Keeps the answers of these addresses back; returns how to let one of them go. */
async function holdBack(page: Page, addresses: readonly string[]) {
  const letGo = new Map<string, () => void>();
  for (const address of addresses) {
    const waiting = new Promise<void>((go) => letGo.set(address, go));
    await page.route(`**${address}*`, async (route) => {
      await waiting;
      await route.continue();
    });
  }
  return (address: string) => letGo.get(address)?.();
}

/** Adds up how far what is on the screen is moved without the person, from now on; read by `shiftOf`. */
const watchShifts = () => {
  let sum = 0;
  const add = (entries: PerformanceEntryList) => {
    for (const entry of entries) sum += (entry as PerformanceEntry & { value: number }).value;
  };
  const observer = new PerformanceObserver((list) => add(list.getEntries()));
  observer.observe({ type: 'layout-shift', buffered: true });
  Object.assign(globalThis, { shiftSoFar: () => (add(observer.takeRecords()), sum) });
};

/** Has heard three sessions. */
async function practise(person: Caller): Promise<void> {
  const endedAt = world.site.clock().toISOString();
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

/** The layout shift of the page so far, once what came last is painted. */
const shiftOf = (page: Page) =>
  page.evaluate(async () => {
    const painted = () => new Promise((then) => requestAnimationFrame(then));
    await painted();
    await painted();
    return (globalThis as unknown as { shiftSoFar: () => number }).shiftSoFar();
  });

describe.each([SMALL, { viewport: { width: 1280, height: 800 } }])(
  'on a screen of $viewport.width pixels',
  (screen) => {
    it.each([false, true])(
      'nothing jumps as what was asked for comes (somebody who has practised: %s)',
      async (hasPractised) => {
        const { page, say, person, close } = await world.visitOf({}, screen);
        const flight = { kind: 'outbound' as const, departsAt: '18:30', number: null };
        const way = { timeZone: 'Europe/Paris', fromAirport: 'CDG', toAirport: 'YUL' };
        await person.call('POST /api/flights', {
          body: { ...flight, ...way, departsOn: world.site.inDays(12) },
        });
        if (hasPractised) await practise(person);
        await page.clock.setFixedTime(world.site.clock());
        await page.addInitScript(watchShifts);
        const letGo = await holdBack(page, ['/api/dashboard', '/api/flights']);

        await page.goto('/');
        await page.locator('[aria-busy=true] .window').first().waitFor();
        letGo('/api/dashboard');
        await page.getByRole('link', { name: say('common:verbs.begin') }).waitFor();
        await page.getByText(say('home:landings.heading')).waitFor();
        letGo('/api/flights');
        await page.getByText('18:30 · CDG → YUL', { exact: true }).waitFor();
        expect(await shiftOf(page)).toBeLessThan(0.05);

        const letGoThere = await holdBack(page, ['/api/dashboard', '/api/flights']);
        await page.goto('/profile?tab=progress');
        await page.locator('main [aria-busy=true]').waitFor();
        letGoThere('/api/dashboard');
        await page.getByRole('heading', { name: say('profile:ladder.heading') }).waitFor();
        letGoThere('/api/flights');
        await page.getByRole('heading', { name: say('ledger:list.heading') }).waitFor();
        expect(await shiftOf(page)).toBeLessThan(0.05);
        await close();
      },
    );
  },
);

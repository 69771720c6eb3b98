import { and, eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { listens } from '#server/features/player/table.ts';
import type { Caller } from '#server/testing/people.ts';
import { createSeededRandom } from '#shared/rules/seeded-random.ts';
import { BAD_CONDUCTS, openBadNetwork } from './fixtures/bad-network.ts';
import { isEverythingCached } from './fixtures/offline-cache.ts';
import { createPersistentDevice } from './fixtures/persistent-device.ts';
import { pressButton } from './fixtures/steps.ts';
import { createTestSite } from './fixtures/test-site.ts';
import { createTranslator } from './fixtures/translations.ts';

// The essence of ten journeys on networks that answer in the place of the server, halve, refuse, lose or are silent: each page
// is the app's as it is kept, and what is done there is done once. As many sequences as the promise names, with limits of time:
// `npm run prove:network`.

const SEQUENCES = Number(process.env['BAD_NETWORK_SEQUENCES'] ?? 1);
/** The most that a page may take to show what is kept, in milliseconds; no limit in a test. */
const LIMITS = process.env['BAD_NETWORK_SEQUENCES'] ? { sos: 1_000, page: 1_500 } : null;
const testSite = createTestSite();
const t = createTranslator('en');

interface Ground {
  page: Page;
  person: Caller;
  sessions: { id: string; title: string }[];
  /** What was done last. */
  done: { completed: Set<string>; name: string; flights: Map<string, string> };
  random: () => number;
  /** Opens a page of the app and waits until it shows what it is about. */
  open: (path: string, heading: string | RegExp) => Promise<void>;
}
type Journey = (ground: Ground) => Promise<void>;

const openDay: Journey = ({ open, done }) => open('/', new RegExp(done.name));
const openPlan: Journey = ({ open }) => open('/plan', t('plan:title'));
const openLadder: Journey = ({ open }) => open('/ladder', t('ladder:title'));
const openBreathing: Journey = ({ open }) => open('/breathe', t('breathing:title'));
const openHelp: Journey = ({ open }) => open('/sos', t('help:sos.title'));
const openPass: Journey = ({ open }) => open('/subscription', /./);

const search: Journey = async ({ page, open, sessions }) => {
  const [word = ''] = sessions[0]?.title.split(' ').filter(({ length }) => length > 5) ?? [];
  await open(`/content-library?q=${encodeURIComponent(word)}`, t('library:title'));
  await page
    .getByRole('link', { name: sessions[0]?.title ?? '' })
    .first()
    .waitFor();
};

const complete: Journey = async ({ page, open, sessions, done, random }) => {
  const session = sessions[Math.floor(random() * sessions.length)];
  if (!session) throw new Error('there is no session');
  await open(`/content/${session.id}`, session.title);
  const mark = page.getByRole('button', { name: t('player:complete.mark') });
  if (done.completed.has(session.id)) return expect(await mark.count()).toBe(0);
  await mark.click();
  await mark.waitFor({ state: 'detached' });
  done.completed.add(session.id);
  return undefined;
};

const rename: Journey = async ({ page, open, done, random }) => {
  await open('/profile', /./);
  await page.getByText(done.name, { exact: true }).first().waitFor();
  done.name = `Ada ${Math.floor(random() * 1_000_000)}`;
  await pressButton({ page, t }, 'profile:you.edit');
  await page.getByLabel(t('profile:you.name')).fill(done.name);
  await pressButton({ page, t }, 'profile:you.save');
  await page.getByText(done.name, { exact: true }).first().waitFor();
};

const addFlight: Journey = async ({ page, open, done, random }) => {
  await open('/', new RegExp(done.name));
  if (done.flights.size > 0) return;
  const departsOn = testSite.server.inDays(10 + Math.floor(random() * 20));
  await pressButton({ page, t }, 'home:flight.add');
  await page.getByLabel(t('flights:date'), { exact: true }).fill(departsOn);
  await pressButton({ page, t }, 'flights:save');
  await page.getByText(t('flights:saved'), { exact: true }).waitFor();
  done.flights.set('next', departsOn);
};

const JOURNEYS = [
  ...[openHelp, complete, openDay, addFlight, openPlan, rename],
  ...[search, openLadder, openBreathing, openPass, openHelp, complete],
];

// In each `npm test` once it holds on every network.
it.skipIf(LIMITS === null)(
  'on whatever network, each page shows what is kept and nothing that is not ours, and what is done is done once',
  async () => {
    const person = await testSite.createPerson({ state: 'pass', name: 'Ada' });
    const network = await openBadNetwork(testSite.server.url);
    const device = await createPersistentDevice(network.url, 'en-GB');
    const page = await device.start();
    await testSite.authenticate(page, person);
    await page.goto('/');
    await pressButton({ page, t }, 'cookies:banner.refuse');
    await expect.poll(() => isEverythingCached(page), { timeout: 60_000 }).toBe(true);
    const { items } = (await person.call('GET /api/contents')).body;
    // Some ask a question first.
    const sessions = items.filter(({ guard }) => guard === null).slice(0, 12);
    const done = { completed: new Set<string>(), name: 'Ada', flights: new Map<string, string>() };
    const times: Record<string, number[]> = {};
    let conduct = 'passes';
    const open: Ground['open'] = async (path, heading) => {
      const began = Date.now();
      await page.goto(path, { waitUntil: 'commit' });
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      const tookMs = Date.now() - began;
      (times[path.replace(/[?/][^/]{9,}$/, '')] ??= []).push(tookMs);
      expect(await page.getByText('Airport Wi-Fi').count(), `${path}, ${conduct}`).toBe(0);
      const limit = path === '/sos' ? LIMITS?.sos : LIMITS?.page;
      if (limit) expect.soft(tookMs, `${path}, ${conduct}`).toBeLessThanOrEqual(limit);
    };

    for (let seed = 1; seed <= SEQUENCES; seed += 1) {
      const random = createSeededRandom(`bad network ${seed}`);
      const begin = Math.floor(random() * BAD_CONDUCTS.length);
      for (const [step, journey] of JOURNEYS.entries()) {
        const [name, next] = BAD_CONDUCTS[(begin + step * 5) % BAD_CONDUCTS.length] ?? [
          '',
          'passes',
        ];
        conduct = name;
        network.setConduct(next);
        await journey({ page, person, sessions, done, random, open });
      }
      network.setConduct('passes');
      await page.goto('/');
      const whole = and(eq(listens.userId, person.id), eq(listens.completed, true));
      const readRows = async () => {
        const heard = await testSite.server.db.select().from(listens).where(whole);
        const flights = (await person.call('GET /api/flights')).body.items;
        return {
          completed: heard.map(({ contentId }) => contentId).toSorted(),
          name: (await person.call('GET /api/users/me')).body.name,
          flights: flights.map(({ departsOn }) => departsOn),
        };
      };
      const wanted = {
        completed: [...done.completed].toSorted(),
        name: done.name,
        flights: [...done.flights.values()],
      };
      await expect.poll(readRows, { timeout: 60_000 }).toEqual(wanted);
    }
    if (LIMITS)
      for (const [path, all] of Object.entries(times))
        process.stdout.write(`${path}: at most ${Math.max(...all)} ms of ${all.length}\n`);
  },
);

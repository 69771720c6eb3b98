import { and, eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { listens, sessionRatings } from '#server/features/player/table.ts';
import type { TestPerson } from '#server/testing/people.ts';
import { createSeededRandom } from '#shared/rules/seeded-random.ts';
import { REQUEST_TIMEOUT_MS } from '#web/lib/api.ts';
import { BAD_CONDUCTS, type Conduct, openBadNetwork } from './fixtures/bad-network.ts';
import { isEverythingCached, keepRareFiles } from './fixtures/offline-cache.ts';
import { createPersistentDevice } from './fixtures/persistent-device.ts';
import { chooseRadio, pressButton } from './fixtures/steps.ts';
import { createTestSite } from './fixtures/test-site.ts';
import { isOpensslThere, openTlsNetwork } from './fixtures/tls-network.ts';
import { createTranslator } from './fixtures/translations.ts';

// The essence of twelve journeys on networks that answer in the place of the server, halve, refuse, lose, are silent
// or have a certificate that is not the site's: each
// page is the app's as it is kept, and what is done there is done once. Each sequence is another person's, with an order of
// its own. As many sequences as the promise names, with its limits of time: `npm run prove:network`.

const SEQUENCES = Number(process.env['BAD_NETWORK_SEQUENCES'] ?? 1);
/** How many cases an earlier run has proved; the first of them is 1. */
const PROVED = Number(process.env['PROVED_BEFORE'] ?? 0);
const isProof = process.env['BAD_NETWORK_SEQUENCES'] !== undefined;
/** How many devices run in parallel: on bad networks they wait more than they compute. */
const DEVICES = Math.min(SEQUENCES, 2);
/**
 * The most that a page may take until what is kept is shown, in milliseconds, by the page's own timing. A test only tells that
 * no request was waited for until it was given up.
 */
const LIMITS = isProof
  ? { sos: 1_000, page: 1_500 }
  : { sos: REQUEST_TIMEOUT_MS, page: REQUEST_TIMEOUT_MS };
/** Opened again on the same network, a page that is late because the machine is busy is in time. */
const ATTEMPTS = isProof ? 3 : 1;
const testSite = createTestSite();
const t = createTranslator('en');

const RATINGS = ['very_helpful', 'somewhat_helpful', 'not_helpful'] as const;

interface Ground {
  page: Page;
  person: TestPerson;
  network: BadNetwork;
  sessions: { id: string; title: string }[];
  /** What was done last. */
  done: { ratings: Map<string, string>; name: string; flights: string[] };
  random: () => number;
  conduct: string;
  /** Opens a page of the app and waits until it shows what it is about. */
  open: (path: string, heading: string | RegExp) => Promise<void>;
}
type BadNetwork = Awaited<ReturnType<typeof openNetwork>>;
type Journey = (ground: Ground) => Promise<void>;

/** As over TLS, where a portal has not got the site's certificate. */
const UNTRUSTED = 'is not trusted';
const CONDUCTS = isOpensslThere
  ? ([...BAD_CONDUCTS, ['a certificate that is not the site’s', UNTRUSTED]] as const)
  : BAD_CONDUCTS;

/** Opens a network to the site, over TLS where this machine can make certificates. */
async function openNetwork() {
  const network = await openBadNetwork(testSite.server.url);
  const tls = isOpensslThere ? await openTlsNetwork(network.url) : null;
  return {
    url: tls?.url ?? network.url,
    flags: tls?.flags ?? [],
    setConduct: (next: Conduct | typeof UNTRUSTED) => {
      tls?.setPortal(next === UNTRUSTED);
      network.setConduct(next === UNTRUSTED ? 'refuses' : next);
    },
  };
}

const openDay: Journey = ({ open, done }) => open('/', new RegExp(done.name));
const openPlan: Journey = ({ open }) => open('/plan', t('plan:title'));
const openLadder: Journey = ({ open }) => open('/ladder', t('ladder:title'));
const openBreathing: Journey = ({ open }) => open('/breathe', t('breathing:title'));
const openHelp: Journey = ({ open }) => open('/sos', t('help:sos.title'));
const openPass: Journey = ({ open }) => open('/subscription', t('billing:active.title'));
const openFlight: Journey = ({ open }) => open('/flight', t('flight:title'));
const openCard: Journey = ({ open }) => open('/flight?card', t('flight:card.title'));

const search: Journey = async ({ page, open, sessions }) => {
  const [word = ''] = sessions[0]?.title.split(' ').filter(({ length }) => length > 5) ?? [];
  await open(`/content-library?q=${encodeURIComponent(word)}`, t('library:title'));
  await page
    .getByRole('link', { name: sessions[0]?.title ?? '' })
    .first()
    .waitFor();
};

/** Completes a session and rates it, or rates one again that is complete. */
const complete: Journey = async ({ page, open, sessions, done, random }) => {
  const session = sessions[Math.floor(random() * sessions.length)];
  if (!session) throw new Error('there is no session');
  await open(`/content/${session.id}`, session.title);
  const mark = page.getByRole('button', { name: t('player:complete.mark') });
  if (done.ratings.has(session.id)) return expect(await mark.count()).toBe(0);
  await mark.click();
  await mark.waitFor({ state: 'detached' });
  const rating = RATINGS[Math.floor(random() * RATINGS.length)] ?? 'very_helpful';
  await chooseRadio({ page, t }, `player:rating.${rating}`);
  done.ratings.set(session.id, rating);
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
  const departsOn = testSite.server.inDays(10 + Math.floor(random() * 20));
  await pressButton({ page, t }, 'home:flight.add');
  await page.getByLabel(t('flights:date'), { exact: true }).fill(departsOn);
  await pressButton({ page, t }, 'flights:save');
  await page.getByText(t('flights:saved'), { exact: true }).waitFor();
  done.flights.push(departsOn);
};

const JOURNEYS = [
  ...[openHelp, complete, openDay, addFlight, openPlan, rename, openFlight],
  ...[search, openLadder, openBreathing, openPass, openCard, openHelp, complete],
];

/** Returns the list in an order that `random` alone decides (Fisher and Yates). */
function shuffle<T>(list: readonly T[], random: () => number): T[] {
  const shuffled = [...list];
  for (let last = shuffled.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [shuffled[last], shuffled[other]] = [shuffled[other] as T, shuffled[last] as T];
  }
  return shuffled;
}

/** Marks in the page's timeline when each heading is shown. Sent to pages as text. */
function markHeadings(): void {
  const look = () => {
    for (const { textContent } of document.querySelectorAll('h1'))
      if (textContent && performance.getEntriesByName(textContent).length === 0)
        performance.mark(textContent);
  };
  new MutationObserver(look).observe(document, {
    childList: true,
    subtree: true,
    characterData: true,
  });
}

/** Opens a page; resolves to when it showed its heading, in milliseconds after it was asked for. */
async function measureOpening({ page, conduct }: Ground, path: string, heading: string | RegExp) {
  await page.goto(path, { waitUntil: 'commit' });
  await page
    .getByRole('heading', { level: 1, name: heading })
    .waitFor()
    .catch(async (cause: unknown) => {
      const shown = await page.locator('body').innerText();
      throw new Error(`${path}, ${conduct}, shows: ${shown}`, { cause });
    });
  expect(await page.getByText('Accept the terms').count(), `${path}, ${conduct}`).toBe(0);
  // Nor does a part of it wait for what does not come.
  await expect
    .poll(() => page.locator('main [aria-busy=true]').count(), { message: `${path}, ${conduct}` })
    .toBe(0);
  const marks = await page.evaluate(() =>
    performance.getEntriesByType('mark').map(({ name, startTime }) => [name, startTime] as const),
  );
  const isIt = (name: string) =>
    typeof heading === 'string' ? name.includes(heading) : heading.test(name);
  return marks.find(([name]) => isIt(name))?.[1] ?? Infinity;
}

/** When each page showed what it is about, in milliseconds, by its path. */
const times = new Map<string, number[]>();

async function openInTime(ground: Ground, path: string, heading: string | RegExp): Promise<void> {
  const limit = path === '/sos' ? LIMITS.sos : LIMITS.page;
  let tookMs = Infinity;
  for (let attempt = 0; attempt < ATTEMPTS && tookMs > limit; attempt += 1)
    tookMs = await measureOpening(ground, path, heading);
  const name = path.replace(/[?/][^/]{9,}$/, '');
  times.set(name, [...(times.get(name) ?? []), tookMs]);
  expect.soft(tookMs, `${path}, ${ground.conduct}`).toBeLessThanOrEqual(limit);
}

/** Makes a person, and a device on the network that keeps all that it may; resolves also to what puts it away. */
async function begin(network: BadNetwork, seed: number) {
  const person = await testSite.createPerson({ state: 'pass', name: 'Ada' });
  const device = await createPersistentDevice(network.url, 'en-GB', network.flags);
  const page = await device.start();
  await page.addInitScript(markHeadings);
  await testSite.authenticate(page, person);
  await page.goto('/');
  await pressButton({ page, t }, 'cookies:banner.refuse');
  await expect.poll(() => isEverythingCached(page), { timeout: 60_000 }).toBe(true);
  // As at a second visit.
  expect(await keepRareFiles(page)).toBe(true);
  const { items } = (await person.call('GET /api/contents')).body;
  const ground: Ground = {
    page,
    person,
    network,
    conduct: 'passes',
    random: createSeededRandom(`bad network ${seed}`),
    // Some ask a question first.
    sessions: items.filter(({ guard }) => guard === null).slice(0, 12),
    done: { ratings: new Map(), name: 'Ada', flights: [] },
    open: (path, heading) => openInTime(ground, path, heading),
  };
  return { ground, remove: device.remove };
}

const orders = new Set<string>();

/** Takes all journeys in an order of its own, each on another network. */
async function walk(ground: Ground, seed: number): Promise<void> {
  const { network, page, person, done, random } = ground;
  const journeys = shuffle(JOURNEYS, random);
  const conducts = shuffle(CONDUCTS, random);
  const taken: string[] = [];
  for (const [step, journey] of journeys.entries()) {
    const [name = '', conduct = 'passes'] = conducts[step % conducts.length] ?? [];
    ground.conduct = name;
    taken.push(`${JOURNEYS.indexOf(journey)} ${name}`);
    network.setConduct(conduct);
    await journey(ground);
  }
  orders.add(taken.join());
  network.setConduct('passes');
  await page.goto('/');
  const { db } = testSite.server;
  const whole = and(eq(listens.userId, person.id), eq(listens.completed, true));
  const readRows = async () => {
    const heard = await db.select().from(listens).where(whole);
    const rated = await db
      .select()
      .from(sessionRatings)
      .where(eq(sessionRatings.userId, person.id));
    const flights = (await person.call('GET /api/flights')).body.items;
    return {
      completed: heard.map(({ contentId }) => contentId).toSorted(),
      ratings: Object.fromEntries(rated.map(({ contentId, rating }) => [contentId, rating])),
      name: (await person.call('GET /api/users/me')).body.name,
      flights: flights.map(({ departsOn }) => departsOn),
    };
  };
  const wanted = {
    completed: [...done.ratings.keys()].toSorted(),
    ratings: Object.fromEntries(done.ratings),
    name: done.name,
    flights: done.flights,
  };
  await expect
    .poll(readRows, { timeout: 60_000, message: `after sequence ${seed}` })
    .toEqual(wanted);
}

it('on whatever network, each page shows what is kept and nothing that is not ours, and what is done is done once', async () => {
  let seed = PROVED;
  const walkSequences = async () => {
    const network = await openNetwork();
    while (seed < PROVED + SEQUENCES) {
      const own = (seed += 1);
      network.setConduct('passes');
      const { ground, remove } = await begin(network, own);
      await walk(ground, own);
      await remove();
      if (isProof) process.stdout.write(`  sequence ${own}\n`);
    }
  };
  await Promise.all(Array.from({ length: DEVICES }, walkSequences));
  expect(orders.size).toBe(SEQUENCES);
  if (!isProof) return;
  for (const [path, all] of times) {
    const sorted = all.toSorted((one, other) => one - other);
    const get = (part: number) => sorted[Math.floor((sorted.length - 1) * part)]?.toFixed(0);
    process.stdout.write(
      `  ${path}: ${get(0.5)} ms, 95 of 100 within ${get(0.95)} ms, all ${sorted.length} within ${get(1)} ms\n`,
    );
  }
});

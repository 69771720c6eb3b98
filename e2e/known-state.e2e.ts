import { and, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { importLibrary } from '#server/features/contents/import.ts';
import { listens } from '#server/features/player/table.ts';
import { createTestApp, type TestApp } from '#server/testing/app.ts';
import { createContentFolder } from '#server/testing/library.ts';
import type { TestPerson } from '#server/testing/people.ts';
import { addDays } from '#shared/rules/flight-date.ts';
import type { QueuedRoute } from '#shared/rules/queued-routes.ts';
import { createSeededRandom } from '#shared/rules/seeded-random.ts';
import { SERVER_MARK_HEADER } from '#shared/rules/server-mark.ts';
import '#web/app/write-definitions.ts';
import { setApiIdentity } from '#web/lib/api.ts';
import { setServerReachable } from '#web/lib/network.ts';
import { deleteCachedReplies } from '#web/lib/offline/reply-cache.ts';
import { installInMemoryIndexedDb } from '#web/lib/testing/indexed-db.ts';
import { buildServerReply, FOREIGN_ANSWERS } from '#web/lib/testing/server-replies.ts';
import { type KnownPages, openKnownPages } from './fixtures/known-pages.ts';

// What the pages show of what a person did, on a device whose network comes, goes, loses what it carries and has a portal,
// and whose pages are closed and opened again; against the server itself, without a browser. As many sequences as the
// promise names: `npm run prove:network`.

const SEQUENCES = Number(process.env['KNOWN_STATE_SEQUENCES'] ?? 6);
/** How many cases an earlier run has proved; the first of them is 1. */
const PROVED = Number(process.env['PROVED_BEFORE'] ?? 0);
const STEPS = 16;
const TODAY = new Date().toISOString().slice(0, 10);
const RATINGS = ['very_helpful', 'somewhat_helpful', 'not_helpful'];
const LISTENED_MS = 1_000;
const STEP_ID = '00000000-0000-4000-8000-000000000001';

let site: TestApp;
let contentIds: string[];
beforeAll(async () => {
  site = await createTestApp({
    clock: new Date(),
    loadLimits: { requestsPerAddress: 10_000_000, requestsPerSession: 10_000_000 },
  });
  const folder = await createContentFolder([{ slug: 'one' }, { slug: 'two' }, { slug: 'three' }]);
  await importLibrary(site.db, folder);
  const { body } = await (await site.createPerson()).call('GET /api/contents');
  contentIds = body.items.map(({ id }) => id);
});
afterAll(() => site.close());

let network: 'online' | 'offline' | 'lossy' | 'portal';
let person: TestPerson;
let random: () => number;
const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;

/** Answers a request as the server, or whatever is between it and the device. */
async function answer(url: string, { method = 'GET', headers, body }: RequestInit) {
  if (network === 'offline') throw new TypeError('no network');
  const foreign = pick(FOREIGN_ANSWERS);
  if (network === 'portal') return new Response(foreign.body || null, foreign);
  if (network === 'lossy' && random() < 0.3) throw new TypeError('lost on the way');
  site.clock.set(new Date());
  const sent = {
    headers: headers as Record<string, string>,
    ...(typeof body === 'string' && { body: JSON.parse(body) as unknown }),
  };
  const [path = '', query] = url.split('?');
  const values = Object.fromEntries(new URLSearchParams(query ?? ''));
  const reply = await person.send(`${method} ${path}`, { ...sent, query: values });
  expect(reply.headers[SERVER_MARK_HEADER]).toBeDefined();
  const text = JSON.stringify(reply.body);
  const isWhole = network !== 'lossy' || random() < 0.6;
  const end = isWhole ? text.length : Math.floor(random() * text.length);
  return buildServerReply(text.slice(0, end), reply.status);
}

beforeEach(() => {
  installInMemoryIndexedDb(vi.stubGlobal);
  vi.stubGlobal('location', { origin: 'https://envol.test' });
  vi.stubGlobal('fetch', answer);
});
afterEach(async () => {
  await deleteCachedReplies();
  setApiIdentity(null);
  setServerReachable(true);
  vi.unstubAllGlobals();
});

interface KnownFlight {
  id: string;
  departsOn: string;
  departsAt: string | null;
}
/** What was done last, as the person knows it. */
interface Done {
  name: string;
  completed: Set<string>;
  ratings: Map<string, string>;
  flights: Map<string, KnownFlight>;
  outcomes: Map<string, string | null>;
  breathedMs: number;
  /** The fear that each weekly check-in told, and whether each guessed sound was known, by its id. */
  checkIns: Map<string, number>;
  guesses: Map<string, boolean>;
}

function describeDone({ name, completed, ratings, flights, outcomes, ...done }: Done) {
  const sorted = [...flights.values()].toSorted(
    (a, b) => a.departsOn.localeCompare(b.departsOn) || (a.id < b.id ? -1 : 1),
  );
  const [next] = sorted;
  return {
    name,
    flightDate: next?.departsOn ?? null,
    flights: sorted.map(({ id, departsOn, departsAt }) => [id, departsOn, departsAt]),
    planned: next ? [next.id, next.departsOn, next.departsAt, next.departsOn] : null,
    ratings: contentIds.map((id) => ratings.get(id) ?? null),
    completed: contentIds.map((id) => completed.has(id)),
    totalSessions: completed.size,
    practiceMs: completed.size * LISTENED_MS + done.breathedMs,
    checkIns: [...done.checkIns],
    guesses: Object.fromEntries(done.guesses),
    isProposedAgain: false,
    outcomes: [...outcomes],
  };
}

let lastMs = 0;
/** The instant of a write: no person makes two in one millisecond. */
const takeTime = () => new Date((lastMs = Math.max(lastMs + 1, Date.now()))).toISOString();
/** Different days, so that the order of the flights is clear. */
let nextDay = 1;
const takeDay = () => addDays(TODAY, (nextDay = (nextDay + 7) % 80) + 1);

/** Does one thing, as a page does. */
async function act({ queue }: KnownPages, done: Done): Promise<string> {
  const at = takeTime();
  const write = (route: QueuedRoute, body: unknown, params: object = {}) => ({
    key: crypto.randomUUID(),
    owner: person.id,
    route,
    params,
    queuedAt: at,
    ...(body !== undefined && { body }),
    body,
  });
  const id = pick(contentIds);
  const kind = pick([
    ...['listen', 'rate', 'rename', 'add', 'move', 'move', 'remove', 'try', 'tell'],
    ...['breathe', 'check in', 'guess'],
  ]);
  if (kind === 'listen' && !done.completed.has(id)) {
    done.completed.add(id);
    const listen = { id: crypto.randomUUID(), contentId: id, startedAt: at, endedAt: at };
    const heard = { positionMs: 0, listenedMs: LISTENED_MS, completed: true, timeZone: 'UTC' };
    queue.enqueue(write('POST /api/listens', { ...listen, ...heard }));
  } else if (kind === 'rate') {
    const rating = pick(RATINGS);
    done.ratings.set(id, rating);
    queue.enqueue(write('PUT /api/contents/:id/rating', { rating, ratedAt: at }, { id }));
  } else if (kind === 'rename') {
    done.name = `Ada ${Math.floor(random() * 1_000)}`;
    const body = { name: done.name, writtenAt: at };
    await queue.sendOrEnqueue(write('PATCH /api/users/me', body));
  } else if (kind === 'add' && done.flights.size < 3) {
    const flight = { id: crypto.randomUUID(), departsOn: takeDay(), departsAt: null };
    done.flights.set(flight.id, flight);
    const more = { kind: 'outbound', timeZone: 'UTC', fromAirport: null, toAirport: null };
    const body = { ...flight, ...more, number: null, writtenAt: at };
    await queue.sendOrEnqueue(write('POST /api/flights', body));
  } else if (kind === 'move' || kind === 'remove') {
    const flight = pick([...done.flights.values()]);
    if (!flight) return 'nothing';
    if (kind === 'remove') {
      done.flights.delete(flight.id);
      const removal = write('DELETE /api/flights/:id', undefined, { id: flight.id });
      await queue.sendOrEnqueue(removal);
    } else {
      const change = pick([{ departsOn: takeDay() }, { departsAt: pick(['07:15', '21:40']) }]);
      done.flights.set(flight.id, { ...flight, ...change });
      const body = { ...flight, ...change, id: undefined, writtenAt: at };
      const moved = write('PATCH /api/flights/:id', body, { id: flight.id });
      await queue.sendOrEnqueue(moved);
    }
  } else if (kind === 'try' || kind === 'tell') {
    const open = [...done.outcomes].findLast(([, told]) => told === null)?.[0];
    if ((kind === 'tell') !== (open !== undefined)) return 'nothing';
    const attemptId = open ?? crypto.randomUUID();
    const happened = kind === 'tell' ? `what happened at ${at}` : null;
    done.outcomes.set(attemptId, happened);
    const outcome = happened && { highest: 5, after: 2, happened, learned: 'that it passes' };
    const made = { id: attemptId, stepId: STEP_ID, startedAt: at, setting: 'home_alone' };
    const before = { expected: 'the worst', sure: 80, before: 7, outcome, writtenAt: at };
    queue.enqueue(write('POST /api/ladder/attempts', { ...made, ...before }));
  } else if (kind === 'breathe') {
    const practisedMs = 10_000 + Math.floor(random() * 50_000);
    done.breathedMs += practisedMs;
    const startedAt = new Date(Date.parse(at) - 60_000).toISOString();
    const breathed = { id: crypto.randomUUID(), pattern: 'box', startedAt, endedAt: at };
    queue.enqueue(write('POST /api/practices', { ...breathed, practisedMs, timeZone: 'UTC' }));
  } else if (kind === 'check in') {
    const answers = { fear: Math.floor(random() * 11), worry: 5, avoidance: 5, confidence: 5 };
    const told = { id: crypto.randomUUID(), takenAt: at, answers };
    done.checkIns.set(told.id, answers.fear);
    queue.enqueue(write('POST /api/check-ins', told));
  } else if (kind === 'guess') {
    const guess = {
      id: crypto.randomUUID(),
      sound: 'gear_down',
      at,
      sure: 50,
      knew: random() < 0.5,
    };
    done.guesses.set(guess.id, guess.knew);
    queue.enqueue(write('POST /api/sound-practices', guess));
  } else return 'nothing';
  return kind;
}

/** Signs a person in with a step on the ladder and a flight, whose pages were opened once. */
async function begin(): Promise<{ page: KnownPages; done: Done }> {
  site.clock.set(new Date());
  person = await site.createPerson({ name: 'Ada' });
  setApiIdentity({ uid: person.uid, email: person.email });
  const page = openKnownPages(person.id);
  await page.get('/api/auth/identity');
  const step = { id: STEP_ID, area: 'fear_heights', material: 'own', words: 'A tower' };
  const { status } = await person.call('PUT /api/ladder', {
    body: { steps: [step], added: [STEP_ID], order: [STEP_ID], writtenAt: takeTime() },
  });
  expect(status).toBe(200);
  await page.readShown(contentIds);
  const done: Done = {
    name: 'Ada',
    completed: new Set(),
    ratings: new Map(),
    flights: new Map(),
    outcomes: new Map(),
    breathedMs: 0,
    checkIns: new Map(),
    guesses: new Map(),
  };
  return { page, done };
}

it('after any sequence of online, lossy, offline and portal steps and reloads each page shows what was last done, and the server has it once', async () => {
  for (let seed = PROVED + 1; seed <= PROVED + SEQUENCES; seed += 1) {
    installInMemoryIndexedDb(vi.stubGlobal);
    random = createSeededRandom(`known state ${seed}`);
    network = 'online';
    const begun = await begin();
    let { page } = begun;
    const { done } = begun;
    const taken: string[] = [];
    for (let step = 0; step < STEPS; step += 1) {
      const kind = random();
      if (kind < 0.6) taken.push(await act(page, done));
      else if (kind < 0.82) {
        network = pick(['online', 'offline', 'lossy', 'portal'] as const);
        taken.push(network);
      } else {
        taken.push('reload');
        page.close();
        page = openKnownPages(person.id);
        await page.ready;
      }
      await page.queue.flush(person.id);
      const shown = await page.readShown(contentIds);
      expect(shown, `seed ${seed}, ${taken.join()}`).toEqual(describeDone(done));
    }
    network = 'online';
    while ((await page.queue.flush(person.id)).length > 0) expect(network).toBe('online');
    expect(await page.readShown(contentIds), `seed ${seed} at last`).toEqual(describeDone(done));
    const whole = and(eq(listens.userId, person.id), eq(listens.completed, true));
    const heard = await site.db.select().from(listens).where(whole);
    expect(heard.map(({ contentId }) => contentId).toSorted()).toEqual(
      [...done.completed].toSorted(),
    );
    page.close();
    await deleteCachedReplies();
    if (process.env['KNOWN_STATE_SEQUENCES']) process.stdout.write(`  known state ${seed}\n`);
  }
});

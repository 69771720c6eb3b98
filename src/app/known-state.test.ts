import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createSeededRandom } from '#shared/rules/seeded-random.ts';
import { setApiIdentity } from '#web/lib/api.ts';
import { setNetworkReached } from '#web/lib/network.ts';
import { keepAcceptedWrite } from '#web/lib/offline/accepted-writes.ts';
import { fetchWithOfflineFallback } from '#web/lib/offline/offline-fallback.ts';
import { clearReplies } from '#web/lib/offline/reply-cache.ts';
import { createCacheOverlay } from '#web/lib/sync/cache-overlay.ts';
import { createUnfinishedWrites } from '#web/lib/sync/unfinished-writes.ts';
import { createWriteQueue } from '#web/lib/sync/write-queue.ts';
import { sendWriteRequest } from '#web/lib/sync/write-sender.ts';
import { createWriteStore, type PendingWrite } from '#web/lib/sync/write-store.ts';
import { stubIndexedDb } from '#web/lib/testing/indexed-db.ts';
import { buildServerReply, FOREIGN_ANSWERS } from '#web/lib/testing/server-replies.ts';
import './write-definitions.ts';

// What the pages show of what was done, on a device whose network comes, goes, loses replies and has a portal, and whose
// pages are closed and opened again; and what the server then has.

const SEQUENCES = Number(process.env['KNOWN_STATE_SEQUENCES'] ?? 12);
const STEPS = 14;
const IDS = [1, 2, 3].map((number) => `00000000-0000-7000-8000-00000000000${number}`);
const ADA = { uid: 'ada-1', email: 'ada@example.org' };
const TODAY = new Date().toISOString().slice(0, 10);
const URLS = {
  identity: '/api/auth/identity',
  profile: '/api/users/me',
  dashboard: '/api/dashboard?timeZone=UTC',
  plan: '/api/plan?timeZone=UTC',
  content: (id: string) => `/api/contents/${id}`,
};
type Network = 'online' | 'offline' | 'lossy' | 'portal';

/** A server with three sessions and one person, which does what comes under a key once. */
function createServer() {
  const listens = new Map<string, { contentId: string; listenedMs: number; endedAt: string }>();
  const done = new Map<string, unknown>();
  const ratings = new Map<string, string>();
  let name = 'Ada';
  const describe = (id: string) => ({
    id,
    kind: 'flow',
    title: id,
    situations: [],
    selfRatings: null,
    positionMs: 0,
    listenedAt: null,
    completedAt: null,
    rating: ratings.get(id) ?? null,
    completed: [...listens.values()].some(({ contentId }) => contentId === id),
  });
  const summarise = (id: string) => ({
    content: describe(id),
    reason: { code: 'new', area: null },
  });
  const replies: Record<string, () => unknown> = {
    [URLS.identity]: () => ({ identity: ADA }),
    [URLS.profile]: () => ({ id: 'ada', name }),
    [URLS.dashboard]: () => ({
      totalSessions: listens.size,
      practiceMs: listens.size * 1_000,
      dayStreak: 0,
      sessionsToday: { done: listens.size, recommended: 3 },
      doneToday: [],
      recommendations: IDS.filter((id) => !describe(id).completed).map(summarise),
      recentActivity: [...listens].map(([listenId, { contentId, endedAt }]) => ({
        listenId,
        contentId,
        title: contentId,
        at: endedAt,
        completed: true,
        listenedMs: 1_000,
      })),
    }),
    [URLS.plan]: () => ({
      flight: null,
      days: [
        {
          date: TODAY,
          sessions: IDS.map((id) => ({ id, heard: describe(id).completed, done: false })),
        },
      ],
    }),
    ...Object.fromEntries(IDS.map((id) => [URLS.content(id), () => describe(id)])),
  };
  function write(method: string, url: string, body: Record<string, string>): unknown {
    if (url === '/api/listens') {
      const { id = '', contentId = '', endedAt = '' } = body;
      listens.set(id, { contentId, listenedMs: 1_000, endedAt });
      return { contentId, positionMs: 0, listenedAt: endedAt, completedAt: endedAt };
    }
    if (url === URLS.profile) name = body['name'] ?? name;
    else ratings.set(url.split('/')[3] ?? '', body['rating'] ?? '');
    return method === 'PATCH' ? { id: 'ada', name } : { rating: body['rating'] };
  }
  return {
    listens,
    ratings,
    getName: () => name,
    answer: (url: string, { method = 'GET', headers, body }: RequestInit): Response => {
      if (method === 'GET') {
        const reply = replies[url];
        return reply ? buildServerReply(reply()) : buildServerReply('', 404);
      }
      const key = new Headers(headers).get('idempotency-key') ?? '';
      if (!done.has(key))
        done.set(key, write(method, url, JSON.parse(body as string) as Record<string, string>));
      return buildServerReply(done.get(key));
    },
  };
}

let network: Network;
let server: ReturnType<typeof createServer>;
let random: () => number;

async function answer(url: string, request: RequestInit): Promise<Response> {
  if (network === 'offline') throw new TypeError('no network');
  const foreign = FOREIGN_ANSWERS[Math.floor(random() * FOREIGN_ANSWERS.length)];
  if (network === 'portal' && foreign) return new Response(foreign.body || null, foreign);
  if (network === 'lossy' && random() < 0.3) throw new TypeError('lost on the way');
  const response = server.answer(url, request);
  if (network !== 'lossy' || random() < 0.6) return response;
  const text = await response.text();
  return buildServerReply(text.slice(0, Math.floor(random() * text.length)));
}

let locked: Promise<unknown> = Promise.resolve();
/** Opens the app's page, on which everything that is kept can be shown. */
function openPage() {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const queue = createWriteQueue({
    store: createWriteStore(),
    unfinished: createUnfinishedWrites(),
    send: (write) => sendWriteRequest(write),
    keepAccepted: keepAcceptedWrite,
    runExclusively: (work) => {
      const own = locked.then(work);
      locked = own.catch(() => undefined);
      return own;
    },
    openChannel: () => new BroadcastChannel('known-state'),
  });
  const overlay = createCacheOverlay(queryClient, queue, 'ada');
  const stop = queue.start('ada', () => {});
  const get = (url: string) =>
    queryClient
      .fetchQuery({
        queryKey: [url, 'en'],
        queryFn: () => fetchWithOfflineFallback('GET', url, {}),
        staleTime: 0,
      })
      .then(() => queryClient.getQueryData([url, 'en']) as Record<string, unknown>);
  return {
    queue,
    get,
    ready: overlay.ready,
    close: () => {
      stop();
      overlay.stop();
      queryClient.clear();
    },
  };
}
type OpenedPage = ReturnType<typeof openPage>;

/** What was done last, as the person knows it. */
interface Done {
  completed: Set<string>;
  ratings: Map<string, string>;
  name: string;
}

async function readShown({ get }: OpenedPage) {
  const sessions = await Promise.all(IDS.map((id) => get(URLS.content(id))));
  const dashboard = await get(URLS.dashboard);
  const plan = await get(URLS.plan);
  const profile = await get(URLS.profile);
  return {
    name: profile['name'] as string,
    ratings: sessions.map(({ rating }) => rating as string | null),
    completed: sessions.map(({ completed }) => completed as boolean),
    total: dashboard['totalSessions'] as number,
    isRecommended: IDS.map((id) =>
      (dashboard['recommendations'] as { content: { id: string } }[]).some(
        ({ content }) => content.id === id,
      ),
    ),
    heard: (plan['days'] as { sessions: { heard: boolean }[] }[])[0]?.sessions.map(
      ({ heard }) => heard,
    ),
  };
}
const describeDone = ({ completed, ratings, name }: Done) => ({
  name,
  ratings: IDS.map((id) => ratings.get(id) ?? null),
  completed: IDS.map((id) => completed.has(id)),
  total: completed.size,
  isRecommended: IDS.map((id) => !completed.has(id)),
  heard: IDS.map((id) => completed.has(id)),
});

function act(page: OpenedPage, done: Done): void {
  const id = IDS[Math.floor(random() * IDS.length)] ?? '';
  const kind = random();
  const at = new Date().toISOString();
  const base = { key: crypto.randomUUID(), owner: 'ada', params: {}, queuedAt: at };
  let write: PendingWrite;
  if (kind < 0.4 && !done.completed.has(id)) {
    done.completed.add(id);
    const body = {
      id: base.key,
      contentId: id,
      startedAt: at,
      endedAt: at,
      positionMs: 0,
      listenedMs: 1_000,
    };
    write = {
      ...base,
      route: 'POST /api/listens',
      body: { ...body, completed: true, timeZone: 'UTC' },
    };
  } else if (kind < 0.7) {
    const rating = ['very_helpful', 'helpful', 'not_helpful'][Math.floor(random() * 3)] ?? '';
    done.ratings.set(id, rating);
    write = {
      ...base,
      route: 'PUT /api/contents/:id/rating',
      params: { id },
      body: { rating, ratedAt: at },
    };
  } else {
    done.name = `Ada ${Math.floor(random() * 1_000)}`;
    write = { ...base, route: 'PATCH /api/users/me', body: { name: done.name, writtenAt: at } };
  }
  page.queue.enqueue(write);
}

beforeEach(() => {
  stubIndexedDb(vi.stubGlobal);
  vi.stubGlobal('location', { origin: 'https://envol.test' });
  vi.stubGlobal('fetch', answer);
  setApiIdentity(ADA);
});
afterEach(async () => {
  await clearReplies();
  setApiIdentity(null);
  setNetworkReached(true);
  vi.unstubAllGlobals();
});

it('after any sequence of online, lossy, offline and portal steps and reloads each page shows what was last done, and the server has it once', async () => {
  for (let seed = 1; seed <= SEQUENCES; seed += 1) {
    stubIndexedDb(vi.stubGlobal);
    random = createSeededRandom(`known state ${seed}`);
    server = createServer();
    network = 'online';
    const done: Done = { completed: new Set(), ratings: new Map(), name: 'Ada' };
    let page = openPage();
    await page.get(URLS.identity);
    await readShown(page);
    const taken: string[] = [];
    for (let step = 0; step < STEPS; step += 1) {
      const kind = random();
      if (kind < 0.5) act(page, done);
      else if (kind < 0.75) {
        network =
          (['online', 'offline', 'lossy', 'portal'] as const)[Math.floor(random() * 4)] ?? 'online';
        taken.push(network);
      } else {
        taken.push('reload');
        page.close();
        page = openPage();
        await page.ready;
      }
      await page.queue.flush('ada');
      expect(await readShown(page), `seed ${seed}, ${taken.join()}`).toEqual(describeDone(done));
    }
    network = 'online';
    await page.queue.flush('ada');
    expect(await readShown(page), `seed ${seed} at last`).toEqual(describeDone(done));
    const heard = [...server.listens.values()].map(({ contentId }) => contentId);
    expect(heard.toSorted()).toEqual([...done.completed].toSorted());
    expect([server.ratings, server.getName()]).toEqual([done.ratings, done.name]);
    page.close();
    await clearReplies();
  }
});

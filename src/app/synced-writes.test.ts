import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { QUEUED_ROUTES, type QueuedRoute } from '#shared/rules/queued-routes.ts';
import { ApiError } from '#web/lib/api.ts';
import { getWriteRefusalQueryKey } from '#web/lib/sync/synced-write.ts';
import { type Device, createSimulatedDevice } from '#web/lib/sync/testing/device.ts';
import type { UnsentWrite } from '#web/lib/sync/write-store.ts';
import './write-definitions.ts';

const EARLIER = '2026-11-21T10:00:00.000Z';
const LATER = '2026-11-21T11:00:00.000Z';

/** A write of each kind; the data of the query under `key` before it, and what of them it changes. */
interface Kind {
  params?: object;
  body: Record<string, unknown>;
  reply?: unknown;
  key?: string;
  before?: object;
  after?: object;
}

const content = {
  id: 'c1',
  rating: null,
  positionMs: 1_000,
  listenedAt: EARLIER,
  completed: false,
  completedAt: null,
};
const step = { id: 's1', area: 'fear_heights', material: 'own', words: 'A tower' };
const attempt = { id: 'a1', stepId: 's1', startedAt: LATER, setting: 'home', outcome: null };
const record = { id: 'f1', flightId: null, flownOn: '2026-11-20', expected: 'panic', forecast: 9 };
const debrief = { happened: 'a bump', felt: 5, keep: null };
const scores = { fear: 7, worry: 0, avoidance: 0, confidence: 3 };
const program = {
  id: 'p1',
  lessons: [{ id: 'l1', completedAt: null, runs: [], taskTickedAt: null, note: null }],
  standing: { state: 'new', startedAt: null },
};
const progress = {
  contentId: 'c1',
  positionMs: 9_000,
  listenedAt: LATER,
  completedAt: LATER,
  unpublished: false,
};

const flight = {
  id: 'f1',
  kind: 'outbound',
  departsOn: '2100-01-01',
  departsAt: '10:00',
  number: null,
  timeZone: 'Europe/Paris',
  fromAirport: null,
  toAirport: null,
};

const KINDS: Record<QueuedRoute, Kind> = {
  'POST /api/flights': {
    body: { ...flight, writtenAt: LATER },
    reply: flight,
    key: '/api/flights',
    before: { items: [] },
    after: { items: [flight] },
  },
  'PATCH /api/flights/:id': {
    params: { id: 'f1' },
    body: { departsAt: '12:30', writtenAt: LATER },
    reply: { ...flight, departsAt: '12:30' },
    key: '/api/flights',
    before: { items: [flight] },
    after: { items: [{ ...flight, departsAt: '12:30' }] },
  },
  'DELETE /api/flights/:id': {
    params: { id: 'f1' },
    body: {},
    key: '/api/flights',
    before: { items: [flight] },
    after: { items: [] },
  },
  'PUT /api/contents/:id/rating': {
    params: { id: 'c1' },
    body: { rating: 'very_helpful', ratedAt: LATER },
    reply: { contentId: 'c1', rating: 'very_helpful', ratedAt: LATER },
    key: '/api/contents/c1',
    before: content,
    after: { rating: 'very_helpful' },
  },
  'POST /api/listens': {
    body: { id: 'l1', contentId: 'c1', endedAt: LATER, positionMs: 9_000, completed: true },
    reply: progress,
    key: '/api/contents/c1',
    before: content,
    after: { positionMs: 9_000, completed: true, completedAt: LATER },
  },
  'PUT /api/ladder': {
    body: { steps: [step], added: ['s1'], order: [], removed: ['s0'], writtenAt: LATER },
    key: '/api/ladder',
    before: { steps: [{ ...step, id: 's0', attempts: [] }] },
    after: { steps: [{ ...step, attempts: [] }] },
  },
  'POST /api/ladder/attempts': {
    body: { ...attempt, writtenAt: LATER },
    key: '/api/ladder',
    before: { steps: [{ ...step, attempts: [] }] },
    after: { steps: [{ ...step, attempts: [attempt] }] },
  },
  'POST /api/ledger': {
    body: { ...record, expected: null, forecast: null, ...debrief, writtenAt: LATER },
    key: '/api/ledger',
    before: { flights: [{ ...record, happened: null, felt: null, keep: null }] },
    after: { flights: [{ ...record, ...debrief }] },
  },
  'DELETE /api/ledger/:id': {
    params: { id: 'f1' },
    body: { writtenAt: LATER },
    key: '/api/ledger',
    before: { flights: [{ ...record, ...debrief }] },
    after: { flights: [] },
  },
  'POST /api/check-ins': {
    body: { id: 'k1', takenAt: LATER, answers: scores },
    key: '/api/assessment/history',
    before: { results: [], checkIns: [{ id: 'k0', takenAt: EARLIER, answers: scores }] },
    after: { checkIns: [{ id: 'k0' }, { id: 'k1', answers: scores }] },
  },
  'PUT /api/assessment/answers': {
    body: { answers: { fear_heights: 4 }, consentGivenAt: EARLIER, writtenAt: LATER },
    key: '/api/assessment',
    before: { consentGiven: true, consentGivenAt: EARLIER, draft: {}, completed: null },
    after: { draft: { fear_heights: 4 } },
  },
  'POST /api/programs/:id/events': {
    params: { id: 'p1' },
    body: { id: 'e1', type: 'lesson_completed', lessonId: 'l1', at: LATER },
    key: '/api/programs/p1',
    before: program,
    after: { lessons: [{ completedAt: LATER }], standing: { startedAt: LATER } },
  },
  'POST /api/practices': { body: { id: 'b1' } },
  'POST /api/sound-practices': {
    body: { id: 's1', sound: 'gear_down', at: LATER, sure: 50, knew: true },
    key: '/api/sound-practices',
    before: { items: [] },
    after: { items: [{ id: 's1', sound: 'gear_down', at: LATER, sure: 50, knew: true }] },
  },
  'PATCH /api/users/me': {
    body: { name: 'Ada', writtenAt: LATER },
    reply: { id: 'ada', name: 'Ada' },
    key: '/api/users/me',
    before: { id: 'ada', name: 'A.' },
    after: { name: 'Ada' },
  },
};
const TABLE = (Object.keys(QUEUED_ROUTES) as QueuedRoute[]).map(
  (route) => [route, KINDS[route]] as const,
);
const refused = new ApiError(403, JSON.stringify({ error: { code: 'consent_required' } }));

let device: Device;
beforeEach(() => void (device = createSimulatedDevice()));
afterEach(() => device.close());

describe.each(TABLE)('%s', (route, { params = {}, body, reply = {}, key, before, after }) => {
  const write = (): UnsentWrite => ({
    key: crypto.randomUUID(),
    owner: 'ada',
    route,
    params,
    body,
    queuedAt: LATER,
  });
  /** A tab whose page has been shown what the server has. */
  const openPage = () => {
    const tab = device.openTab();
    if (key) tab.queryClient.setQueryData([key], before);
    const shown = () => (key ? tab.queryClient.getQueryData([key]) : undefined);
    const isShown = () => key && expect(shown()).toMatchObject(after ?? {});
    const isTakenBack = () => key && expect(shown()).toEqual(before);
    return { ...tab, isShown, isTakenBack };
  };

  it('is applied at once, and sent once under its key', async () => {
    device.answerWith(() => reply);
    const page = openPage();
    const made = write();
    page.queue.enqueue(made);
    page.isShown();
    expect(await page.queue.flush('ada')).toEqual([]);
    expect(device.sent.map((one) => one.key)).toEqual([made.key]);
    page.isShown();
  });

  it('is taken back when it is refused, and the page can say why', async () => {
    device.answerWith(() => refused);
    const page = openPage();
    page.queue.enqueue(write());
    page.isShown();
    expect(await page.queue.flush('ada')).toEqual([]);
    page.isTakenBack();
    if (key)
      expect(page.queryClient.getQueryData(getWriteRefusalQueryKey(route, [key]))).toMatchObject({
        code: 'consent_required',
      });
  });

  it('survives a reload: shown over what the server says, and sent under the same key', async () => {
    device.goOffline();
    const first = openPage();
    const made = write();
    first.queue.enqueue(made);
    await first.queue.flush('ada');
    first.close();
    const next = openPage();
    await next.overlay.ready;
    next.isShown();
    device.answerWith(() => reply);
    expect(await next.queue.flush('ada')).toEqual([]);
    expect(device.sent.map((one) => one.key)).toEqual([made.key]);
    next.isShown();
  });

  it('is shown and taken back in every tab', async () => {
    device.goOffline();
    const one = openPage();
    const other = openPage();
    one.queue.enqueue(write());
    await vi.waitFor(other.isShown);
    await one.queue.flush('ada');
    device.answerWith(() => refused);
    await other.queue.flush('ada');
    await vi.waitFor(one.isTakenBack);
    other.isTakenBack();
  });

  it('is sent before its person signs out', async () => {
    device.goOffline();
    const page = openPage();
    page.queue.enqueue(write());
    expect(await page.queue.flush('ada')).toHaveLength(1);
    device.answerWith(() => reply);
    expect(await page.queue.flush('ada')).toEqual([]);
  });
});

it('a reply that was asked for before a write was accepted does not undo it', async () => {
  const { body, before, after } = KINDS['PUT /api/ladder'];
  const { queryClient, queue } = device.openTab();
  const reply = Promise.withResolvers<unknown>();
  const asked = queryClient.fetchQuery({
    queryKey: ['/api/ladder'],
    queryFn: () => reply.promise,
  });
  const route = 'PUT /api/ladder';
  queue.enqueue({ key: 'a', owner: 'ada', route, params: {}, body, queuedAt: LATER });
  expect(await queue.flush('ada')).toEqual([]);
  reply.resolve(before);
  await asked;
  expect(queryClient.getQueryData(['/api/ladder'])).toMatchObject(after ?? {});
});

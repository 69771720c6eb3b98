import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { QueuedRoute } from '#shared/rules/queued-routes.ts';
import { ApiError } from '#web/lib/api.ts';
import { type Device, createSimulatedDevice } from './testing/device.ts';
import { createUnfinishedWriteStore } from './unfinished-writes.ts';
import type { UnsentWrite } from './write-store.ts';

const RATING = 'PUT /api/contents/:id/rating';
const LISTENS = 'POST /api/listens';
const ANSWERS = 'PUT /api/assessment/answers';

const buildWrite = (key: string, route: QueuedRoute = RATING, owner = 'ada'): UnsentWrite => ({
  key,
  owner,
  route,
  params: {},
  body: { key },
  queuedAt: '2026-11-21T10:00:00.000Z',
});
const listKeys = (writes: readonly UnsentWrite[]) => writes.map(({ key }) => key);
const refusal = (code: string) => new ApiError(403, JSON.stringify({ error: { code } }));

/** A storage as browsers have it: its keys are its own enumerable properties. */
function makeStorage(): Storage {
  const methods = {
    getItem(this: Record<string, string>, key: string) {
      return Object.hasOwn(this, key) ? this[key] : null;
    },
    setItem(this: Record<string, string>, key: string, text: string) {
      this[key] = text;
    },
    removeItem(this: Record<string, string>, key: string) {
      delete this[key];
    },
  };
  return Object.create(methods) as Storage;
}

let device: Device;
beforeEach(() => {
  vi.stubGlobal('localStorage', makeStorage());
  vi.stubGlobal('sessionStorage', makeStorage());
  device = createSimulatedDevice();
});
afterEach(() => {
  device.close();
  vi.unstubAllGlobals();
});

describe('writes that wait', () => {
  it('are sent oldest first, and once, however many tabs are open', async () => {
    device.goOffline();
    const one = device.openTab();
    const other = device.openTab();
    for (const key of ['a', 'b', 'c']) one.queue.enqueue(buildWrite(key));
    expect(listKeys(await one.queue.flush('ada'))).toEqual(['a', 'b', 'c']);
    device.answerWith(() => ({}));
    await Promise.all([one.queue.flush('ada'), other.queue.flush('ada')]);
    expect(listKeys(device.sent)).toEqual(['a', 'b', 'c']);
  });

  it('are sent again until the network takes them', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    device.goOffline();
    const { queue } = device.openTab();
    queue.enqueue(buildWrite('a'));
    await vi.advanceTimersByTimeAsync(3_000);
    device.answerWith(() => ({}));
    expect(device.sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(listKeys(device.sent)).toEqual(['a']);
    vi.useRealTimers();
  });

  it('follow each other after two seconds where a busy server takes every other one', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const refused = new Set<string>();
    device.answerWith(({ key }) => {
      if (refused.has(key)) return {};
      refused.add(key);
      return new ApiError(503, '');
    });
    for (const key of 'abcdefgh') await device.store.add(buildWrite(key));
    device.openTab();
    await vi.advanceTimersByTimeAsync(8 * 2_000);
    expect(listKeys(device.sent)).toEqual('abcdefgh'.split(''));
    vi.useRealTimers();
  });

  it('step aside once the server broke on them too often, and get one more try when asked', async () => {
    const { queue } = device.openTab();
    device.answerWith(({ key }) => (key === 'broken' ? new ApiError(500, '') : {}));
    queue.enqueue(buildWrite('broken'));
    queue.enqueue(buildWrite('next'));
    for (let time = 0; time < 5; time += 1) await queue.flush('ada');
    expect(listKeys(device.sent)).toEqual(['next']);
    device.answerWith(() => ({}));
    expect(await queue.flush('ada')).toEqual([]);
    expect(listKeys(device.sent)).toEqual(['next', 'broken']);
  });

  it('wait while their person has no pass, pass by nothing else, and are sent once there is one', async () => {
    const { queue, close, told } = device.openTab();
    const outcomes: unknown[] = [];
    queue.subscribe((event) => event.type === 'outcome' && outcomes.push(event.outcome));
    device.answerWith(({ route }) => (route === LISTENS ? refusal('pass_required') : {}));
    queue.enqueue(buildWrite('listen', LISTENS));
    queue.enqueue(buildWrite('answers', ANSWERS));
    expect(listKeys(await queue.flush('ada'))).toEqual(['listen']);
    expect(listKeys(device.sent)).toEqual(['answers']);
    expect(outcomes[0]).toMatchObject({ error: { code: 'pass_required' }, final: false });
    expect(told[0]).toMatchObject({ code: 'pass_required' });
    close();
    device.answerWith(() => ({}));
    const { queue: later } = device.openTab();
    await later.flush('ada');
    expect(listKeys(device.sent)).toEqual(['answers', 'listen']);
  });

  it('of somebody else are neither sent nor kept', async () => {
    const { queue } = device.openTab('ada');
    await device.store.add(buildWrite('theirs', RATING, 'grace'));
    await queue.flush('ada');
    expect(device.sent).toEqual([]);
    await queue.deleteAll('ada');
    expect(await device.store.all()).toEqual([]);
  });

  it('are not kept once their person signed out in another tab', async () => {
    const { queue } = device.openTab();
    localStorage.setItem('envol-left', 'just now');
    const outcomes: unknown[] = [];
    queue.subscribe((event) => event.type === 'outcome' && outcomes.push(event.outcome));
    queue.enqueue(buildWrite('a'));
    await vi.waitFor(() => expect(outcomes).toMatchObject([{ final: true }]));
    expect([await device.store.all(), Object.keys(localStorage)]).toEqual([[], ['envol-left']]);
  });

  it('are forgotten for the routes of which the server keeps nothing any more', async () => {
    device.goOffline();
    const { queue } = device.openTab();
    queue.enqueue(buildWrite('rating'));
    queue.enqueue(buildWrite('answers', ANSWERS));
    await queue.cancel('ada', [ANSWERS]);
    expect(listKeys(await queue.flush('ada'))).toEqual(['rating']);
  });

  it('loses what needs the consent, and is sent without it as another write', async () => {
    device.goOffline();
    const { queue } = device.openTab();
    const body = { id: 'l1', positionMs: 9, selfRatings: [7] };
    queue.enqueue({ ...buildWrite('a', LISTENS), body });
    queue.enqueue({ ...buildWrite('b', LISTENS), body: { id: 'l2', positionMs: 5 } });
    await queue.flush('ada');
    await queue.omitFields('ada', LISTENS, ['selfRatings']);
    device.answerWith(() => ({}));
    expect(await queue.flush('ada')).toEqual([]);
    expect(device.sent.map((write) => write.body)).toEqual([
      { id: 'l2', positionMs: 5 },
      { id: 'l1', positionMs: 9 },
    ]);
    expect(listKeys(device.sent)).not.toContain('a');
  });
});

describe('a write that its page left unfinished', () => {
  it('is sent by the next load of the page, as it was last', async () => {
    device.goOffline();
    const before = device.openTab();
    before.queue.saveUnfinished({ ...buildWrite('a'), body: 1 });
    before.queue.saveUnfinished({ ...buildWrite('a'), body: 2 });
    before.close();
    device.answerWith(() => ({}));
    const { queue } = device.openTab();
    await queue.flush('ada');
    expect(device.sent).toMatchObject([{ key: 'a', body: 2 }]);
    expect(localStorage).not.toHaveProperty('envol-note:a');
  });

  it('in another tab is sent once its page is gone', async () => {
    const keep = (key: string, savedAt: number) => {
      const note = { request: buildWrite(key), tab: 'gone', savedAt, final: false };
      localStorage.setItem(`envol-note:${key}`, JSON.stringify(note));
    };
    keep('left', Date.now() - 600_000);
    keep('open', Date.now());
    const { queue } = device.openTab();
    await queue.flush('ada');
    expect(listKeys(device.sent)).toEqual(['left']);
    expect(Object.keys(localStorage)).toEqual(['envol-note:open']);
  });

  it('is left alone while its page goes on', () => {
    const unfinished = createUnfinishedWriteStore();
    unfinished.save(buildWrite('a'), false);
    expect(unfinished.listAbandoned('ada')).toEqual([]);
  });
});

describe('the answers of an assessment', () => {
  it('take the place of those that wait', async () => {
    device.goOffline();
    const { queue } = device.openTab();
    for (const key of ['first', 'second', 'third']) queue.enqueue(buildWrite(key, ANSWERS));
    await queue.flush('ada');
    device.answerWith(() => ({}));
    await queue.flush('ada');
    expect(listKeys(device.sent)).toEqual(['third']);
  });

  it('wait when they are refused, until somebody asks to send them again', async () => {
    const { queue } = device.openTab();
    device.answerWith(({ route }) => (route === ANSWERS ? refusal('invalid_input') : {}));
    queue.enqueue(buildWrite('answers', ANSWERS));
    queue.enqueue(buildWrite('rating'));
    expect(listKeys(await queue.flush('ada'))).toEqual(['answers']);
    expect(listKeys(device.sent)).toEqual(['rating']);
    device.answerWith(() => ({}));
    expect(await queue.flush('ada')).toEqual([]);
  });

  it.each(['consent_required', 'consent_renewed'])(
    'are gone once refused with %s',
    async (code) => {
      const { queue } = device.openTab();
      device.answerWith(() => refusal(code));
      queue.enqueue(buildWrite('answers', ANSWERS));
      expect(await queue.flush('ada')).toEqual([]);
    },
  );

  it('do not come after the completed assessment, and are kept when it fails', async () => {
    device.goOffline();
    const { queue } = device.openTab();
    queue.enqueue(buildWrite('answers', ANSWERS));
    const lost = new ApiError(0, 'network');
    await expect(queue.supersede('ada', ANSWERS, () => Promise.reject(lost))).rejects.toBe(lost);
    expect(listKeys(await device.store.all())).toEqual(['answers']);
    await queue.supersede('ada', ANSWERS, async () => 'complete');
    device.answerWith(() => ({}));
    expect(await queue.flush('ada')).toEqual([]);
    expect(device.sent).toEqual([]);
  });
});

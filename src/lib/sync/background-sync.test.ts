import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { installInMemoryIndexedDb } from '#web/lib/testing/indexed-db.ts';
import { sendUnsentWritesFromServiceWorker } from './background-sync.ts';
import {
  listWriteRefusals,
  deleteAllWriteRefusals,
  storeWriteRefusalIfFinal,
} from './refused-writes.ts';
import { createWriteStore, type UnsentWrite } from './write-store.ts';
import { ApiError } from '#web/lib/api.ts';
import { buildServerReply } from '#web/lib/testing/server-replies.ts';

const buildWrite = (key: string, owner = 'ada'): UnsentWrite => ({
  key,
  owner,
  route: 'POST /api/practices',
  params: {},
  body: { key },
  queuedAt: '2026-11-21T10:00:00.000Z',
});
let answers: Record<string, number> = {};
const sent: (string | null)[] = [];

async function answer(url: string, { method, headers = {}, body }: RequestInit): Promise<Response> {
  if (url === '/api/users/me') {
    const status = answers['me'] ?? 200;
    return buildServerReply({ id: 'ada' }, status);
  }
  const { key } = JSON.parse(body as string) as { key: string };
  const status = answers[key] ?? 200;
  if (status === 0) throw new TypeError('no network');
  expect(method).toBe('POST');
  sent.push(new Headers(headers).get('idempotency-key'));
  return buildServerReply(status === 200 ? {} : { error: { code: 'conflict' } }, status);
}

beforeEach(() => {
  installInMemoryIndexedDb(vi.stubGlobal);
  vi.stubGlobal('navigator', {
    locks: { request: (_: string, work: () => Promise<void>) => work() },
  });
  vi.stubGlobal('fetch', answer);
  answers = {};
  sent.length = 0;
});
afterEach(() => vi.unstubAllGlobals());
const listKeys = async () => (await createWriteStore().all()).map(({ key }) => key);
const put = async (...writes: UnsentWrite[]) => {
  const fresh = createWriteStore();
  for (const write of writes) await fresh.add(write);
};

it('what waits is sent while no page is open, oldest first, each under its key', async () => {
  await put(buildWrite('a'), buildWrite('b'));
  await sendUnsentWritesFromServiceWorker();
  expect(sent).toEqual(['a', 'b']);
  expect(await listKeys()).toEqual([]);
});

it('what another person wrote on this device stays', async () => {
  await put(buildWrite('a', 'eve'), buildWrite('b'));
  await sendUnsentWritesFromServiceWorker();
  expect(sent).toEqual(['b']);
  expect(await listKeys()).toEqual(['a']);
});

it('nothing is sent for nobody', async () => {
  answers = { me: 401 };
  await put(buildWrite('a'));
  await sendUnsentWritesFromServiceWorker();
  expect([sent, await listKeys()]).toEqual([[], ['a']]);
});

it('a network that goes again has the browser try another time', async () => {
  answers = { b: 0 };
  await put(buildWrite('a'), buildWrite('b'), buildWrite('c'));
  await expect(sendUnsentWritesFromServiceWorker()).rejects.toThrow();
  expect(await listKeys()).toEqual(['b', 'c']);
});

it('a refusal holds up nothing, and is left for a page to show', async () => {
  answers = { a: 409 };
  await put(buildWrite('a'), buildWrite('b'));
  await sendUnsentWritesFromServiceWorker();
  expect(sent).toEqual(['a', 'b']);
  expect(await listKeys()).toEqual(['a']);
});

it('what was refused is known until it was seen, without what it said', () => {
  const kept = new Map<string, string>();
  vi.stubGlobal(
    'localStorage',
    new Proxy(
      {
        getItem: (key: string) => kept.get(key) ?? null,
        setItem: (key: string, text: string) => void kept.set(key, text),
        removeItem: (key: string) => void kept.delete(key),
      },
      {
        ownKeys: () => [...kept.keys()],
        getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
      },
    ),
  );
  const refuse = (write: UnsentWrite, code: string, final = true) =>
    storeWriteRefusalIfFinal(write, {
      error: new ApiError(409, JSON.stringify({ error: { code } })),
      final,
    });
  refuse(buildWrite('a'), 'conflict');
  refuse(buildWrite('b', 'eve'), 'conflict');
  refuse(buildWrite('c'), 'consent_required');
  refuse(buildWrite('d'), 'conflict', false);
  expect(listWriteRefusals('ada')).toMatchObject([{ key: 'a', code: 'conflict' }]);
  expect([...kept.values()].join()).not.toContain('body');
  deleteAllWriteRefusals();
  expect([listWriteRefusals('ada'), listWriteRefusals('eve')]).toEqual([[], []]);
});

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '#web/lib/api.ts';
import { setServerReachable } from '#web/lib/network.ts';
import { createWriteSender } from './write-sender.ts';
import type { UnsentWrite } from './write-store.ts';

const WRITE: UnsentWrite = {
  key: 'k1',
  owner: 'ada',
  route: 'POST /api/practices',
  params: {},
  body: { id: 'p1' },
  queuedAt: '2026-11-21T10:00:00.000Z',
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  setServerReachable(true);
});

/**
 * Sends a write whose attempts fail with this status, while other requests reach the server, as often at once as `dispatches`
 * says; resolves to when it was sent, in milliseconds.
 */
async function listAttempts(status: number, forMs: number, dispatches = 1): Promise<number[]> {
  let last: Promise<unknown> = Promise.resolve();
  const sentAt: number[] = [];
  const began = Date.now();
  const sender = createWriteSender(
    {
      store: {
        all: async () => [WRITE],
        find: async () => WRITE,
        add: async () => true,
        update: async () => {},
        remove: async () => {},
        count: async () => 1,
        clear: async () => {},
        rewrite: async () => {},
        isHolding: () => false,
      },
      send: async () => {
        sentAt.push(Date.now() - began);
        setServerReachable(false);
        // As the next reply of another request says.
        setTimeout(() => setServerReachable(true), 100);
        throw new ApiError(status, 'network');
      },
      runExclusively: (work) => {
        const done = last.then(work);
        last = done;
        return done;
      },
    },
    () => {},
  );
  const stop = sender.start('ada', () => {});
  await Promise.all(Array.from({ length: dispatches }, () => sender.dispatch('ada')));
  await vi.advanceTimersByTimeAsync(forMs);
  stop();
  return sentAt;
}

it('where only replies are lost, a write is sent ever more rarely, although other requests reach the server', async () => {
  expect(await listAttempts(0, 35_000)).toEqual([0, 2_000, 12_000, 22_000, 32_000]);
});

it.each([0, 401])(
  'a write that fails with %i is not sent again by those that waited for their turn meanwhile',
  async (status) => expect(await listAttempts(status, 1_000, 3)).toEqual([0]),
);

it('where the sign-in is lost, a write is not sent again at once because other requests reach the server', async () => {
  expect(await listAttempts(401, 59_000)).toEqual([0]);
});

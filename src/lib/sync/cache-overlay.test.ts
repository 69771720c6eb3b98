import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { QueuedRoute } from '#shared/rules/queued-routes.ts';
import { startCacheOverlay } from './cache-overlay.ts';
import { setWriteDefinitionsLoader } from './definitions-loader.ts';
import type { WriteQueue } from './write-queue.ts';
import type { UnsentWrite } from './write-store.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('a waiting write whose code does not come is logged with its cause, and not by a page that is left meanwhile', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const cause = new TypeError('error loading dynamically imported module');
  setWriteDefinitionsLoader(() => Promise.reject(cause));
  // A route of no feature: the code of the others may have come with another test of this worker.
  const route = 'POST /api/nothing' as unknown as QueuedRoute;
  const write: UnsentWrite = { key: 'a', owner: 'ada', route, params: {}, body: {}, queuedAt: '' };
  const queue = { load: async () => [write], subscribe: () => () => undefined };
  const overlay = startCacheOverlay(new QueryClient(), queue as unknown as WriteQueue, 'ada');
  await overlay.ready;
  expect(overlay.isWaiting(route)).toBe(true);
  // A page that is being left runs no timer any more.
  expect(log).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1_000);
  expect(log.mock.calls).toMatchObject([[{ message: 'A waiting write cannot be shown', cause }]]);
  overlay.stop();
});

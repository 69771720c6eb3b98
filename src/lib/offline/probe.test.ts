import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  getNetworkState,
  isServerReachable,
  onServerReachableAgain,
  setServerReachable,
} from '#web/lib/network.ts';
import { startServerProbe } from './probe.ts';
import { buildServerReply } from '#web/lib/testing/server-replies.ts';

let answers: boolean[] = [];
const asked: string[] = [];
let stop = () => {};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', new EventTarget());
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    if (!(answers.shift() ?? false)) throw new TypeError('unreached');
    return buildServerReply({});
  });
  asked.length = 0;
  // As another test of the same process may have left it.
  setServerReachable(true);
  stop = startServerProbe();
});
afterEach(() => {
  stop();
  setServerReachable(true);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('a network that comes back without saying so is noticed, and the server asked ever more rarely until then', async () => {
  answers = [false, false, true];
  let returns = 0;
  const unsubscribe = onServerReachableAgain(() => (returns += 1));
  await vi.advanceTimersByTimeAsync(600_000);
  expect(asked).toEqual([]);
  setServerReachable(false);
  await vi.advanceTimersByTimeAsync(13_000);
  expect(asked).toHaveLength(2);
  expect(isServerReachable()).toBe(false);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(isServerReachable()).toBe(true);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(asked).toEqual(['/health', '/health', '/health']);
  expect(returns).toBe(1);
  unsubscribe();
});

it('the server is asked at once when the page is seen again', async () => {
  answers = [true];
  setServerReachable(false);
  Object.assign(document, { visibilityState: 'visible' });
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(0);
  expect(isServerReachable()).toBe(true);
});

it('an answer of something else than the server is no return of it, and the waits go on growing', async () => {
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    return new Response('<h1>Accept the terms</h1>');
  });
  setServerReachable(false);
  await vi.advanceTimersByTimeAsync(43_000);
  expect([asked.length, getNetworkState()]).toEqual([3, 'foreign']);
});

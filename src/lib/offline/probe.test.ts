import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isNetworkReached, onNetworkReturn, setNetworkReached } from '#web/lib/network.ts';
import { startProbing } from './probe.ts';

let answers: boolean[] = [];
const asked: string[] = [];
let stop = () => {};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', new EventTarget());
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    if (!(answers.shift() ?? false)) throw new TypeError('unreached');
    return new Response('{}');
  });
  asked.length = 0;
  // As another test of the same process may have left it.
  setNetworkReached(true);
  stop = startProbing();
});
afterEach(() => {
  stop();
  setNetworkReached(true);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('a network that comes back without saying so is noticed, and the server asked ever more rarely until then', async () => {
  answers = [false, false, true];
  let returns = 0;
  const unsubscribe = onNetworkReturn(() => (returns += 1));
  await vi.advanceTimersByTimeAsync(600_000);
  expect(asked).toEqual([]);
  setNetworkReached(false);
  await vi.advanceTimersByTimeAsync(13_000);
  expect(asked).toHaveLength(2);
  expect(isNetworkReached()).toBe(false);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(isNetworkReached()).toBe(true);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(asked).toEqual(['/health', '/health', '/health']);
  expect(returns).toBe(1);
  unsubscribe();
});

it('the server is asked at once when the page is seen again', async () => {
  answers = [true];
  setNetworkReached(false);
  Object.assign(document, { visibilityState: 'visible' });
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(0);
  expect(isNetworkReached()).toBe(true);
});

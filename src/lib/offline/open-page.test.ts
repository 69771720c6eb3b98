import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openPage } from './open-page.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const stored = new Response('stored');
const findStored = async () => stored;
/** The server's page, which comes after this many milliseconds. */
const answerAfter = (ms: number) =>
  new Promise<Response>((resolve) => setTimeout(() => resolve(new Response('sent')), ms));

/** Opens a page on a network that never answers; resolves to how many milliseconds that takes. */
async function measureWait(path: string): Promise<number> {
  const start = Date.now();
  const opened = openPage(path, new Promise(() => {}), findStored).then((response) => {
    expect(response).toBe(stored);
    return Date.now() - start;
  });
  await vi.advanceTimersByTimeAsync(10_000);
  return opened;
}

it('help waits a second for a network that does not answer, any other page four', async () => {
  expect(await measureWait('/sos')).toBe(1000);
  expect(await measureWait('/SOS/')).toBe(1000);
  expect(await measureWait('/plan')).toBe(4000);
});

it('the page of a server that answers in time is shown', async () => {
  const opened = openPage('/sos', answerAfter(900), findStored);
  await vi.advanceTimersByTimeAsync(900);
  expect(await (await opened).text()).toBe('sent');
});

it('what is not on the device is waited for, and fails as the server does', async () => {
  const nothing = async () => undefined;
  const late = openPage('/sos', answerAfter(30_000), nothing);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await (await late).text()).toBe('sent');
  await expect(openPage('/sos', Promise.reject(new Error('cut')), nothing)).rejects.toThrow('cut');
});

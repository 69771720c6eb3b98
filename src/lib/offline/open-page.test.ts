import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FOREIGN_ANSWERS, MARKED } from '#web/lib/testing/server-replies.ts';
import { openPage } from './open-page.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const stored = new Response('stored');
const findStored = async () => stored;
const findNothing = async () => undefined;
const DOCUMENT = '<!doctype html><html><title>Plan</title><h1>Your plan</h1></html>\n';
const headers = { ...MARKED, 'content-type': 'text/html; charset=utf-8' };
const buildPage = (text = DOCUMENT, status = 200) => new Response(text, { status, headers });
/** The server's page, which comes after this many milliseconds. */
const answerAfter = (ms: number) =>
  new Promise<Response>((resolve) => setTimeout(() => resolve(buildPage()), ms));

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

it('help and breathing wait for no network, any other page less than a second', async () => {
  expect(await measureWait('/sos')).toBe(0);
  expect(await measureWait('/SOS/')).toBe(0);
  expect(await measureWait('/breathe')).toBe(0);
  expect(await measureWait('/plan')).toBe(800);
});

it('the page of a server that answers in time is shown, with its status and its headers', async () => {
  const opened = openPage('/plan', answerAfter(700), findStored);
  await vi.advanceTimersByTimeAsync(700);
  const page = await opened;
  expect([page.status, await page.text()]).toEqual([200, DOCUMENT]);
  expect(page.headers.get('content-type')).toBe(headers['content-type']);
  const missing = await openPage('/no-such', Promise.resolve(buildPage(DOCUMENT, 404)), findStored);
  expect(missing.status).toBe(404);
});

it.each(FOREIGN_ANSWERS)('$name never takes the place of a page that is kept', async (answer) => {
  const portal = () => Promise.resolve(new Response(answer.body, answer));
  for (const path of ['/', '/sos', '/plan', '/content/1'])
    expect(await openPage(path, portal(), findStored)).toBe(stored);
  // Where nothing is kept, it is the way to a network.
  expect((await openPage('/plan', portal(), findNothing)).status).toBe(answer.status);
});

it('a document that is cut off anywhere is not shown', async () => {
  for (let end = 0; end < DOCUMENT.trimEnd().length; end += 1) {
    const half = Promise.resolve(buildPage(DOCUMENT.slice(0, end)));
    expect(await openPage('/plan', half, findStored)).toBe(stored);
  }
  const broken = new ReadableStream({ pull: (page) => page.error(new TypeError('cut')) });
  const cut = Promise.resolve(new Response(broken, { headers }));
  expect(await openPage('/plan', cut, findStored)).toBe(stored);
});

it('a document whose end does not come is not waited for', async () => {
  const silent = new Response(new ReadableStream(), { headers });
  const opened = openPage('/plan', Promise.resolve(silent), findStored);
  await vi.advanceTimersByTimeAsync(800);
  expect(await opened).toBe(stored);
});

it('a server that can do nothing at present does not hide what is kept', async () => {
  const unavailable = () => Promise.resolve(buildPage(DOCUMENT, 503));
  expect(await openPage('/plan', unavailable(), findStored)).toBe(stored);
  expect((await openPage('/plan', unavailable(), findNothing)).status).toBe(503);
});

it('what is not on the device is waited for, and fails as the server does', async () => {
  const late = openPage('/sos', answerAfter(30_000), findNothing);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await (await late).text()).toBe(DOCUMENT);
  const failed = openPage('/sos', Promise.reject(new Error('cut')), findNothing);
  await expect(failed).rejects.toThrow('cut');
});

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FOREIGN_ANSWERS, SERVER_MARK_HEADERS } from '#web/lib/testing/server-replies.ts';
import { createPageOpener } from './open-page.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const stored = new Response('stored');
const kept = { find: async () => stored };
const nothing = { find: async () => undefined };
const DOCUMENT = '<!doctype html><html><title>Plan</title><h1>Your plan</h1></html>\n';
const headers = { ...SERVER_MARK_HEADERS, 'content-type': 'text/html; charset=utf-8' };
const buildPage = (text = DOCUMENT, status = 200) => new Response(text, { status, headers });
/** The server's page, which comes after this many milliseconds. */
const answerAfter = (ms: number) =>
  new Promise<Response>((resolve) => setTimeout(() => resolve(buildPage()), ms));

/** Opens a page on a network that never answers; resolves to how many milliseconds that takes. */
async function measureWait(path: string): Promise<number> {
  const start = Date.now();
  const opened = createPageOpener()(path, new Promise(() => {}), kept).then((response) => {
    expect(response).toBe(stored);
    return Date.now() - start;
  });
  await vi.advanceTimersByTimeAsync(10_000);
  return opened;
}

it('help, breathing, the flight and its card wait for no network, any other page little more than half a second', async () => {
  expect(await measureWait('/sos')).toBe(0);
  expect(await measureWait('/SOS/')).toBe(0);
  expect(await measureWait('/breathe')).toBe(0);
  // The card is a part of that page.
  expect(await measureWait('/flight')).toBe(0);
  expect(await measureWait('/plan')).toBe(600);
});

it('the page of a server that answers in time is shown, with its status and its headers', async () => {
  const opened = createPageOpener()('/plan', answerAfter(500), kept);
  await vi.advanceTimersByTimeAsync(500);
  const page = await opened;
  expect([page.status, await page.text()]).toEqual([200, DOCUMENT]);
  expect(page.headers.get('content-type')).toBe(headers['content-type']);
  const missing = await createPageOpener()(
    '/no-such',
    Promise.resolve(buildPage(DOCUMENT, 404)),
    kept,
  );
  expect(missing.status).toBe(404);
});

it.each(FOREIGN_ANSWERS)('$name never takes the place of a page that is kept', async (answer) => {
  const portal = () => Promise.resolve(new Response(answer.body, answer));
  for (const path of ['/', '/sos', '/plan', '/content/1'])
    expect(await createPageOpener()(path, portal(), kept)).toBe(stored);
  // Where nothing is kept, it is the way to a network.
  expect((await createPageOpener()('/plan', portal(), nothing)).status).toBe(answer.status);
});

it('a document that is cut off anywhere is not shown', async () => {
  for (let end = 0; end < DOCUMENT.trimEnd().length; end += 1) {
    const half = Promise.resolve(buildPage(DOCUMENT.slice(0, end)));
    expect(await createPageOpener()('/plan', half, kept)).toBe(stored);
  }
  const broken = new ReadableStream({ pull: (page) => page.error(new TypeError('cut')) });
  const cut = Promise.resolve(new Response(broken, { headers }));
  expect(await createPageOpener()('/plan', cut, kept)).toBe(stored);
});

it('a document whose end does not come is not waited for', async () => {
  const silent = new Response(new ReadableStream(), { headers });
  const opened = createPageOpener()('/plan', Promise.resolve(silent), kept);
  await vi.advanceTimersByTimeAsync(600);
  expect(await opened).toBe(stored);
});

it('a server that can do nothing at present does not hide what is kept', async () => {
  const unavailable = () => Promise.resolve(buildPage(DOCUMENT, 503));
  expect(await createPageOpener()('/plan', unavailable(), kept)).toBe(stored);
  expect((await createPageOpener()('/plan', unavailable(), nothing)).status).toBe(503);
});

it('what is not on the device is waited for, and fails as the server does', async () => {
  const late = createPageOpener()('/sos', answerAfter(30_000), nothing);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await (await late).text()).toBe(DOCUMENT);
  const cut = () => Promise.reject<Response>(new Error('cut'));
  await expect(createPageOpener()('/sos', cut(), nothing)).rejects.toThrow('cut');
  // Before the browser's own page comes what is left of ours.
  const last = { ...nothing, findLast: async () => stored };
  expect(await createPageOpener()('/plan', cut(), last)).toBe(stored);
  expect(await (await createPageOpener()('/plan', Promise.resolve(buildPage()), last)).text()).toBe(
    DOCUMENT,
  );
  const silent = createPageOpener()('/read/storms', new Promise(() => {}), last);
  await vi.advanceTimersByTimeAsync(16_000);
  expect(await silent).toBe(stored);
});

it('the server’s page is handed over to be kept, also when it comes late, and no other is', async () => {
  const paths: string[] = [];
  const pages = { ...kept, keep: async (path: string) => void paths.push(path) };
  const opened = createPageOpener()('/help', answerAfter(3_000), pages);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(await opened).toBe(stored);
  await createPageOpener()('/read', Promise.resolve(buildPage('<h1>half')), pages);
  expect(paths).toEqual(['/help']);
});

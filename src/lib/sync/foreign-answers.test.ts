import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError, isNetworkError, requestServer } from '#web/lib/api.ts';
import { getNetworkState, isOnline, setServerReachable } from '#web/lib/network.ts';
import {
  buildServerReply,
  FOREIGN_ANSWERS,
  SERVER_MARK_HEADERS,
} from '#web/lib/testing/server-replies.ts';
import { decideAfterWriteError } from './write-policies.ts';
import type { UnsentWrite } from './write-store.ts';

const WRITE: UnsentWrite = {
  key: 'k1',
  owner: 'ada',
  route: 'POST /api/ladder/attempts',
  params: {},
  body: { happened: 'I stayed' },
  queuedAt: '2026-11-21T10:00:00.000Z',
};

/** What becomes of a write that is answered so. */
async function sendTo(answer: () => Response | Promise<Response>) {
  vi.stubGlobal('fetch', async () => answer());
  const error: unknown = await requestServer('POST', '/api/ladder/attempts', {
    body: WRITE.body,
  }).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return { error, ...(error !== null && decideAfterWriteError(WRITE, error)) };
}

beforeEach(() => setServerReachable(true));
afterEach(() => {
  setServerReachable(true);
  vi.unstubAllGlobals();
});

it.each(FOREIGN_ANSWERS)(
  'a write that $name answers stays as it is, and the network counts as one that leads elsewhere, or to a server that fails',
  async ({ status, headers, body }) => {
    const found = await sendTo(() => new Response(body, { status, headers }));
    expect(found).toMatchObject({ kept: WRITE, isFinal: false, mayNextFollow: false });
    expect(found.error).toMatchObject({ status: 0, code: 'network' });
    const isFailing = status === 500 || status === 502;
    expect(getNetworkState()).toBe(isFailing ? 'failing' : 'foreign');
    // People are told that they are offline only where that is so.
    expect([isOnline(), isNetworkError(found.error)]).toEqual([isFailing, !isFailing]);
  },
);

it('a portal that answers with JSON, or as if it had accepted, decides nothing either', async () => {
  for (const answer of [
    () => Response.json({}),
    () => new Response(null, { status: 204 }),
    () => Response.json({ error: { code: 'not_found' } }, { status: 404 }),
  ])
    expect(await sendTo(answer)).toMatchObject({ kept: WRITE, isFinal: false });
});

it('a refusal of which a proxy has replaced the text decides nothing', async () => {
  const found = await sendTo(() => buildServerReply('<h1>Blocked</h1>', 403));
  expect(found).toMatchObject({ isFinal: false, mayNextFollow: false, kept: WRITE });
});

it('a reply that is cut off counts as none, wherever it is cut', async () => {
  const text = JSON.stringify({ id: 'a1', stepId: 's1' });
  for (let end = 0; end < text.length; end += 1) {
    const found = await sendTo(() => buildServerReply(text.slice(0, end)));
    expect(found).toMatchObject({ kept: WRITE, error: { code: 'network' } });
  }
  const broken = new ReadableStream({ pull: (reply) => reply.error(new TypeError('cut')) });
  const found = await sendTo(() => new Response(broken, { headers: SERVER_MARK_HEADERS }));
  expect(found).toMatchObject({ kept: WRITE, error: { code: 'network' } });
  expect(getNetworkState()).toBe('unreached');
});

it('what the server itself refuses is decided, and what it accepts is over', async () => {
  const refusal = { error: { code: 'conflict' } };
  const refused = await sendTo(() => buildServerReply(refusal, 409));
  expect(refused).toMatchObject({ isFinal: true, mayNextFollow: true });
  expect(refused.error).toBeInstanceOf(ApiError);
  expect(await sendTo(() => buildServerReply({ id: 'a1' }))).toEqual({ error: null });
  expect(getNetworkState()).toBe('reached');
});

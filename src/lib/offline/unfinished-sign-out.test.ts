import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { installInMemoryCacheStorage } from '#web/lib/testing/cache-storage.ts';
import {
  buildServerReply,
  FOREIGN_ANSWERS,
  fetchWithoutAnswer,
} from '#web/lib/testing/server-replies.ts';
import {
  finishSignOutAndCheckIfNoneLeft,
  recordUnfinishedSignOut,
  requestPageDocument,
} from './unfinished-sign-out.ts';

let answer: () => Promise<Response>;
let asked: string[];
const REQUEST = new Request('https://envol.test/plan');
const ofAda = () => Promise.resolve(new Response('the plan of Ada'));

beforeEach(() => {
  asked = [];
  installInMemoryCacheStorage(vi.stubGlobal);
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('fetch', async (request: string | Request) => {
    asked.push(typeof request === 'string' ? request : new URL(request.url).pathname);
    return answer();
  });
});
afterEach(() => void vi.unstubAllGlobals());

it('nothing is asked, and a page that the browser requested already is taken, where nobody signed out', async () => {
  expect(await finishSignOutAndCheckIfNoneLeft()).toBe(true);
  expect(await (await requestPageDocument(ofAda(), REQUEST)).text()).toBe('the plan of Ada');
  expect(asked).toEqual([]);
});

it('a sign-out without a network ends the sign-in before any page comes, and no page of that person is shown', async () => {
  await recordUnfinishedSignOut();
  answer = async () => buildServerReply('a page');
  expect(await (await requestPageDocument(ofAda(), REQUEST)).text()).toBe('a page');
  expect(asked).toEqual(['/api/auth/sign-out', '/plan']);
  await requestPageDocument(Promise.resolve(undefined), REQUEST);
  expect(asked.slice(2)).toEqual(['/plan']);
});

it.each([
  { name: 'nothing', given: (): Promise<Response> => Promise.reject(new TypeError('no network')) },
  { name: 'a failure', given: async () => buildServerReply('{}', 503) },
  ...FOREIGN_ANSWERS.map((foreign) => ({
    name: foreign.name,
    given: async () => new Response(foreign.body || null, foreign),
  })),
])(
  'while $name answers, it stays to be done, and no page of the server is shown',
  async ({ given }) => {
    await recordUnfinishedSignOut();
    answer = given;
    expect(await finishSignOutAndCheckIfNoneLeft()).toBe(false);
    await expect(requestPageDocument(ofAda(), REQUEST)).rejects.toThrow('not reached');
    answer = async () => buildServerReply('{"ok":true}');
    expect(await finishSignOutAndCheckIfNoneLeft()).toBe(true);
  },
);

it('on a network that never answers it is given up after a while, and stays to be done', async () => {
  vi.useFakeTimers();
  try {
    await recordUnfinishedSignOut();
    vi.stubGlobal('fetch', fetchWithoutAnswer);
    const finished = finishSignOutAndCheckIfNoneLeft();
    await vi.advanceTimersByTimeAsync(15_000);
    expect(await finished).toBe(false);
  } finally {
    vi.useRealTimers();
  }
});

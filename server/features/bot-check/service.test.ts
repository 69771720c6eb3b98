import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import {
  solveBotCheckChallenge,
  requestBotCheckToken,
  encodeBotCheckToken,
} from '#server/testing/bot-check.ts';
import { TEST_SERVER_SECRET } from '#server/testing/dependencies.ts';
import type { BotCheckChallenge } from '#shared/contract/bot-check.ts';
import { createBotCheck } from './service.ts';
import { verifyAndConsumeBotCheckToken } from './writes.ts';

let test: TestApp;
beforeAll(async () => {
  // A thousand at once are meant to keep this process busy: here no request is refused for that.
  const bounds = { concurrentWhileBusy: Infinity };
  test = await createTestApp({
    botCheck: createBotCheck({ secret: TEST_SERVER_SECRET }),
    loadLimits: bounds,
  });
});
afterAll(() => test.close());

type Action = BotCheckChallenge['parameters']['data']['action'];
const human = (action: Action, token: string | null | undefined, secret = TEST_SERVER_SECRET) =>
  verifyAndConsumeBotCheckToken(
    { botCheck: createBotCheck({ secret }) },
    test.db,
    action,
    token,
    test.clock(),
  );

async function challengeFor(action: Action): Promise<BotCheckChallenge> {
  const sent = { query: { action } };
  return (await test.createBrowser().call('GET /api/bot-check/challenge', sent)).body.challenge;
}
const opened = (token: string) =>
  JSON.parse(Buffer.from(token.slice('altcha.'.length), 'base64').toString()) as {
    challenge: BotCheckChallenge;
    solution: { counter: number; derivedKey: string };
  };

describe('a token', () => {
  it('shows a person at work on what it was asked for', async () => {
    expect(
      await human('sign_up', await requestBotCheckToken(test.createBrowser(), 'sign_up')),
    ).toBe(true);
  });

  it('counts once, however many hand it in at the same time', async () => {
    const token = await requestBotCheckToken(test.createBrowser(), 'waitlist');
    const uses = await Promise.all(Array.from({ length: 1000 }, () => human('waitlist', token)));
    expect(uses.filter(Boolean)).toHaveLength(1);
    expect(await human('waitlist', token)).toBe(false);
  });

  it('counts for no other action, and is not used up by the attempt', async () => {
    const token = await requestBotCheckToken(test.createBrowser(), 'feedback');
    for (const action of ['sign_up', 'reset', 'waitlist'] as const)
      expect(await human(action, token), action).toBe(false);
    expect(await human('feedback', token)).toBe(true);
  });

  it('counts for ten minutes', async () => {
    const early = await challengeFor('reset');
    const late = await challengeFor('reset');
    test.clock.advance(9 * 60_000 + 55_000);
    expect(await human('reset', await solveBotCheckChallenge(early))).toBe(true);
    test.clock.advance(10_000);
    expect(await human('reset', await solveBotCheckChallenge(late))).toBe(false);
  });

  it('of another server counts for nothing', async () => {
    const token = await requestBotCheckToken(test.createBrowser(), 'sign_up');
    expect(await human('sign_up', token, 'the secret of somebody else’s server')).toBe(false);
  });

  it('is forgotten only once it is too late anyway', async () => {
    const token = await requestBotCheckToken(test.createBrowser(), 'reset');
    expect(await human('reset', token)).toBe(true);
    for (let minute = 0; minute < 12; minute++) {
      test.clock.advance(60_000);
      expect(await human('reset', token), `after ${minute + 1} minutes`).toBe(false);
    }
  });
});

describe('a token that was tampered with', () => {
  const changes: Record<string, (work: ReturnType<typeof opened>) => unknown> = {
    'says another action': (work) => ((work.challenge.parameters.data.action = 'waitlist'), work),
    'lasts longer': (work) => ((work.challenge.parameters.data.until += 60), work),
    'costs less': (work) => ((work.challenge.parameters.cost = 1), work),
    'names another challenge': (work) => (
      (work.challenge.parameters.nonce = 'ab'.repeat(16)),
      work
    ),
    'asks for another key': (work) => ((work.challenge.parameters.keySignature = 'ab'), work),
    'carries another signature': (work) => ((work.challenge.signature = 'ab'.repeat(32)), work),
    'was not worked for': (work) => (
      (work.solution.derivedKey = work.challenge.parameters.keyPrefix.padEnd(64, '0')),
      work
    ),
    'has half a solution': (work) => ({ challenge: work.challenge }),
    'is signed with capitals': (work) => (
      (work.challenge.signature = work.challenge.signature.toUpperCase()),
      work
    ),
  };
  it.each(Object.entries(changes))('%s, and counts for nothing', async (_what, change) => {
    const token = await requestBotCheckToken(test.createBrowser(), 'feedback');
    const changed = encodeBotCheckToken(change(opened(token)));
    expect(await human('feedback', changed)).toBe(false);
    expect(await human('waitlist', changed)).toBe(false);
    expect(await human('feedback', token), 'the real one').toBe(true);
  });

  it.each([
    null,
    undefined,
    '',
    '.',
    'altcha.',
    'altcha.null',
    'altcha.e30=',
    'recaptcha.anything',
    `altcha.${Buffer.from('{"challenge":'.repeat(400)).toString('base64')}`,
  ])('%o counts for nothing', async (token) => {
    expect(await human('feedback', token)).toBe(false);
  });
});

describe('a challenge', () => {
  it('names its action and its end, and is another one each time', async () => {
    const one = await challengeFor('sign_up');
    const other = await challengeFor('sign_up');
    const until = Math.floor(test.clock().getTime() / 1000) + 600;
    expect(one.parameters.data).toEqual({ action: 'sign_up', until });
    expect(one.parameters.nonce).not.toBe(other.parameters.nonce);
  });

  it('is had 600 times in ten minutes from one address', async () => {
    const own = test.createBrowser();
    const sent = { query: { action: 'sign_up' } };
    const ask = async () => (await own.call('GET /api/bot-check/challenge', sent)).status;
    const crowd = () => Promise.all(Array.from({ length: 305 }, ask));
    const statuses = [...(await crowd()), ...(await crowd())];
    expect(statuses.filter((status) => status === 200)).toHaveLength(600);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
  });

  it('is there for no other action', async () => {
    const sent = { query: { action: 'sign_in' } };
    expect((await test.createBrowser().call('GET /api/bot-check/challenge', sent)).status).toBe(
      400,
    );
  });
});

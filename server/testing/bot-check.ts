import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { BotCheckAction, BotCheckChallenge } from '#shared/contract/bot-check.ts';
import type { TestBrowser } from './test-browser.ts';

/** Solves a challenge of the bot check for a test; resolves to the token that a form sends. */
export async function solveBotCheckChallenge(challenge: BotCheckChallenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey });
  if (!solution) throw new Error('The challenge has no solution');
  const { counter, derivedKey } = solution;
  return encodeBotCheckToken({ challenge, solution: { counter, derivedKey } });
}

/** Encodes a solution of the bot check as a token, valid or tampered with. */
export function encodeBotCheckToken(work: unknown): string {
  return `altcha.${Buffer.from(JSON.stringify(work)).toString('base64')}`;
}

/** Requests a bot-check challenge for one action and solves it; resolves to the token that a form sends. */
export async function requestBotCheckToken(
  own: TestBrowser,
  action: BotCheckAction,
): Promise<string> {
  const { body } = await own.call('GET /api/bot-check/challenge', { query: { action } });
  return solveBotCheckChallenge(body.challenge);
}

import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { BotCheckAction, WorkToDo } from '#shared/contract/bot-check.ts';
import type { Browser } from './caller.ts';

/** Does the work of a challenge as the browser's worker does. Resolves to the token. */
export async function doWork(challenge: WorkToDo): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey });
  if (!solution) throw new Error('The challenge has no solution');
  const { counter, derivedKey } = solution;
  return tokenOf({ challenge, solution: { counter, derivedKey } });
}

/** Work that was done, as a token; also for work that was tampered with. */
export function tokenOf(work: unknown): string {
  return `altcha.${Buffer.from(JSON.stringify(work)).toString('base64')}`;
}

/** A token for one action, as a browser gets it. */
export async function tokenFor(own: Browser, action: BotCheckAction): Promise<string> {
  const { body } = await own.call('GET /api/bot-check/challenge', { query: { action } });
  return doWork(body.challenge);
}

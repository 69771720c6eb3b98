import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { BotCheckChallenge } from '#shared/contract/bot-check.ts';

// Runs in a worker, so that the form stays responsive: one challenge in, one token (or null) out.

async function solve(challenge: BotCheckChallenge): Promise<string | null> {
  const solution = await solveChallenge({ challenge, deriveKey });
  if (!solution) return null;
  const { counter, derivedKey } = solution;
  return `altcha.${btoa(JSON.stringify({ challenge, solution: { counter, derivedKey } }))}`;
}

addEventListener('message', ({ data }: MessageEvent<BotCheckChallenge>) => {
  solve(data).then(
    (token) => postMessage(token),
    () => postMessage(null),
  );
});

import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { WorkToDo } from '#shared/contract/bot-check.ts';

// A worker of its own, so that the form stays at hand meanwhile: one challenge in, one token (or null) out.

async function solve(challenge: WorkToDo): Promise<string | null> {
  const solution = await solveChallenge({ challenge, deriveKey });
  if (!solution) return null;
  const { counter, derivedKey } = solution;
  return `altcha.${btoa(JSON.stringify({ challenge, solution: { counter, derivedKey } }))}`;
}

addEventListener('message', ({ data }: MessageEvent<WorkToDo>) => {
  solve(data).then(
    (token) => postMessage(token),
    () => postMessage(null),
  );
});

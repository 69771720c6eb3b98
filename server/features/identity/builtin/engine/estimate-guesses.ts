import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { ROOT } from '#server/root.ts';
import type { GuessEstimateReply, GuessEstimateRequest } from './password-worker.ts';

/** The thread's program: as it is beside its source, or as vite.server.config.ts builds it. */
const PROGRAM = import.meta.url.endsWith('.ts')
  ? new URL('password-worker.ts', import.meta.url)
  : join(ROOT, 'dist/server/password-worker.js');

/** How long the thread stays after its last answer, in milliseconds: its dictionary is some 15 MB. */
const IDLE_MS = 10_000;

interface Waiting {
  resolve: (guessesLog10: number) => void;
  reject: (error: Error) => void;
}

let worker: Worker | undefined;
let idleTimer: NodeJS.Timeout | undefined;
let questions = 0;
const waiting = new Map<number, Waiting>();

function startWorker(): Worker {
  const started = new Worker(PROGRAM, { resourceLimits: { maxOldGenerationSizeMb: 128 } });
  started.on('message', ({ id, guessesLog10 }: GuessEstimateReply) => {
    waiting.get(id)?.resolve(guessesLog10);
    waiting.delete(id);
    if (waiting.size === 0) releaseWorkerUntilAsked();
  });
  const fail = (error: Error) => {
    if (worker !== started) return;
    worker = undefined;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  started.on('error', fail);
  started.on('exit', (code) => fail(new Error(`The thread that judges passwords ended: ${code}`)));
  return started;
}

/** Keeps neither the process nor, after a while, the memory. */
function releaseWorkerUntilAsked(): void {
  worker?.unref();
  idleTimer = setTimeout(() => {
    const resting = worker;
    worker = undefined;
    void resting?.terminate();
  }, IDLE_MS).unref();
}

/**
 * Estimates, on a thread of its own, how many guesses find a password, in powers of ten. `knownWords` are known to an
 * attacker. The thread starts with the first password and ends ten seconds after the last.
 * @throws if the thread fails; the next call starts another
 */
export function estimateGuessesLog10(password: string, knownWords: string[]): Promise<number> {
  clearTimeout(idleTimer);
  worker ??= startWorker();
  worker.ref();
  questions += 1;
  const question: GuessEstimateRequest = { id: questions, password, words: knownWords };
  return new Promise((resolve, reject) => {
    waiting.set(question.id, { resolve, reject });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    worker?.postMessage(question);
  });
}

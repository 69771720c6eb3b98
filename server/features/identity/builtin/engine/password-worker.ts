import { parentPort } from 'node:worker_threads';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';

/** Longer passwords are judged by their beginning, which limits the time to some milliseconds. */
const MAX_JUDGED = 40;

/** What the thread is asked, and what it answers. */
export interface GuessEstimateRequest {
  id: number;
  password: string;
  /** Words that make a password no harder to guess. */
  words: string[];
}
export interface GuessEstimateReply {
  id: number;
  guessesLog10: number;
}

// The 49,000 most leaked passwords, and patterns such as repeats, sequences, dates and keyboard rows.
const estimator = new ZxcvbnFactory({
  dictionary: { 'passwords-common': dictionary['passwords-common'] },
  graphs: adjacencyGraphs,
  maxLength: MAX_JUDGED,
});

parentPort?.on('message', ({ id, password, words }: GuessEstimateRequest) => {
  const { guessesLog10 } = estimator.check(password, words);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage({ id, guessesLog10 } satisfies GuessEstimateReply);
});

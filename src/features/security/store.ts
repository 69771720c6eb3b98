import { api, hasErrorCode } from '#web/lib/api.ts';

type Answer = (isSignedInAgain: boolean) => void;

let waiting: Answer[] = [];
const listeners = new Set<() => void>();

function notify(): void {
  for (const listener of listeners) listener();
}

/**
 * The requests that wait for a new sign-in: `FreshSignInDialog` shows its dialog while `isAskedFor`, and answers all of them
 * by `answer`.
 */
export const freshSignInRequests = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      // The page that asked has gone, and with it the dialog that could answer.
      if (listeners.size === 0) freshSignInRequests.answer(false);
    };
  },
  isAskedFor: (): boolean => waiting.length > 0,
  answer: (isSignedInAgain: boolean): void => {
    const answers = waiting;
    waiting = [];
    for (const answer of answers) answer(isSignedInAgain);
    if (answers.length > 0) notify();
  },
};

function askForSignIn(): Promise<boolean> {
  if (listeners.size === 0) return Promise.resolve(false);
  return new Promise((answer) => {
    waiting.push(answer);
    notify();
  });
}

/**
 * Runs a request that the server accepts only shortly after a sign-in (`fresh` in the contract). If it is refused with
 * `fresh_sign_in_needed`, a dialog asks the person to sign in and the request is repeated; if they cancel, or the page
 * has no `LazyFreshSignIn`, it rejects with that refusal.
 */
export async function requestWithFreshSignIn<Reply>(call: () => Promise<Reply>): Promise<Reply> {
  try {
    return await call();
  } catch (error) {
    const isNeeded = hasErrorCode(error, 'fresh_sign_in_needed');
    if (!isNeeded || !(await askForSignIn())) throw error;
    return call();
  }
}

/** Calls an endpoint as `api` does, where the server accepts it only shortly after a sign-in (`requestWithFreshSignIn`). */
export const apiWithFreshSignIn = ((...call: Parameters<typeof api>) =>
  requestWithFreshSignIn(() => api(...call))) as typeof api;

import { ApiError } from '#web/lib/api.ts';

type Answer = (isSignedInAgain: boolean) => void;

let waiting: Answer[] = [];
const listeners = new Set<() => void>();

function notify(): void {
  for (const listener of listeners) listener();
}

/** Whether something waits for a fresh sign-in; shown and answered by the component `FreshSignIn`. */
export const freshSignIn = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      // The page that asked has gone, and with it whoever could answer.
      if (listeners.size === 0) freshSignIn.answer(false);
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
 * Runs a call that the server answers only just after a sign-in (`fresh` in the contract). Where that was too long ago the
 * person signs in again in a dialog, and the call is made once more; whoever leaves the dialog gets the refusal. The page
 * needs a `LazyFreshSignIn`, which every page of the studio has.
 */
export async function withFreshSignIn<Reply>(call: () => Promise<Reply>): Promise<Reply> {
  try {
    return await call();
  } catch (error) {
    const isNeeded = error instanceof ApiError && error.code === 'fresh_sign_in_needed';
    if (!isNeeded || !(await askForSignIn())) throw error;
    return call();
  }
}

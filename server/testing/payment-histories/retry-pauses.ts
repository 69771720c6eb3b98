/**
 * Lets the Stripe library pause for no time before it tries again: a history has hundreds of such pauses of half a second
 * and more, in real time. `isExpected` says whether a call has failed in a way after which the library tries again.
 * Returns the function that undoes it.
 */
export function skipRetryPauses(isExpected: () => boolean): () => void {
  const { setTimeout: wait } = globalThis;
  const isRetry = (ms: number | undefined) =>
    ms !== undefined &&
    ms >= 300 &&
    // Longer ones are limits of time.
    ms < 8000 &&
    isExpected() &&
    (new Error('where').stack?.includes('RequestSender') ?? false);
  const hurried = (run: () => void, ms?: number, ...rest: unknown[]) =>
    wait(run, isRetry(ms) ? 0 : ms, ...rest);
  globalThis.setTimeout = Object.assign(hurried, wait) as typeof setTimeout;
  return () => {
    globalThis.setTimeout = wait;
  };
}

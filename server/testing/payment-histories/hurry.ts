/**
 * Lets the Stripe library pause for no time before it tries again: a history has hundreds of such pauses of half a second
 * and more, in real time. Returns the function that undoes it.
 */
export function hurryRetries(): () => void {
  const { setTimeout: wait } = globalThis;
  const isRetry = (ms: number | undefined) =>
    ms !== undefined &&
    ms >= 300 &&
    ms <= 10_000 &&
    (new Error('where').stack?.includes('RequestSender') ?? false);
  const hurried = (run: () => void, ms?: number, ...rest: unknown[]) =>
    wait(run, isRetry(ms) ? 0 : ms, ...rest);
  globalThis.setTimeout = Object.assign(hurried, wait) as typeof setTimeout;
  return () => {
    globalThis.setTimeout = wait;
  };
}

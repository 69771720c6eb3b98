/** Why the app can't start, in one sentence for the person who started it; printed without a stack. */
export class BootError extends Error {
  override readonly name = 'BootError';
}

/** Throws a BootError with the given sentence, the cause's error code (such as EACCES) in brackets. */
export function throwBootError(sentence: string, error?: unknown): never {
  const code = (error as { code?: unknown } | undefined)?.code;
  throw new BootError(typeof code === 'string' ? `${sentence} (${code})` : sentence, {
    cause: error,
  });
}

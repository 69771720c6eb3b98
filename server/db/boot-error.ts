/** Why the app can't start, in one sentence for the operator; printed without a stack. */
export class BootError extends Error {
  override readonly name = 'BootError';
}

/** Throws a BootError with the given sentence; if `error` has a code (such as EACCES), it is appended in brackets. */
export function throwBootError(sentence: string, error?: unknown): never {
  const code = (error as { code?: unknown } | undefined)?.code;
  throw new BootError(typeof code === 'string' ? `${sentence} (${code})` : sentence, {
    cause: error,
  });
}

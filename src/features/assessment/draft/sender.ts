/** The pause after the last answer before it is sent, and the waits after failures, in milliseconds. */
const PAUSE_MS = 600;
const RETRY_MS = [2_000, 10_000, 30_000] as const;

export interface SenderOptions<Given> {
  save: (answers: Given) => Promise<unknown>;
  /** Whether a failure says nothing about the answers themselves, so that trying again makes sense. */
  isPassing: (error: unknown) => boolean;
  /** These answers are with the server, and no newer ones wait. */
  onSaved: (answers: Given) => void;
  /** They could not be sent; passing failures are tried again. */
  onFailed: (error: unknown) => void;
}

/** Brings the latest answers to the server, one request at a time, again and again until it has them. */
export function draftSender<Given>(options: SenderOptions<Given>) {
  const { save, isPassing, onSaved, onFailed } = options;
  let wanted: Given | null = null;
  let sending: Promise<boolean> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;

  async function deliver(): Promise<boolean> {
    while (wanted) {
      const answers: Given = wanted;
      try {
        await save(answers);
      } catch (error) {
        onFailed(error);
        // What was refused waits too, but until somebody asks: sent by itself it would be refused again.
        if (wanted && isPassing(error))
          schedule(RETRY_MS[Math.min(failures++, RETRY_MS.length - 1)] ?? 0);
        return false;
      }
      failures = 0;
      if (wanted !== answers) continue;
      wanted = null;
      onSaved(answers);
    }
    return true;
  }
  function flush(): Promise<boolean> {
    clearTimeout(timer);
    sending ??= deliver().finally(() => (sending = null));
    return sending;
  }
  function schedule(ms: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), ms);
  }

  return {
    /** Sends these answers after a short pause, in place of any that still wait. */
    queue(answers: Given): void {
      wanted = answers;
      schedule(PAUSE_MS);
    },
    /** Sends what waits now; resolves to whether the server has everything. */
    flush,
    /** Lets go of what waits and resolves once nothing is under way: the assessment is being completed. */
    async drop(): Promise<void> {
      wanted = null;
      clearTimeout(timer);
      await sending;
    },
  };
}

import { now } from '#web/lib/clock.ts';

/** How long after the first key what is written is sent, in milliseconds; what is typed meanwhile goes along. */
export const AUTOSAVE_DELAY_MS = 3_000;
/** How long after a failure it is tried again, in milliseconds. */
export const AUTOSAVE_RETRY_MS = 10_000;

/** What is to be kept: the fields as written, over a version; null for the fields once nothing is unsaved. */
export interface Autosave<Draft> {
  version: number;
  draft: Draft | null;
  writtenAt: string;
}

/** Keeps what is written on the server, every few seconds, in its order. */
export interface Autosaver<Draft> {
  /** Takes what is written now; null for `draft` (nothing is unsaved) is sent at once. */
  write: (version: number, draft: Draft | null) => void;
  flush: () => void;
}

/**
 * Creates an autosaver. `send` rejects when it fails; `isFinal` says of an error that trying again would not help.
 * `onKept` is called with what the server has acknowledged.
 */
export function createAutosaver<Draft>({
  send,
  isFinal,
  onKept,
}: {
  send: (autosave: Autosave<Draft>) => Promise<unknown>;
  isFinal: (error: unknown) => boolean;
  onKept: (draft: Draft | null) => void;
}): Autosaver<Draft> {
  let waiting: Autosave<Draft> | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let isSending = false;

  function schedule(delayMs: number): void {
    timer ??= setTimeout(flush, delayMs);
  }
  function flush(): void {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (isSending || waiting === null) return;
    const sent = waiting;
    waiting = null;
    isSending = true;
    send(sent)
      .then(
        () => onKept(sent.draft),
        (error: unknown) => {
          if (isFinal(error)) return;
          waiting ??= sent;
          schedule(AUTOSAVE_RETRY_MS);
        },
      )
      .finally(() => {
        isSending = false;
        if (waiting !== null) schedule(waiting.draft === null ? 0 : AUTOSAVE_DELAY_MS);
      });
  }
  return {
    write: (version, draft) => {
      waiting = { version, draft, writtenAt: now().toISOString() };
      if (draft === null) flush();
      else schedule(AUTOSAVE_DELAY_MS);
    },
    flush,
  };
}

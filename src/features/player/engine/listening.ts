import type { InputOf } from '#web/lib/api.ts';

/** One stretch of listening, as the server records it. */
export type Listen = InputOf<'POST /api/listens'>['body'];

const COMPLETE_AT = 0.9;
/** So much must have been heard since the last jump: a thumb slipping to the end completes nothing. */
const HEARD_MS = 3_000;
/** Shorter stretches wait for what follows: a double tap is not a listen. */
const WORTH_SENDING_MS = 1_000;

/** Whether a session counts as heard to its end: 90 % reached by listening, not by jumping. */
export function isHeard(at: { positionMs: number; durationMs: number; sinceSeekMs: number }) {
  return at.positionMs >= at.durationMs * COMPLETE_AT && at.sinceSeekMs >= HEARD_MS;
}

/** Where to begin: where it was left, or at the start when it was hardly begun or all but over. */
export function resumeAt(positionMs: number, durationMs: number): number {
  const worthResuming = positionMs >= 5_000 && positionMs < durationMs * COMPLETE_AT;
  return worthResuming ? positionMs : 0;
}

/** Turns play into listens, each named here so that one sent twice is kept once. */
export function createListening(options: {
  contentId: string;
  timeZone: string;
  now: () => Date;
  newId: () => string;
}) {
  let startedAt: Date | null = null;
  let taken = 0;
  let completed = false;
  let completionSent = false;
  let id = options.newId();
  const draft = (at: { positionMs: number; playedMs: number }): Listen | null => {
    const listenedMs = Math.round(at.playedMs - taken);
    const completes = completed && !completionSent;
    if (listenedMs < WORTH_SENDING_MS && !completes) return null;
    const endedAt = options.now();
    // A clock put back meanwhile must not make more heard than time that passed.
    const begun = Math.min(startedAt?.getTime() ?? Infinity, endedAt.getTime() - listenedMs);
    return {
      id,
      contentId: options.contentId,
      startedAt: new Date(begun).toISOString(),
      endedAt: endedAt.toISOString(),
      positionMs: Math.round(at.positionMs),
      listenedMs,
      completed: completes,
      timeZone: options.timeZone,
    };
  };
  return {
    /** Play begins, or goes on. */
    begin: () => {
      startedAt ??= options.now();
    },
    complete: () => {
      completed = true;
    },
    /** What has been heard since the last listen as it is by now, under the name it will be sent by; null when not worth one. */
    draft,
    /** The same, told for good: what is heard next is another listen. */
    take: (at: { positionMs: number; playedMs: number }): Listen | null => {
      const listen = draft(at);
      if (!listen) return null;
      id = options.newId();
      startedAt = null;
      taken += listen.listenedMs;
      completionSent ||= listen.completed;
      return listen;
    },
  };
}

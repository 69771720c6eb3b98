import { isHoldCue } from '#web/features/narration/model.ts';
import type { Cue } from '#shared/rules/script.ts';
import { findCueIndex } from '#shared/rules/script-timing.ts';
import type { InputOf } from '#web/lib/api.ts';
import type { SelfRating } from '#shared/rules/self-ratings.ts';

/** One stretch of listening as sent to the server. */
export type Listen = InputOf<'POST /api/listens'>['body'];

const COMPLETE_RATIO = 0.9;
/** How much must be heard since the last seek, so that seeking to the end does not complete a session. */
const MIN_HEARD_MS = 3_000;
/** Shorter stretches are merged into the next listen, so that a double tap sends nothing. */
const MIN_LISTEN_MS = 1_000;

/** Returns whether a session counts as completed: 90 % reached, with at least 3 s played since the last seek. */
export function isHeardToCompletion(at: {
  positionMs: number;
  durationMs: number;
  sinceSeekMs: number;
}) {
  return at.positionMs >= at.durationMs * COMPLETE_RATIO && at.sinceSeekMs >= MIN_HEARD_MS;
}

/**
 * Returns where to resume, in milliseconds: the saved position; but 0 in the first 5 s, and in the last 10 % unless the
 * session asks something there.
 */
export function getResumePositionMs(
  positionMs: number,
  { cues, durationMs }: { cues: readonly Cue[]; durationMs: number },
): number {
  const isAsked = positionMs < durationMs && isHoldCue(cues[findCueIndex(cues, positionMs)]);
  const worthResuming = positionMs >= 5_000 && positionMs < durationMs * COMPLETE_RATIO;
  return worthResuming || isAsked ? positionMs : 0;
}

/**
 * Creates a tracker that turns playback into records of listening (listens); it sends nothing itself. Each listen has
 * an id, so that one sent twice is stored once.
 */
export function createListenTracker(options: {
  contentId: string;
  timeZone: string;
  now: () => Date;
  newId: () => string;
}) {
  let startedAt: Date | null = null;
  let reportedMs = 0;
  let completed = false;
  let completionSent = false;
  let id = options.newId();
  let selfRatings: SelfRating[] = [];
  const preview = (at: { positionMs: number; playedMs: number }): Listen | null => {
    const listenedMs = Math.round(at.playedMs - reportedMs);
    const completes = completed && !completionSent;
    if (listenedMs < MIN_LISTEN_MS && !completes && selfRatings.length === 0) return null;
    const endedAt = options.now();
    // If the clock was set back meanwhile, a listen must not be longer than the time passed.
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
      ...(selfRatings.length > 0 && { selfRatings }),
    };
  };
  return {
    /** Playback starts or resumes. */
    begin: () => {
      startedAt ??= options.now();
    },
    complete: () => {
      completed = true;
    },
    /** Adds a number that the session asked for; one at the same place is replaced. */
    rate: (given: SelfRating) => {
      selfRatings = [...selfRatings.filter(({ cue }) => cue !== given.cue), given];
    },
    /** The listen so far, with the id it will be sent by; null when too short to send. */
    draft: preview,
    /** Returns the listen and ends it; what follows is a new listen. */
    take: (at: { positionMs: number; playedMs: number }): Listen | null => {
      const listen = preview(at);
      if (!listen) return null;
      id = options.newId();
      startedAt = null;
      selfRatings = [];
      reportedMs += listen.listenedMs;
      completionSent ||= listen.completed;
      return listen;
    },
  };
}

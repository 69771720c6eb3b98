export type PositionAdvancer = (from: number, ms: number) => number;

/** The session's clock; all times are in milliseconds of the session. */
export interface PlaybackClock {
  position: () => number;
  running: () => boolean;
  /** Time played since the start, without what was skipped. */
  playedMs: () => number;
  /** Time played since the last seek. */
  sinceSeekMs: () => number;
  play: () => void;
  pause: () => void;
  seek: (ms: number) => void;
  /** Moves on to a later time that was neither played nor jumped to: what a wait or a rating counts for. */
  pass: (ms: number) => void;
  /** Sets how positions advance with the device's time; one to one by default. */
  setAdvance: (walk: PositionAdvancer) => void;
  /** Stops the position at this time until the limit moves; `null` removes it. */
  limit: (ms: number | null) => void;
  /** Takes the time from another source (a recording) while it plays; `null` returns to the device's clock. */
  follow: (source: (() => number) | null) => void;
}

/**
 * Creates the clock of a session's playback, which can play, pause and seek. The position is where play last started
 * plus the time elapsed by `now()`, never a sum of ticks, so that late timers and hidden tabs cause no drift.
 */
export function createPlaybackClock(options: {
  /** A monotonic clock in milliseconds, such as `performance.now`. */
  now: () => number;
  durationMs: number;
  startAt?: number;
  /** The first time at or after `from` at which the clock stands still by itself; none by default. */
  findNextStop?: (from: number) => number;
}): PlaybackClock {
  const { now, durationMs, findNextStop = () => Infinity } = options;
  const clampToDuration = (ms: number) => Math.min(durationMs, Math.max(0, ms));
  let anchor = clampToDuration(options.startAt ?? 0);
  let since = now();
  let running = false;
  let limitMs = durationMs;
  let source: (() => number) | null = null;
  let walk: PositionAdvancer = (from, ms) => from + ms;
  let played = 0;
  let sinceSeek = 0;
  let stopMs = findNextStop(anchor);

  const position = () => {
    if (!running) return anchor;
    const raw = source ? source() : walk(anchor, now() - since);
    // A recording that is still seeking reports its old time: never go back to it.
    return Math.max(anchor, Math.min(clampToDuration(raw), limitMs, stopMs));
  };
  const commitPosition = () => {
    const at = position();
    played += at - anchor;
    sinceSeek += at - anchor;
    anchor = at;
    since = now();
  };
  const moveTo = (ms: number) => {
    commitPosition();
    anchor = clampToDuration(ms);
    stopMs = findNextStop(anchor);
  };

  return {
    position,
    running: () => running,
    playedMs: () => played + position() - anchor,
    sinceSeekMs: () => sinceSeek + position() - anchor,
    play: () => {
      commitPosition();
      running = true;
    },
    pause: () => {
      commitPosition();
      running = false;
    },
    seek: (ms) => {
      moveTo(ms);
      sinceSeek = 0;
    },
    pass: moveTo,
    setAdvance: (next) => {
      commitPosition();
      walk = next;
    },
    limit: (ms) => {
      commitPosition();
      limitMs = ms ?? durationMs;
    },
    follow: (next) => {
      commitPosition();
      source = next;
    },
  };
}

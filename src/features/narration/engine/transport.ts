export type Walk = (from: number, ms: number) => number;

/** What the script's clock is asked and told; every time is in milliseconds of the session. */
export interface Transport {
  position: () => number;
  running: () => boolean;
  /** Time really played since the beginning: what was jumped over is not counted. */
  playedMs: () => number;
  /** Time really played since the last jump. */
  sinceSeekMs: () => number;
  play: () => void;
  pause: () => void;
  seek: (ms: number) => void;
  /** How far one comes from a position in so much of the device's time; at first as far as that. */
  setPace: (walk: Walk) => void;
  /** Play stops short of this moment, as if time stood still, until the limit moves; `null` lifts it. */
  limit: (ms: number | null) => void;
  /** Takes the time from elsewhere (a recording) while it plays; `null` returns to the device's clock. */
  follow: (source: (() => number) | null) => void;
}

/**
 * The session's clock. A position is where play last began plus what `now()` says has passed since,
 * never a sum of ticks: late timers, hidden tabs and busy phones cannot make it drift.
 * @param now a monotonic clock in milliseconds, such as `performance.now`
 */
export function createTransport(options: {
  now: () => number;
  durationMs: number;
  startAt?: number;
}): Transport {
  const { now, durationMs } = options;
  const within = (ms: number) => Math.min(durationMs, Math.max(0, ms));
  let anchor = within(options.startAt ?? 0);
  let since = now();
  let running = false;
  let ceiling = durationMs;
  let source: (() => number) | null = null;
  let walk: Walk = (from, ms) => from + ms;
  let played = 0;
  let sinceSeek = 0;

  const position = () => {
    if (!running) return anchor;
    const raw = source ? source() : walk(anchor, now() - since);
    // A recording that has not finished seeking still tells its old time: never go back for it.
    return Math.max(anchor, Math.min(within(raw), ceiling));
  };
  const settle = () => {
    const at = position();
    played += at - anchor;
    sinceSeek += at - anchor;
    anchor = at;
    since = now();
  };

  return {
    position,
    running: () => running,
    playedMs: () => played + position() - anchor,
    sinceSeekMs: () => sinceSeek + position() - anchor,
    play: () => {
      settle();
      running = true;
    },
    pause: () => {
      settle();
      running = false;
    },
    seek: (ms) => {
      settle();
      anchor = within(ms);
      sinceSeek = 0;
    },
    setPace: (next) => {
      settle();
      walk = next;
    },
    limit: (ms) => {
      settle();
      ceiling = ms ?? durationMs;
    },
    follow: (next) => {
      settle();
      source = next;
    },
  };
}

/** What a glide needs: a clock in milliseconds, and timers. */
export interface RampClock {
  now: () => number;
  schedule: (ms: number, callback: () => void) => () => void;
}

const STEP_MS = 50;

/**
 * Creates a level, such as a volume, that moves linearly to its target over time, in steps of 50 ms; each step is
 * passed to `apply`. It begins at 0.
 */
export function createSteppedLevelRamp(
  { now, schedule }: RampClock,
  apply: (level: number) => void,
) {
  let level = 0;
  let cancel = () => {};
  return {
    /** Glides from the present level to another one over so many milliseconds, then calls `done`; ends a glide before. */
    to: (target: number, lengthMs: number, done: () => void = () => {}) => {
      cancel();
      const from = level;
      const began = now();
      const step = () => {
        const share = lengthMs > 0 ? Math.min(1, (now() - began) / lengthMs) : 1;
        level = from + (target - from) * share;
        apply(level);
        if (share < 1) cancel = schedule(STEP_MS, step);
        else done();
      };
      step();
    },
    end: () => cancel(),
  };
}

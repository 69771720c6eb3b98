interface Timer {
  due: number;
  ring: () => void;
}

/**
 * Creates timers that also fire, once overdue, when a playing sound calls `ringOverdue`: a locked phone holds back a
 * page's timers, but not the events of its audio elements. `now` is in milliseconds.
 */
export function createSoundTimers(now: () => number) {
  const timers = new Set<Timer>();
  return {
    /** Calls back once after so many milliseconds; returns a function that cancels. */
    schedule: (ms: number, callback: () => void): (() => void) => {
      const cancel = () => {
        clearTimeout(waiting);
        timers.delete(timer);
      };
      const ring = () => {
        cancel();
        callback();
      };
      const timer = { due: now() + ms, ring };
      const waiting = setTimeout(ring, ms);
      timers.add(timer);
      return cancel;
    },
    ringOverdue: () => {
      const at = now();
      // What a callback schedules waits for its own time, and what it cancels does not ring.
      for (const timer of [...timers]) if (timer.due <= at && timers.has(timer)) timer.ring();
    },
  };
}

/** When a session shall stop by itself: after so many minutes of listening, or at its end. */
export type SleepChoice = { minutes: number } | 'end' | null;

/** The last part of what is left, over which everything grows quiet, in milliseconds. */
const FADE_MS = 20_000;
/** What was played while falling asleep is played again, in milliseconds of the session. */
const REWIND_MS = 30_000;
const STEP_MS = 1_000;

interface Sleeper {
  position: () => number;
  durationMs: number;
  pause: () => void;
  skip: (ms: number) => void;
  fade: (level: number) => void;
}

/** Counts while the session plays and waits while it is paused; no sum of ticks, so that it cannot drift. */
export function createSleepTimer(
  kit: { now: () => number; after: (ms: number, callback: () => void) => () => void },
  session: Sleeper,
) {
  let choice: SleepChoice = null;
  let left = 0;
  let since: number | null = null;
  let quiet = 1;
  let callOff = () => {};
  const listeners = new Set<() => void>();

  const leftMs = () => {
    if (choice === null) return null;
    if (choice === 'end') return Math.max(0, session.durationMs - session.position());
    return Math.max(0, left - (since === null ? 0 : kit.now() - since));
  };
  const fade = (level: number) => {
    if (level === quiet) return;
    quiet = level;
    session.fade(level);
  };
  const tell = () => {
    for (const listener of listeners) listener();
  };
  const choose = (next: SleepChoice) => {
    choice = next;
    left = next !== null && next !== 'end' ? next.minutes * 60_000 : 0;
    if (since !== null) since = kit.now();
    fade(1);
    look();
    tell();
  };
  function look() {
    callOff();
    const rest = leftMs();
    if (rest === null || since === null) return;
    if (rest === 0 && choice !== 'end') return stop();
    fade(Math.min(1, Math.ceil((rest / FADE_MS) * 20) / 20));
    callOff = kit.after(Math.min(STEP_MS, rest + 1), look);
  }
  function stop() {
    session.pause();
    session.skip(-REWIND_MS);
    choose(null);
  }

  return {
    choose,
    choice: () => choice,
    leftMs,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** To be told whenever the session begins or stops to play. */
    playing: (on: boolean) => {
      if (on === (since !== null)) return;
      left = choice === 'end' ? 0 : (leftMs() ?? 0);
      since = on ? kit.now() : null;
      if (on) look();
      else {
        callOff();
        // Paused by hand, the next press is heard in full.
        fade(1);
        if (choice === 'end' && leftMs() === 0) choose(null);
      }
    },
  };
}

/** When to stop: after so many minutes of listening, at the end of the session, or never (null). */
export type SleepChoice = { minutes: number } | 'end' | null;

/** How long the fade-out at the end takes, in milliseconds. */
const FADE_MS = 20_000;
/** How far to rewind when the timer stops, in milliseconds: what was played while falling asleep. */
const REWIND_MS = 30_000;
const STEP_MS = 1_000;

interface SleepTarget {
  position: () => number;
  durationMs: number;
  pause: () => void;
  skip: (ms: number) => void;
  setMasterVolume: (level: number) => void;
}

/**
 * Creates a sleep timer that counts while the session plays, fades the sound out, then pauses and rewinds by 30 s.
 * Times are computed from the clock, not summed, so it does not drift.
 */
export function createSleepTimer(
  clock: { now: () => number; schedule: (ms: number, callback: () => void) => () => void },
  session: SleepTarget,
) {
  let choice: SleepChoice = null;
  let left = 0;
  let since: number | null = null;
  let volume = 1;
  let cancelTick = () => {};
  const listeners = new Set<() => void>();

  const getLeftMs = () => {
    if (choice === null) return null;
    if (choice === 'end') return Math.max(0, session.durationMs - session.position());
    return Math.max(0, left - (since === null ? 0 : clock.now() - since));
  };
  const fade = (level: number) => {
    if (level === volume) return;
    volume = level;
    session.setMasterVolume(level);
  };
  const notify = () => {
    for (const listener of listeners) listener();
  };
  const choose = (next: SleepChoice) => {
    choice = next;
    left = next !== null && next !== 'end' ? next.minutes * 60_000 : 0;
    if (since !== null) since = clock.now();
    fade(1);
    tick();
    notify();
  };
  function tick() {
    cancelTick();
    const rest = getLeftMs();
    if (rest === null || since === null) return;
    if (rest === 0 && choice !== 'end') return stop();
    fade(Math.min(1, Math.ceil((rest / FADE_MS) * 20) / 20));
    cancelTick = clock.schedule(Math.min(STEP_MS, rest + 1), tick);
  }
  function stop() {
    session.pause();
    session.skip(-REWIND_MS);
    choose(null);
  }

  return {
    choose,
    /** Goes on with a timer that ran for another session, with so many milliseconds left. */
    takeOver: (from: SleepChoice, leftMs: number) => {
      choose(from);
      left = leftMs;
      tick();
      notify();
    },
    choice: () => choice,
    leftMs: getLeftMs,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Call whenever playback starts or stops. */
    setPlaying: (on: boolean) => {
      if (on === (since !== null)) return;
      left = choice === 'end' ? 0 : (getLeftMs() ?? 0);
      since = on ? clock.now() : null;
      if (on) tick();
      else {
        cancelTick();
        // After a manual pause the next playback starts at full volume.
        fade(1);
        if (choice === 'end' && getLeftMs() === 0) choose(null);
      }
    },
  };
}

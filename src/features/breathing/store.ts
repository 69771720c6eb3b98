import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import {
  type BreathMoment,
  breathAt,
  type BreathPattern,
  exerciseMs,
  PATTERN_KEYS,
  PATTERNS,
  type PatternKey,
} from '#shared/rules/breathing.ts';
import { now, ownTimeZone } from '#web/lib/clock.ts';
import { canVibrate } from '#web/lib/vibration.ts';
import type { Practice } from './queries.ts';
import { createTones, type Tones } from './sound/tones.ts';

const KEY = 'envol-breathing';
export const MINUTES = [1, 2, 3, 5, 7, 10] as const;

export interface Settings {
  pattern: PatternKey;
  minutes: number;
  sound: boolean;
  haptics: boolean;
}
const DEFAULTS: Settings = { pattern: 'long_exhale', minutes: 3, sound: false, haptics: false };

function stored(): Settings {
  try {
    const kept = {
      ...DEFAULTS,
      ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Settings>),
    };
    const known = (PATTERN_KEYS as readonly string[]).includes(kept.pattern);
    const possible = (MINUTES as readonly number[]).includes(kept.minutes);
    return {
      pattern: known ? kept.pattern : DEFAULTS.pattern,
      minutes: possible ? kept.minutes : DEFAULTS.minutes,
      sound: kept.sound,
      haptics: kept.haptics,
    };
  } catch {
    return DEFAULTS;
  }
}

/** How one breathes on this device, remembered on it. */
export function useSettings() {
  const [settings, setSettings] = useState(stored);
  const change = (part: Partial<Settings>) => {
    const next = { ...settings, ...part };
    setSettings(next);
    try {
      localStorage.setItem(KEY, JSON.stringify(next));
    } catch {
      // Storage refused: the choice lasts as long as the page.
    }
  };
  return { settings, change, pattern: patternOf(settings.pattern) };
}

export function patternOf(key: PatternKey): BreathPattern {
  const found = PATTERNS.find((pattern) => pattern.key === key) ?? PATTERNS[0];
  if (!found) throw new Error('There are no patterns');
  return found;
}

/** Under this an exercise was only looked at. */
const COUNTS_MS = 20_000;
/** A touch for each turn of the breath: short in, two for a rest, long out. Milliseconds on, off, on. */
const TOUCH = {
  in: [40],
  in_again: [25],
  hold_in: [20, 90, 20],
  out: [110],
  hold_out: [20, 90, 20],
};

interface Run {
  pattern: BreathPattern;
  totalMs: number;
  /** By the clock that never jumps. */
  beganAt: number;
  startedAt: Date;
}

/**
 * An exercise by the clock: a slow frame or a hidden tab delays what is shown, and never the breath.
 * `done` tells of each that lasted long enough to count.
 */
export function useExercise(settings: Settings, done: (practice: Practice) => void) {
  const [run, setRun] = useState<Run | null>(null);
  const [over, setOver] = useState<number | null>(null);
  const [moment, setMoment] = useState<Pick<BreathMoment, 'phase' | 'turn'> | null>(null);
  const tones = useRef<Tones>(null);
  const current = useRef<Run>(null);

  const finish = useEffectEvent((finished: Run) => {
    if (current.current !== finished) return;
    current.current = null;
    tones.current?.dispose();
    tones.current = null;
    const practisedMs = Math.round(
      Math.min(finished.totalMs, performance.now() - finished.beganAt),
    );
    setRun(null);
    setMoment(null);
    if (practisedMs < COUNTS_MS) return;
    setOver(practisedMs);
    const endedAt = new Date(Math.max(now().getTime(), finished.startedAt.getTime() + practisedMs));
    done({
      id: crypto.randomUUID(),
      pattern: finished.pattern.key,
      startedAt: finished.startedAt.toISOString(),
      endedAt: endedAt.toISOString(),
      practisedMs,
      timeZone: ownTimeZone(),
    });
  });

  const onTurn = useEffectEvent((at: BreathMoment) => {
    setMoment(at);
    tones.current?.play(at.phase, at.untilNext / 1000);
    if (settings.haptics && canVibrate()) navigator.vibrate(TOUCH[at.phase]);
  });

  useEffect(() => {
    if (!run) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    const turn = () => {
      const elapsed = performance.now() - run.beganAt;
      if (elapsed >= run.totalMs) return finish(run);
      const at = breathAt(run.pattern, elapsed);
      onTurn(at);
      timer = setTimeout(turn, Math.min(at.untilNext, run.totalMs - elapsed) + 1);
    };
    turn();
    return () => clearTimeout(timer);
  }, [run]);

  const leave = useEffectEvent(() => current.current && finish(current.current));
  useEffect(() => {
    const onHide = () => void leave();
    addEventListener('pagehide', onHide);
    return () => {
      removeEventListener('pagehide', onHide);
      leave();
    };
  }, []);

  const start = () => {
    const pattern = patternOf(settings.pattern);
    if (settings.sound) tones.current = createTones();
    const totalMs = exerciseMs(pattern, settings.minutes);
    const next = { pattern, totalMs, beganAt: performance.now(), startedAt: now() };
    current.current = next;
    setOver(null);
    setRun(next);
  };
  const read = useCallback(() => {
    if (!run) return null;
    const elapsed = Math.min(performance.now() - run.beganAt, run.totalMs - 1);
    return { ...breathAt(run.pattern, elapsed), leftMs: run.totalMs - elapsed };
  }, [run]);
  const stop = () => leave();
  return { running: run !== null, over, moment, start, stop, read };
}

import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import {
  type BreathMoment,
  getBreathMoment,
  type BreathPattern,
  computeExerciseDurationMs,
} from '#shared/rules/breathing.ts';
import { now, getDeviceTimeZone } from '#web/lib/clock.ts';
import { canVibrate } from '#web/lib/device-hardware.ts';
import { createBreathTones, type BreathTones } from '../engine/tones.ts';
import type { BreathingPracticeToQueue } from '../queries.ts';
import { getBreathPatternOrFirst, type BreathingSettings } from './use-settings.ts';

/** Exercises shorter than this are not counted. */
const MIN_COUNTED_MS = 20_000;
/** Vibration pattern of each phase (milliseconds on, off, on): short for in, two pulses for a hold, long for out. */
const VIBRATION_PATTERNS = {
  in: [40],
  in_again: [25],
  hold_in: [20, 90, 20],
  out: [110],
  hold_out: [20, 90, 20],
};

interface ExerciseRun {
  pattern: BreathPattern;
  totalMs: number;
  beganAt: number;
  startedAt: Date;
}

/**
 * Runs a breathing exercise by the clock. Returns `running`; `over`, the length in milliseconds of the last run of at
 * least 20 s, or null; `moment`, the present phase; `start` and `stop`; and `read`, which returns the breath at this
 * instant with `leftMs`, or null. When a run of at least 20 s ends, also by leaving the page, `onCounted` is called.
 */
export function useBreathingExercise(
  settings: BreathingSettings,
  onCounted: (practice: BreathingPracticeToQueue) => void,
) {
  const [run, setRun] = useState<ExerciseRun | null>(null);
  const [over, setOver] = useState<number | null>(null);
  const [moment, setMoment] = useState<Pick<BreathMoment, 'phase' | 'turn'> | null>(null);
  const tones = useRef<BreathTones>(null);
  const current = useRef<ExerciseRun>(null);

  const finish = useEffectEvent((finished: ExerciseRun) => {
    if (current.current !== finished) return;
    current.current = null;
    tones.current?.dispose();
    tones.current = null;
    const practisedMs = Math.round(
      Math.min(finished.totalMs, performance.now() - finished.beganAt),
    );
    setRun(null);
    setMoment(null);
    if (practisedMs < MIN_COUNTED_MS) return;
    setOver(practisedMs);
    const endedAt = new Date(Math.max(now().getTime(), finished.startedAt.getTime() + practisedMs));
    onCounted({
      id: crypto.randomUUID(),
      pattern: finished.pattern.key,
      startedAt: finished.startedAt.toISOString(),
      endedAt: endedAt.toISOString(),
      practisedMs,
      timeZone: getDeviceTimeZone(),
    });
  });

  const onPhaseChange = useEffectEvent((at: BreathMoment) => {
    setMoment(at);
    tones.current?.play(at.phase, at.untilNext / 1000);
    if (settings.haptics && canVibrate()) navigator.vibrate(VIBRATION_PATTERNS[at.phase]);
  });

  useEffect(() => {
    if (!run) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    const turn = () => {
      const elapsed = performance.now() - run.beganAt;
      if (elapsed >= run.totalMs) return finish(run);
      const at = getBreathMoment(run.pattern, elapsed);
      onPhaseChange(at);
      timer = setTimeout(turn, Math.min(at.untilNext, run.totalMs - elapsed) + 1);
    };
    turn();
    return () => clearTimeout(timer);
  }, [run]);

  const finishCurrent = useEffectEvent(() => current.current && finish(current.current));
  useEffect(() => {
    const onHide = () => void finishCurrent();
    addEventListener('pagehide', onHide);
    return () => {
      removeEventListener('pagehide', onHide);
      finishCurrent();
    };
  }, []);

  const start = () => {
    const pattern = getBreathPatternOrFirst(settings.pattern);
    if (settings.sound) tones.current = createBreathTones();
    const totalMs = computeExerciseDurationMs(pattern, settings.minutes);
    const next = { pattern, totalMs, beganAt: performance.now(), startedAt: now() };
    current.current = next;
    setOver(null);
    setRun(next);
  };
  const read = useCallback(() => {
    if (!run) return null;
    const elapsed = Math.min(performance.now() - run.beganAt, run.totalMs - 1);
    return { ...getBreathMoment(run.pattern, elapsed), leftMs: run.totalMs - elapsed };
  }, [run]);
  const stop = () => finishCurrent();
  return { running: run !== null, over, moment, start, stop, read };
}

import { useCallback, useEffect, useState } from 'react';
import { createMotionMeter, type TurbulenceMeterState } from '../engine/motion.ts';

/** How often what the meter says is shown: reading figures that change faster only unsettles. */
const SHOW_MS = 500;
/** A device that gives nothing within this time has no sensor, or may not say. */
const SILENCE_MS = 3_000;

/** The sensor is unasked, refused (or not there), running or paused. */
export type MotionState = 'off' | 'refused' | 'running' | 'paused';

/** WebKit asks the person first. */
interface AskingMotionEvent {
  requestPermission?: () => Promise<'granted' | 'denied'>;
}

/** Reads the motion sensor once it is asked for by a tap; nothing of it is stored or sent. */
export function useMotion() {
  const [state, setState] = useState<MotionState>('off');
  const [reading, setReading] = useState<TurbulenceMeterState>({ state: 'settling' });
  useEffect(() => {
    if (state !== 'running') return undefined;
    const meter = createMotionMeter();
    let hasSpoken = false;
    const follow = (event: DeviceMotionEvent) => {
      const { x, y, z } = event.accelerationIncludingGravity ?? {};
      if (x == null || y == null || z == null) return;
      hasSpoken = true;
      const turn = event.rotationRate;
      const turning =
        turn?.alpha == null ? null : Math.hypot(turn.alpha, turn.beta ?? 0, turn.gamma ?? 0);
      meter.follow({ at: event.timeStamp, x, y, z, turning });
    };
    addEventListener('devicemotion', follow);
    const showing = setInterval(() => setReading(meter.read()), SHOW_MS);
    const silence = setTimeout(() => !hasSpoken && setState('refused'), SILENCE_MS);
    return () => {
      removeEventListener('devicemotion', follow);
      clearInterval(showing);
      clearTimeout(silence);
    };
  }, [state]);
  const start = useCallback(() => {
    const asking = (globalThis as { DeviceMotionEvent?: AskingMotionEvent }).DeviceMotionEvent;
    setReading({ state: 'settling' });
    void (asking?.requestPermission?.() ?? Promise.resolve('granted' as const)).then(
      (answer) => setState(answer === 'granted' && asking ? 'running' : 'refused'),
      () => setState('refused'),
    );
  }, []);
  return { state, reading, start, pause: useCallback(() => setState('paused'), []) };
}

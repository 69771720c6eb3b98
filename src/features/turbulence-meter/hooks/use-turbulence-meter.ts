import { useCallback, useEffect, useState } from 'react';
import { listenToMotion, requestMotionPermission } from '../engine/motion-events.ts';
import { createTurbulenceMeter, type TurbulenceMeterState } from '../engine/motion.ts';

/** How often what the meter says is shown: reading figures that change faster only unsettles. */
const SHOW_MS = 500;

/** The sensor is unasked, refused (or not there), running or paused. */
export type MotionSensorState = 'off' | 'refused' | 'running' | 'paused';

/** Reads the motion sensor once it is asked for by a tap. Nothing of it is stored or sent by this. */
export function useTurbulenceMeter() {
  const [state, setState] = useState<MotionSensorState>('off');
  const [reading, setReading] = useState<TurbulenceMeterState>({ state: 'settling' });
  useEffect(() => {
    if (state !== 'running') return undefined;
    const meter = createTurbulenceMeter();
    const showing = setInterval(() => setReading(meter.read()), SHOW_MS);
    const end = listenToMotion(meter.follow, () => setState('refused'));
    return () => {
      end();
      clearInterval(showing);
    };
  }, [state]);
  const start = useCallback(() => {
    setReading({ state: 'settling' });
    void requestMotionPermission().then(
      (isGranted) => setState(isGranted ? 'running' : 'refused'),
      () => setState('refused'),
    );
  }, []);
  return { state, reading, start, pause: useCallback(() => setState('paused'), []) };
}

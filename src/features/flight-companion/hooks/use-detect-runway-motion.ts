import { useEffect, useState } from 'react';
import {
  listenToMotion,
  requestMotionPermission,
} from '#web/features/turbulence-meter/engine/motion-events.ts';
import {
  createRunwayMotionDetector,
  type RunwayPhase,
} from '#web/features/turbulence-meter/engine/runway.ts';

/** Whether the motion sensor is read: not asked for, yes, or refused (or not there). */
export type RunwaySensorState = 'off' | 'on' | 'refused';

/**
 * Reads the motion sensor, once it is asked for by a tap, while a take-off or a touch-down is awaited; `onFelt` is called when it
 * is recognised. Nothing is stored or sent.
 */
export function useDetectRunwayMotion(
  awaited: RunwayPhase | null,
  onFelt: (phase: RunwayPhase) => void,
) {
  const [state, setState] = useState<RunwaySensorState>('off');
  useEffect(() => {
    if (state !== 'on' || !awaited) return undefined;
    const motion = createRunwayMotionDetector(awaited);
    return listenToMotion(
      (sample) => {
        if (motion.follow(sample)) onFelt(awaited);
      },
      () => setState('refused'),
    );
  }, [state, awaited, onFelt]);
  const ask = (isWanted: boolean) => {
    setState('off');
    if (!isWanted) return;
    void requestMotionPermission().then(
      (isGranted) => setState(isGranted ? 'on' : 'refused'),
      () => setState('refused'),
    );
  };
  return { state, ask };
}

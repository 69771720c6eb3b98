import { useEffect, useState } from 'react';
import { findHeadsetSystem } from '#web/features/rehearsal-drawing/engine/webxr.ts';
import { useReducedMotion } from '#web/lib/device.ts';

/** Returns whether this device can show a flight in a headset; never with reduced motion. */
export function useHasHeadset(): boolean {
  const [isSupported, setSupported] = useState(false);
  const prefersStills = useReducedMotion();
  useEffect(() => {
    // A browser refuses to tell where a policy forbids headsets, which is as good as none.
    void findHeadsetSystem()
      ?.isSessionSupported('immersive-vr')
      .then(setSupported, () => {});
  }, []);
  return isSupported && !prefersStills;
}

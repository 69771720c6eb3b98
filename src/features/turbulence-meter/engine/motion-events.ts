import type { MotionSample } from './motion.ts';

/** WebKit asks the person first. */
interface AskingMotionEvent {
  requestPermission?: () => Promise<'granted' | 'denied'>;
}

/** A device that gives nothing within this time has no sensor, or may not say. */
const SILENCE_MS = 3_000;

/** Asks for the motion sensor, from a tap; resolves to whether the browser may read one. */
export async function requestMotionPermission(): Promise<boolean> {
  const asking = (globalThis as { DeviceMotionEvent?: AskingMotionEvent }).DeviceMotionEvent;
  if (!asking) return false;
  const answer = await (asking.requestPermission?.() ?? 'granted');
  return answer === 'granted';
}

/** Reads the motion sensor until the returned function is called; `onSilence` when there is none. */
export function listenToMotion(
  follow: (sample: MotionSample) => void,
  onSilence: () => void,
): () => void {
  let hasSpoken = false;
  const read = (event: DeviceMotionEvent) => {
    const { x, y, z } = event.accelerationIncludingGravity ?? {};
    if (x == null || y == null || z == null) return;
    hasSpoken = true;
    const turn = event.rotationRate;
    const turning =
      turn?.alpha == null ? null : Math.hypot(turn.alpha, turn.beta ?? 0, turn.gamma ?? 0);
    follow({ at: event.timeStamp, x, y, z, turning });
  };
  addEventListener('devicemotion', read);
  const silence = setTimeout(() => !hasSpoken && onSilence(), SILENCE_MS);
  return () => {
    removeEventListener('devicemotion', read);
    clearTimeout(silence);
  };
}

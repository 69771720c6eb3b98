import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { RehearsalDose } from '#shared/rules/rehearsal-dose.ts';
import { claimPlaybackAudioSession } from '#web/lib/audio-session.ts';
import { useReducedMotion } from '#web/lib/device.ts';
import { logError } from '#web/lib/log-error.ts';
import {
  createRehearsalFlightSimulation,
  type FlightMoment,
  type RehearsalFlightSimulation,
} from '#web/features/rehearsal-drawing/engine/flight.ts';
import {
  findHeadsetSystem,
  type HeadsetSession,
} from '#web/features/rehearsal-drawing/engine/webxr.ts';
import { createQualityGovernor } from '#web/features/rehearsal-drawing/engine/governor.ts';
import { fitCanvas, QUALITY_LEVELS } from '#web/features/rehearsal-drawing/engine/quality.ts';
import { createRehearsalRenderer } from '#web/features/rehearsal-drawing/engine/renderer.ts';
import { createRehearsalSound, type RehearsalSound } from '../engine/sound.ts';

const FRAME_MS = 1000 / 30;
const TOP = QUALITY_LEVELS.length - 1;
/** The detail of stills, for which there is time. */
const STILL = QUALITY_LEVELS[3]!;
const FADE_MS = 900;

/** Sound of a flight, opened by the press that begins it; null where the device has none. */
export function openRehearsalSound(
  dose: RehearsalDose,
): { sound: RehearsalSound; context: AudioContext } | null {
  try {
    const context = new AudioContext();
    void context.resume().catch(() => {});
    return { sound: createRehearsalSound(context, dose.light === 'rain'), context };
  } catch {
    return null;
  }
}

/**
 * Draws a flight into a canvas while it lasts, at most 30 times a second, with as much detail as the device can do, and
 * lets its sound follow. The time stands still while the page is hidden, and so does the sound. With reduced motion, and
 * where the device draws too slowly for motion, each phase is one picture that fades into the next by way of `former`.
 * `isDrawn` is false where there is no WebGL 2; the flight goes on in sound and words. `enterHeadset` goes on with the
 * flight in a headset, and rejects where that is refused or not possible.
 */
export function useFlightDrawing(
  { canvas, former }: Record<'canvas' | 'former', RefObject<HTMLCanvasElement | null>>,
  {
    dose,
    seed,
    sound,
    onMoment,
    onHeadsetLeft,
  }: {
    dose: RehearsalDose;
    seed: string;
    sound: ReturnType<typeof openRehearsalSound>;
    /** Called with each moment that is shown. */
    onMoment: (moment: FlightMoment) => void;
    /** Called once the headset is left, or taken off. */
    onHeadsetLeft: () => void;
  },
) {
  const prefersStills = useReducedMotion();
  const [isDrawn, setDrawn] = useState(true);
  const headset = useRef<(() => Promise<void>) | null>(null);
  const tell = useEffectEvent(onMoment);
  const leaveHeadset = useEffectEvent(onHeadsetLeft);
  useEffect(() => {
    const element = canvas.current;
    if (!element) return undefined;
    const flight = createRehearsalFlightSimulation(dose, seed);
    const draw = openDrawing(element, former.current, { dose, seed, flight, prefersStills });
    const endPlayback = claimPlaybackAudioSession();
    sound?.sound.setOn(true);
    let time = 0;
    let last = performance.now();
    let request = 0;
    let worn: HeadsetSession | null = null;
    const show = (passed: number, drawMoment?: (moment: FlightMoment) => void) => {
      // A page that was hidden, or a device that was busy, skips nothing of the flight.
      time += Math.min(passed, 250) / 1000;
      const moment = flight.advance(time);
      drawMoment?.(moment);
      sound?.sound.follow(moment);
      tell(moment);
      return moment;
    };
    const frame = (now: number) => {
      request = requestAnimationFrame(frame);
      const passed = now - last;
      if (passed < FRAME_MS - 4) return;
      last = now;
      if (worn) return;
      show(passed, (moment) => {
        if (!draw?.(moment, passed)) setDrawn(false);
      });
    };
    request = requestAnimationFrame(frame);
    headset.current = async () => {
      // Asked for at once, while the press that asks for it still counts.
      const asked = findHeadsetSystem()?.requestSession('immersive-vr');
      const [session, { drawIntoHeadset }] = await Promise.all([
        asked,
        import('#web/features/rehearsal-drawing/engine/headset.ts'),
      ]);
      if (!session) return;
      const onEnd = () => {
        worn = null;
        leaveHeadset();
      };
      try {
        await drawIntoHeadset(session, { dose, seed, advance: show, onEnd });
        worn = session;
      } catch (error) {
        await session.end();
        throw error;
      }
    };
    return () => {
      cancelAnimationFrame(request);
      // It may be over already.
      void worn?.end().catch(() => {});
      endPlayback();
    };
  }, [canvas, former, dose, seed, sound, prefersStills]);
  useEffect(() => {
    const context = sound?.context;
    const pause = () =>
      void (document.hidden ? context?.suspend() : context?.resume())?.catch(() => {});
    document.addEventListener('visibilitychange', pause);
    return () => {
      document.removeEventListener('visibilitychange', pause);
      sound?.sound.setOn(false);
      setTimeout(() => void context?.close().catch(() => {}), 600);
    };
  }, [sound]);
  const enterHeadset = async () => headset.current?.();
  return { isDrawn, enterHeadset };
}

/**
 * Opens the drawing of a flight: a function that draws a moment, told how many milliseconds passed since the one before,
 * and returns false where that is not possible. Null where the device has no WebGL 2 or its driver refuses a shader.
 */
function openDrawing(
  canvas: HTMLCanvasElement,
  former: HTMLCanvasElement | null,
  {
    dose,
    seed,
    flight,
    prefersStills,
  }: {
    dose: RehearsalDose;
    seed: string;
    flight: RehearsalFlightSimulation;
    prefersStills: boolean;
  },
) {
  const renderer = openRenderer(canvas, dose, seed);
  if (!renderer) return null;
  const governor = createQualityGovernor(TOP, 2);
  let still: { index: number; moment: FlightMoment } | null = null;
  const fit = (density: number) => {
    const page = { width: canvas.clientWidth, height: canvas.clientHeight };
    const { width, height } = fitCanvas(page, Math.min(density, devicePixelRatio));
    const isChanged = canvas.width !== width || canvas.height !== height;
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
    return isChanged;
  };
  return (moment: FlightMoment, passed: number): boolean => {
    if (!prefersStills && !governor.isTooSlow) {
      const quality = QUALITY_LEVELS[governor.tell(passed)]!;
      fit(quality.density);
      return renderer.draw(moment, quality);
    }
    const isChanged = fit(STILL.density);
    if (still?.index === moment.index && !isChanged) return true;
    if (still && former && still.index !== moment.index) {
      renderer.draw(still.moment, STILL);
      fadeOut(former, canvas);
    }
    still = { index: moment.index, moment: getPhaseStill(flight, moment.index) };
    return renderer.draw(still.moment, STILL);
  };
}

/** Shows what a canvas holds over it, and lets it fade. */
function fadeOut(over: HTMLCanvasElement, from: HTMLCanvasElement) {
  over.width = from.width;
  over.height = from.height;
  over.getContext('2d')?.drawImage(from, 0, 0);
  over.animate([{ opacity: 1 }, { opacity: 0 }], { duration: FADE_MS, fill: 'forwards' });
}

/** The moment of a phase that shows it best: its middle, or the end of a descent, when it has left the clouds. */
function getPhaseStill({ phases, lookAt }: RehearsalFlightSimulation, index: number): FlightMoment {
  const { phase, from, to } = phases[index]!;
  const share = phase === 'descent' ? 0.85 : 0.5;
  return lookAt(from + (to - from) * share);
}

/** Creates the renderer; null, and logged, where the device's driver refuses its shaders. */
export function openRenderer(canvas: HTMLCanvasElement, dose: RehearsalDose, seed: string) {
  try {
    return createRehearsalRenderer(canvas, dose, seed);
  } catch (error) {
    logError('A rehearsal cannot be drawn on this device', error);
    return null;
  }
}

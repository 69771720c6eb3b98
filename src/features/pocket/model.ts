import type { SessionForm } from '#shared/rules/script-timing.ts';
import type { NarrationMode } from '#web/features/narration/engine/voice.ts';

/** When a phone is likely to be put away in the dark, in hours of the device's clock. */
const NIGHT_FROM = 21;
const NIGHT_UNTIL = 6;

/** How long a finger has to rest to leave pocket mode, in milliseconds. */
export const LONG_PRESS_MS = 1_200;
/** A finger that moves further is a touch of the pocket, in CSS pixels. */
const MAX_MOVE_PX = 24;

/**
 * Returns how a session goes on when the phone is locked, as a narration mode: a `recording` goes on, a `device` voice
 * stops with the screen, and with `captions`, or the device voice switched off, only the ambience goes on.
 */
export function getNarrationModeOnPhoneLock(mode: NarrationMode, voiceOn: boolean): NarrationMode {
  return mode === 'device' && !voiceOn ? 'captions' : mode;
}

/** Returns whether it is night by the device's clock: from 21 to 6 o'clock. */
export function isNightOnDevice(at: Date): boolean {
  return at.getHours() >= NIGHT_FROM || at.getHours() < NIGHT_UNTIL;
}

/**
 * Returns whether the player explains what locking the phone does as soon as play is pressed: at night, on the day of a
 * flight, and for sessions made for the seat.
 */
export function isPhoneLockNoticeDue(where: {
  at: Date;
  isFlightDay: boolean;
  form: SessionForm;
}): boolean {
  return isNightOnDevice(where.at) || where.isFlightDay || where.form === 'seat';
}

/** Where a finger touches the screen, in CSS pixels. */
interface Touch {
  pointerId: number;
  clientX: number;
  clientY: number;
}

/**
 * Creates a recogniser of a long press by one finger, which tells it from accidental touches in a pocket. Calls
 * `onHeld` after `LONG_PRESS_MS`, unless a second finger touches, the finger moves by more than 24 px, or `release` is called.
 */
export function createLongPressRecogniser(
  schedule: (ms: number, callback: () => void) => () => void,
  onHeld: () => void,
) {
  let held: Touch | null = null;
  let cancel = () => {};
  const release = () => {
    held = null;
    cancel();
  };
  return {
    /** Returns whether it is being held now: a second finger breaks it off. */
    press: (touch: Touch): boolean => {
      const isSecond = held !== null;
      release();
      if (isSecond) return false;
      held = touch;
      cancel = schedule(LONG_PRESS_MS, () => {
        release();
        onHeld();
      });
      return true;
    },
    /** Returns whether it is still being held. */
    move: ({ clientX, clientY }: Touch): boolean => {
      if (held && Math.hypot(clientX - held.clientX, clientY - held.clientY) > MAX_MOVE_PX)
        release();
      return held !== null;
    },
    release,
  };
}

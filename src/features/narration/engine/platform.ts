import type { Language } from '#shared/rules/languages.ts';
import { getPlayableRecordingUrl } from '#web/features/downloads/store.ts';
import { getAudioElement, schedule } from '#web/features/soundscape/engine/audio-elements.ts';
import { createSoundscape, type Soundscape } from '#web/features/soundscape/engine/soundscape.ts';
import { canVibrate } from '#web/lib/device-hardware.ts';
import { type DeviceVoice, watchForDeviceVoice } from './device-voice.ts';
import { openRecording, type RecordingPlayer, type RecordingCallbacks } from './recording.ts';

/** What the player needs from the platform; tests pass their own. */
export interface PlayerPlatform {
  now: () => number;
  /** Calls back once after so many milliseconds, on a locked phone as long as a sound plays; returns a function that cancels. */
  schedule: (ms: number, callback: () => void) => () => void;
  sound: Soundscape;
  openRecording: (url: string, durationMs: number, events: RecordingCallbacks) => RecordingPlayer;
  findDeviceVoice: (
    language: Language,
    found: (voice: DeviceVoice) => void,
    chosen: string | null,
  ) => () => void;
  /** Vibrates on a change of breath, where the device can. */
  vibrate: (way: 'in' | 'out') => void;
  /** Whether a person can be expected to see that the session waits for them. */
  isAttended: () => boolean;
  /** Whether the page is on the screen; a device voice may stop where it is not, as on a locked phone. */
  isShown: () => boolean;
}

/** Vibration of a breath in milliseconds: short for in, long for out. */
const VIBRATION_MS = { in: 40, out: 110 };

/** Vibrates for a breath, where the device can. */
export function vibrateForBreath(phase: 'in' | 'out'): void {
  if (canVibrate()) navigator.vibrate(VIBRATION_MS[phase]);
}

/** Creates the browser's `PlayerPlatform`, through which the player uses sound, speech and time. */
export function createBrowserPlatform({
  vibrate,
  isAttended,
}: Pick<PlayerPlatform, 'vibrate' | 'isAttended'>): PlayerPlatform {
  const now = () => performance.now();
  return {
    now,
    schedule,
    sound: createSoundscape(() => getAudioElement('ambience'), { now, schedule }),
    openRecording: (url, durationMs, events) =>
      openRecording(getPlayableRecordingUrl(url), durationMs, events, getAudioElement('narration')),
    findDeviceVoice: (language, found, chosen) =>
      watchForDeviceVoice(language, found, globalThis.speechSynthesis, chosen),
    vibrate,
    isAttended,
    isShown: () => document.visibilityState === 'visible',
  };
}

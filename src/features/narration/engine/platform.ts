import type { Language } from '#shared/rules/languages.ts';
import { getRecordingUrl } from '#web/features/downloads/store.ts';
import { createSoundscape, type Soundscape } from '#web/features/soundscape/engine/soundscape.ts';
import { type DeviceVoice, findDeviceVoice } from './device-voice.ts';
import { openRecording, type Recording, type RecordingEvents } from './recording.ts';

/** What the player needs from the platform; tests pass their own. */
export interface Platform {
  now: () => number;
  /** Calls back once after so many milliseconds; returns a function that cancels. */
  schedule: (ms: number, callback: () => void) => () => void;
  sound: Soundscape;
  openRecording: (url: string, durationMs: number, events: RecordingEvents) => Recording;
  findDeviceVoice: (
    language: Language,
    found: (voice: DeviceVoice) => void,
    chosen: string | null,
  ) => () => void;
  /** Vibrates on a change of breath, where the device can. */
  vibrate: (way: 'in' | 'out') => void;
  /** Whether somebody can be expected to see that the session waits for them. */
  isAttended: () => boolean;
}
/** Creates the Platform of the browser. */
export function createBrowserPlatform({
  vibrate,
  isAttended,
}: Pick<Platform, 'vibrate' | 'isAttended'>): Platform {
  return {
    now: () => performance.now(),
    schedule: (ms, callback) => {
      const timer = setTimeout(callback, ms);
      return () => clearTimeout(timer);
    },
    sound: createSoundscape(),
    openRecording: (url, ...rest) => openRecording(getRecordingUrl(url), ...rest),
    findDeviceVoice: (language, found, chosen) =>
      findDeviceVoice(language, found, globalThis.speechSynthesis, chosen),
    vibrate,
    isAttended,
  };
}

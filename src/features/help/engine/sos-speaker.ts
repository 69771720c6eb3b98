import type { Language } from '#shared/rules/languages.ts';
import {
  type DeviceVoice,
  watchForDeviceVoice,
} from '#web/features/narration/engine/device-voice.ts';
import { createBrownNoise } from '#web/features/soundscape/engine/noise.ts';
import { claimPlaybackAudioSession } from '#web/lib/audio-session.ts';

/** What lies under the voice: hardly to be heard. */
const HUSH_GAIN = 0.02;
const HUSH_S = 4;
const ignore = () => {};
const SILENT_EVENTS = { start: ignore, end: ignore, fail: ignore };

/** What speaks the lines of a piece: the device's own voice over a very low hush. */
export interface SosSpeaker {
  hasVoice: () => boolean;
  speak: (text: string) => void;
  stop: () => void;
  dispose: () => void;
}

/** Creates the sound of “Help me now”; nothing is heard before `speak`, which needs a press. */
export function createSosSpeaker(language: Language): SosSpeaker {
  let voice: DeviceVoice | null = null;
  const stopLooking = watchForDeviceVoice(language, (found) => (voice = found));
  let endHush: (() => void) | null = null;
  return {
    hasVoice: () => voice !== null,
    speak: (text) => {
      if (!voice) return;
      endHush ??= startHush();
      voice.speak(text, SILENT_EVENTS);
    },
    stop: () => {
      voice?.cancel();
      endHush?.();
      endHush = null;
    },
    dispose: stopLooking,
  };
}

/** Starts the hush; returns what ends it. Nothing where the device has no audio. */
function startHush(): () => void {
  const endPlayback = claimPlaybackAudioSession();
  try {
    const context = new AudioContext();
    const buffer = context.createBuffer(1, HUSH_S * context.sampleRate, context.sampleRate);
    buffer.copyToChannel(createBrownNoise(buffer.length, 1), 0);
    const source = new AudioBufferSourceNode(context, { buffer, loop: true });
    const gain = new GainNode(context, { gain: 0 });
    gain.gain.linearRampToValueAtTime(HUSH_GAIN, context.currentTime + 2);
    source.connect(gain).connect(context.destination);
    source.start();
    return () => {
      endPlayback();
      void context.close().catch(() => {});
    };
  } catch {
    return endPlayback;
  }
}

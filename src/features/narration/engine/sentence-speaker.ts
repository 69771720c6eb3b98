import type { SayCue } from '#shared/rules/script.ts';
import type { PlayableScript } from '../model.ts';
import type { DeviceVoice } from './device-voice.ts';
import { createVoicePaceTracker } from './pacing.ts';
import type { PlayerPlatform } from './platform.ts';

/** A sentence to be spoken from a position in its cue. */
interface Sentence {
  index: number;
  cue: SayCue;
  /** How much of the cue is over, in milliseconds. */
  into: number;
  /** What is left of its text. */
  text: string;
}

interface SpeakerListeners {
  onEnd: (index: number) => void;
  /** A sentence took too long, and was stopped. */
  onTimeout: (index: number) => void;
  /** The voice failed, or several sentences in a row were not heard. */
  onSilence: () => void;
  /** The device stopped the voice, as for a phone call or with its screen. */
  onInterrupted: () => void;
}

/** How long a sentence may overrun its cue, besides three quarters of the cue's length, in milliseconds. */
const MAX_OVERRUN_MS = 4_000;
/** A timer that rings later than this was held back with the page, in milliseconds. */
const MAX_TIMER_DELAY_MS = 5_000;
/** After this many silent sentences in a row the voice counts as lost. */
const MAX_SILENT_SENTENCES = 2;

/** Creates what speaks single sentences by the device's voice, at the pace of their cues, and notices what is not heard. */
export function createSentenceSpeaker(
  cues: PlayableScript['cues'],
  platform: PlayerPlatform,
  listeners: SpeakerListeners,
) {
  const fit = createVoicePaceTracker(cues);
  let silentSentences = 0;
  let cancelTimeout = () => {};

  function limitTime(ms: number, stop: () => void): void {
    cancelTimeout();
    const until = platform.now() + ms;
    cancelTimeout = platform.schedule(ms, () => {
      // A locked phone stops a voice, or the page with it.
      const wasFrozen = platform.now() - until > MAX_TIMER_DELAY_MS;
      if (wasFrozen || !platform.isShown()) listeners.onInterrupted();
      else stop();
    });
  }

  return {
    speak: (voice: DeviceVoice, { index, cue, into, text }: Sentence, speed: number): void => {
      let heardAt: number | null = null;
      limitTime((cue.duration * 1.75 - into) / speed + MAX_OVERRUN_MS, () => {
        voice.cancel();
        silentSentences = heardAt === null ? silentSentences + 1 : 0;
        if (silentSentences >= MAX_SILENT_SENTENCES) listeners.onSilence();
        else listeners.onTimeout(index);
      });
      const events = {
        start: () => {
          heardAt ??= platform.now();
          silentSentences = 0;
        },
        end: () => {
          if (heardAt !== null && text === cue.text)
            fit.measure(index, platform.now() - heardAt, speed);
          listeners.onEnd(index);
        },
        fail: listeners.onSilence,
      };
      voice.speak(text, events, speed * fit.get());
    },
    stop: (): void => cancelTimeout(),
    /** Forgets the pace that was measured, for another voice. */
    forgetPace: (): void => fit.reset(),
  };
}

import type { ScriptSound } from '#shared/rules/script-timing.ts';
import { claimPlaybackAudioSession } from '#web/lib/audio-session.ts';
import { createLimiter, rampGain } from './nodes.ts';
import { type SoundMaker, startFlightSound } from './flight-sounds.ts';

const FADE_S = 0.8;
const LOUDNESS = 0.45;

/**
 * Creates a player of the sounds of a flight, for the exposure ladder and the flight companion, synthesised by Web Audio: one at a time, each
 * until `stop`.
 */
export function createFlightSoundPlayer(open: () => AudioContext = () => new AudioContext()) {
  let playing: AudioContext | null = null;
  let endPlayback = () => {};
  const stop = () => {
    endPlayback();
    const context = playing;
    playing = null;
    // Closing stops all sound; it fails if the audio device is already gone.
    void context?.close().catch(() => {});
  };
  return {
    stop,
    /** Must be called from a user gesture. Silent where the device has no audio. */
    play: (sound: ScriptSound | SoundMaker) => {
      stop();
      endPlayback = claimPlaybackAudioSession();
      let context: AudioContext;
      try {
        context = open();
      } catch {
        return;
      }
      playing = context;
      const out = new GainNode(context, { gain: 0 });
      out.connect(context.destination);
      startFlightSound(context, sound).out.connect(createLimiter(context)).connect(out);
      rampGain(context, out.gain, LOUDNESS, FADE_S);
      void context.resume().catch(() => {});
    },
  };
}

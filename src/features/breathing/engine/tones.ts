import type { BreathPhaseName } from '#shared/rules/breathing.ts';
import { claimPlaybackAudioSession } from '#web/lib/audio-session.ts';

/** Soft tones that mark each phase of a breath, for practising with closed eyes. */
export interface BreathTones {
  /** Plays a tone for the duration of one phase, replacing the tone before it. */
  play: (step: BreathPhaseName, seconds: number) => void;
  dispose: () => void;
}

/** Start and end pitch of each phase in hertz: rising to breathe in, falling to breathe out, constant to hold. */
const PITCH_RANGE_HZ: Record<BreathPhaseName, readonly [number, number]> = {
  in: [196, 293.66],
  in_again: [293.66, 329.63],
  hold_in: [293.66, 293.66],
  out: [293.66, 196],
  hold_out: [196, 196],
};
const LOUDNESS: Record<BreathPhaseName, number> = {
  in: 0.11,
  in_again: 0.11,
  hold_in: 0.022,
  out: 0.11,
  hold_out: 0.012,
};
const FADE_S = 0.35;

/**
 * Creates the tones that accompany a breathing exercise, by Web Audio, without a download. Must be called from a user
 * gesture, or browsers keep them silent; they are silent too where there is no audio.
 */
export function createBreathTones(
  open: () => AudioContext = () => new AudioContext(),
): BreathTones {
  let context: AudioContext | null = null;
  let quiet: (() => void) | null = null;
  const endPlayback = claimPlaybackAudioSession();
  try {
    context = open();
    void context.resume().catch(() => {});
  } catch {
    // No sound on this device: the light goes on.
  }
  return {
    play: (step, seconds) => {
      quiet?.();
      quiet = context && playGlide(context, step, seconds);
    },
    dispose: () => {
      quiet?.();
      endPlayback();
      const closing = context;
      context = null;
      // Where it cannot be closed, the sound is gone already.
      setTimeout(() => void closing?.close().catch(() => {}), FADE_S * 1000 + 100);
    },
  };
}

function playGlide(context: AudioContext, step: BreathPhaseName, seconds: number): () => void {
  const at = context.currentTime;
  const [from, to] = PITCH_RANGE_HZ[step];
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(LOUDNESS[step], at + Math.min(FADE_S * 2, seconds / 2));
  gain.connect(context.destination);
  // Adds the octave above, much quieter: small loudspeakers hardly reproduce the note itself.
  const voices = [1, 2].map((ratio) => {
    const voice = new OscillatorNode(context, { frequency: from * ratio });
    voice.frequency.setValueAtTime(from * ratio, at);
    voice.frequency.linearRampToValueAtTime(to * ratio, at + seconds);
    const share = new GainNode(context, { gain: ratio === 1 ? 1 : 0.12 });
    voice.connect(share).connect(gain);
    voice.start(at);
    return voice;
  });
  return () => {
    const now = context.currentTime;
    gain.gain.cancelScheduledValues(now);
    gain.gain.setTargetAtTime(0, now, FADE_S / 3);
    for (const voice of voices) voice.stop(now + FADE_S * 2);
    voices[0]?.addEventListener('ended', () => gain.disconnect());
  };
}

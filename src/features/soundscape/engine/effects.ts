import type { ScriptSound } from '#shared/rules/script.ts';
import { createLimiter, rampGain } from './nodes.ts';
import { startFlightSound, type PlayingSound } from './flight-sounds.ts';

/** A sound to play for a time, entered some way in; both in milliseconds. */
export interface SoundEffect {
  name: ScriptSound;
  into: number;
  duration: number;
  /** Whether another sound begins where this one ends: they fade over into each other, with no gap. */
  leadsOn: boolean;
}

const FADE_IN_S = 0.8;
const FADE_OUT_S = 1.2;
/** How soon a sound that is broken off is silent. */
const BREAK_OFF_S = 0.4;

/**
 * Creates a player of a script's sounds, through a limiter. Each ends by itself; starting one breaks off the one
 * before.
 */
export function createEffectPlayer(context: BaseAudioContext, destination: AudioNode) {
  let playing: PlayingSound | null = null;
  const limiter = createLimiter(context);
  limiter.connect(destination);

  const end = (scene: PlayingSound) => {
    rampGain(context, scene.out.gain, 0, BREAK_OFF_S);
    setTimeout(scene.stop, BREAK_OFF_S * 1000 + 200);
  };
  return {
    /** Plays a sound for the rest of its time; null, or another one, breaks off what plays. */
    play: (effect: SoundEffect | null) => {
      const fadeIn = playing ? BREAK_OFF_S : FADE_IN_S;
      if (playing) end(playing);
      playing = null;
      if (!effect) return;
      const leftS = (effect.duration - effect.into) / 1000;
      if (leftS <= 0) return;
      playing = startFlightSound(context, effect.name, effect.into / 1000);
      const { gain } = playing.out;
      const now = context.currentTime;
      const fadeOutAt = now + Math.max(0, leftS - FADE_OUT_S);
      gain.setValueAtTime(0, now);
      gain.linearRampToValueAtTime(1, Math.min(now + fadeIn, fadeOutAt));
      playing.out.connect(limiter);
      if (effect.leadsOn) return;
      gain.setValueAtTime(1, fadeOutAt);
      gain.linearRampToValueAtTime(0, now + leftS);
    },
  };
}

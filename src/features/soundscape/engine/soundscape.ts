import { claimPlaybackAudioSession } from '#web/lib/audio-session.ts';
import type { AmbienceName } from '#shared/rules/script.ts';
import { createAmbiencePlayer, getSilence } from './ambience.ts';
import { playBreathTone, playChime } from './chime.ts';
import type { createEffectPlayer, SoundEffect } from './effects.ts';
import type { RampClock } from './stepped-level-ramp.ts';
import { rampGain } from './nodes.ts';

/** All sound except the voice. */
export interface Soundscape {
  /** Opens the device's sound, which takes a while, so that the first press need not wait for it. Nothing is heard. */
  prepare: () => void;
  /** Starts the sound; the first call must come from a user gesture. */
  start: () => void;
  /** Fades out and suspends the audio context. */
  stop: () => void;
  ambience: (name: AmbienceName) => void;
  /** Plays a sound over the ambience until its time is over; null breaks it off. */
  effect: (effect: SoundEffect | null) => void;
  /** Volume of the ambience and of the sounds, 0 to 1; the voice is not affected. */
  volume: (level: number) => void;
  tones: (on: boolean) => void;
  /** Volume of everything, 0 to 1, for the sleep timer's fade. */
  setMasterVolume: (level: number) => void;
  chime: () => void;
  breath: (way: 'in' | 'out') => void;
  /** Calls back when the device stops the sound, as for a phone call; returns a function that ends that. */
  onInterrupted: (tell: () => void) => () => void;
  dispose: () => void;
}

const FADE_OUT_S = 0.7;
const MAX_BED_GAIN = 0.5;
/** Sounds are what a session is about where it plays them, and stand well above the ambience. */
const MAX_EFFECT_GAIN = 0.9;

/**
 * Creates a soundscape: the ambience in an audio element; chimes, breaths and effects by an audio context that is
 * opened at the first `start`. Where that fails, these stay silent.
 */
export function createSoundscape(
  getAudio: () => HTMLAudioElement,
  timing: RampClock,
  open: () => AudioContext = () => new AudioContext(),
): Soundscape {
  let ambience: ReturnType<typeof createAmbiencePlayer> | null = null;
  let sound: ReturnType<typeof createAudioGraph> | null = null;
  let refused = false;
  let name: AmbienceName = 'none';
  let level = 0.5;
  let tonesOn = true;
  let faded = 1;
  let sleep: ReturnType<typeof setTimeout> | undefined;
  let playing: SoundEffect | null = null;
  let endPlayback = () => {};
  const interrupted = new Set<() => void>();

  const openAmbience = () => {
    const opened = createAmbiencePlayer(getAudio(), timing, () => {
      for (const tell of interrupted) tell();
    });
    opened.set(name);
    opened.setVolume(toGain(level));
    opened.setMasterVolume(faded);
    return opened;
  };
  const ready = () => {
    if (sound || refused) return sound;
    try {
      sound = createAudioGraph(open());
    } catch {
      refused = true;
    }
    return sound;
  };
  /** Loads the sounds, which few sessions play, at the first one; it then begins as far in as it would be by now. */
  const playEffect = async (effect: SoundEffect) => {
    const begun = timing.now();
    const { createEffectPlayer } = await import('./effects.ts');
    if (!sound || effect !== playing) return;
    sound.effects ??= createEffectPlayer(sound.context, sound.effectVolume);
    sound.effects.play({ ...effect, into: effect.into + timing.now() - begun });
  };
  return {
    prepare: () => {
      ready();
      getSilence();
    },
    start: () => {
      clearTimeout(sleep);
      endPlayback = claimPlaybackAudioSession();
      ambience ??= openAmbience();
      ambience.start();
      const graph = ready();
      if (!graph) return;
      const { context, master } = graph;
      // What a browser refuses, or has closed, is silent; the session goes on in words.
      void context.resume().catch(() => {});
      graph.effectVolume.gain.value = toEffectGain(level);
      rampGain(context, master.gain, faded, 0.4);
    },
    stop: () => {
      ambience?.stop();
      if (!sound) return;
      const { context, master } = sound;
      playing = null;
      sound.effects?.play(null);
      rampGain(context, master.gain, 0, FADE_OUT_S);
      clearTimeout(sleep);
      sleep = setTimeout(() => void context.suspend().catch(() => {}), FADE_OUT_S * 1000 + 100);
    },
    ambience: (next) => {
      name = next;
      ambience?.set(next);
    },
    effect: (effect) => {
      playing = effect;
      if (!effect) sound?.effects?.play(null);
      // Without the network, and never loaded before, the session goes on in words.
      else playEffect(effect).catch(() => {});
    },
    volume: (next) => {
      level = next;
      ambience?.setVolume(toGain(next));
      if (!sound) return;
      rampGain(sound.context, sound.effectVolume.gain, toEffectGain(next), 0.15);
    },
    tones: (on) => {
      tonesOn = on;
    },
    setMasterVolume: (level) => {
      faded = level;
      ambience?.setMasterVolume(level);
      if (sound) rampGain(sound.context, sound.master.gain, level, 1);
    },
    chime: () => sound && tonesOn && playChime(sound.context, sound.master),
    breath: (way) => sound && tonesOn && playBreathTone(sound.context, sound.master, way),
    onInterrupted: (tell) => {
      interrupted.add(tell);
      return () => void interrupted.delete(tell);
    },
    dispose: () => {
      clearTimeout(sleep);
      endPlayback();
      ambience?.dispose();
      ambience = null;
      void sound?.context.close().catch(() => {});
      sound = null;
    },
  };
}

function createAudioGraph(context: AudioContext) {
  const master = new GainNode(context, { gain: 0 });
  master.connect(context.destination);
  const effectVolume = new GainNode(context, { gain: 0 });
  effectVolume.connect(master);
  return {
    context,
    master,
    effectVolume,
    effects: null as ReturnType<typeof createEffectPlayer> | null,
  };
}

/** Maps the slider to a gain, because loudness is perceived logarithmically. */
function toGain(level: number): number {
  return MAX_BED_GAIN * level ** 2;
}

/** Sounds follow the slider evenly: at half of it they can still be made out over a voice. */
function toEffectGain(level: number): number {
  return MAX_EFFECT_GAIN * level;
}

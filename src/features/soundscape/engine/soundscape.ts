import type { AmbienceName } from '#shared/rules/script.ts';
import { createAmbience, rampGain } from './ambience.ts';
import { playBreathTone, playChime } from './chime.ts';
import { createEffects, type Effect } from './effects.ts';

/** All sound except the voice. */
export interface Soundscape {
  /** Starts the sound; the first call must come from a user gesture. */
  start: () => void;
  /** Fades out and suspends the audio context. */
  stop: () => void;
  ambience: (name: AmbienceName) => void;
  /** Plays a sound over the ambience until its time is over; null breaks it off. */
  effect: (effect: Effect | null) => void;
  /** Volume of the ambience and of the sounds, 0 to 1; the voice is not affected. */
  volume: (level: number) => void;
  tones: (on: boolean) => void;
  /** Volume of everything, 0 to 1, for the sleep timer's fade. */
  fade: (level: number) => void;
  chime: () => void;
  breath: (way: 'in' | 'out') => void;
  dispose: () => void;
}

const FADE_OUT_S = 0.7;
const MAX_BED_GAIN = 0.5;
/** Sounds are what a session is about where it plays them, and stand well above the ambience. */
const MAX_EFFECT_GAIN = 0.9;

/** Creates a soundscape that opens the audio context at the first `start`; silent where that fails. */
export function createSoundscape(open: () => AudioContext = () => new AudioContext()): Soundscape {
  let sound: ReturnType<typeof createAudioGraph> | null = null;
  let refused = false;
  let name: AmbienceName = 'none';
  let level = 0.5;
  let tonesOn = true;
  let faded = 1;
  let sleep: ReturnType<typeof setTimeout> | undefined;

  const ready = () => {
    if (sound || refused) return sound;
    try {
      sound = createAudioGraph(open());
    } catch {
      refused = true;
    }
    return sound;
  };
  return {
    start: () => {
      clearTimeout(sleep);
      const graph = ready();
      if (!graph) return;
      const { context, master } = graph;
      void context.resume().catch(() => {});
      graph.bedVolume.gain.value = toGain(level);
      graph.effectVolume.gain.value = toEffectGain(level);
      graph.ambience.set(name);
      rampGain(context, master.gain, faded, 0.4);
    },
    stop: () => {
      if (!sound) return;
      const { context, master, effects } = sound;
      effects.play(null);
      rampGain(context, master.gain, 0, FADE_OUT_S);
      clearTimeout(sleep);
      sleep = setTimeout(() => void context.suspend().catch(() => {}), FADE_OUT_S * 1000 + 100);
    },
    ambience: (next) => {
      name = next;
      sound?.ambience.set(next);
    },
    effect: (effect) => sound?.effects.play(effect),
    volume: (next) => {
      level = next;
      if (!sound) return;
      rampGain(sound.context, sound.bedVolume.gain, toGain(next), 0.15);
      rampGain(sound.context, sound.effectVolume.gain, toEffectGain(next), 0.15);
    },
    tones: (on) => {
      tonesOn = on;
    },
    fade: (level) => {
      faded = level;
      if (sound) rampGain(sound.context, sound.master.gain, level, 1);
    },
    chime: () => sound && tonesOn && playChime(sound.context, sound.master),
    breath: (way) => sound && tonesOn && playBreathTone(sound.context, sound.master, way),
    dispose: () => {
      clearTimeout(sleep);
      void sound?.context.close().catch(() => {});
      sound = null;
    },
  };
}

function createAudioGraph(context: AudioContext) {
  const master = new GainNode(context, { gain: 0 });
  const bedVolume = new GainNode(context, { gain: 0 });
  master.connect(context.destination);
  const effectVolume = new GainNode(context, { gain: 0 });
  bedVolume.connect(master);
  effectVolume.connect(master);
  return {
    context,
    master,
    bedVolume,
    effectVolume,
    ambience: createAmbience(context, bedVolume),
    effects: createEffects(context, effectVolume),
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

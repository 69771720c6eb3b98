import type { AmbienceName } from '#shared/rules/script.ts';
import { createAmbience, glide } from './engine/ambience.ts';
import { breathTone, chime } from './engine/chime.ts';

/** Everything that sounds and is not a voice. */
export interface Soundscape {
  /** Begins to sound; the first time it must follow a press, or browsers keep it silent. */
  start: () => void;
  /** Fades out and sleeps. */
  stop: () => void;
  ambience: (name: AmbienceName) => void;
  /** 0 silent to 1 full; the voice keeps its own loudness. */
  volume: (level: number) => void;
  tones: (on: boolean) => void;
  /** Everything together, 0 to 1, as when falling asleep. */
  fade: (level: number) => void;
  chime: () => void;
  breath: (way: 'in' | 'out') => void;
  dispose: () => void;
}

const FADE_OUT_S = 0.7;
const FULL = 0.5;

/** Opens the device's sound at the first `start`; where there is none, the session is silent and goes on. */
export function createSoundscape(open: () => AudioContext = () => new AudioContext()): Soundscape {
  let sound: ReturnType<typeof build> | null = null;
  let refused = false;
  let name: AmbienceName = 'none';
  let level = 0.5;
  let tonesOn = true;
  let faded = 1;
  let sleep: ReturnType<typeof setTimeout> | undefined;

  const ready = () => {
    if (sound || refused) return sound;
    try {
      sound = build(open());
    } catch {
      refused = true;
    }
    return sound;
  };
  return {
    start: () => {
      clearTimeout(sleep);
      const { context, master, bedVolume, ambience } = ready() ?? {};
      if (!context || !master || !bedVolume) return;
      void context.resume().catch(() => {});
      bedVolume.gain.value = loudness(level);
      ambience?.set(name);
      glide(context, master.gain, faded, 0.4);
    },
    stop: () => {
      if (!sound) return;
      const { context, master } = sound;
      glide(context, master.gain, 0, FADE_OUT_S);
      clearTimeout(sleep);
      sleep = setTimeout(() => void context.suspend().catch(() => {}), FADE_OUT_S * 1000 + 100);
    },
    ambience: (next) => {
      name = next;
      sound?.ambience.set(next);
    },
    volume: (next) => {
      level = next;
      if (sound) glide(sound.context, sound.bedVolume.gain, loudness(next), 0.15);
    },
    tones: (on) => {
      tonesOn = on;
    },
    fade: (level) => {
      faded = level;
      if (sound) glide(sound.context, sound.master.gain, level, 1);
    },
    chime: () => sound && tonesOn && chime(sound.context, sound.master),
    breath: (way) => sound && tonesOn && breathTone(sound.context, sound.master, way),
    dispose: () => {
      clearTimeout(sleep);
      void sound?.context.close().catch(() => {});
      sound = null;
    },
  };
}

function build(context: AudioContext) {
  const master = new GainNode(context, { gain: 0 });
  const bedVolume = new GainNode(context, { gain: 0 });
  master.connect(context.destination);
  bedVolume.connect(master);
  return { context, master, bedVolume, ambience: createAmbience(context, bedVolume) };
}

/** Ears hear ratios: half of the slider should sound half as loud. */
function loudness(level: number): number {
  return FULL * level ** 2;
}

export { createExposureSound } from './engine/exposure.ts';

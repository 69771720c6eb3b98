import type { AmbienceName } from '#shared/rules/script.ts';
import { createSteppedLevelRamp, type RampClock } from './stepped-level-ramp.ts';
import { encodeWav, type AudioSamples } from './wav.ts';

type Bed = Exclude<AmbienceName, 'none'>;

const FADE_MS = 1_500;
const START_MS = 400;
const STOP_MS = 700;
/** How soon the loop follows a slider on a device that fixes the volume, in milliseconds. */
const ENCODE_AFTER_MS = 250;
const SILENCE_RATE = 8_000;
/** Media keys and the lock screen know a sound from 5 s on. */
const SILENCE_S = 6;

let silence: Blob | undefined;

/** Returns a file of silence, encoded once: before the first press, which would wait for it. */
export const getSilence = (): Blob =>
  (silence ??= encodeWav({
    rate: SILENCE_RATE,
    channels: [new Float32Array(SILENCE_S * SILENCE_RATE)],
  }));

const rendered = new Map<Bed, Promise<AudioSamples>>();

/** Renders a background sound once as long as the page is open; forgets a failure, so that the next start tries again. */
function loadBed(name: Bed): Promise<AudioSamples> {
  const known = rendered.get(name);
  if (known) return known;
  const samples = import('./render-ambience.ts').then((m) => m.renderAmbience(name));
  samples.catch(() => rendered.delete(name));
  rendered.set(name, samples);
  return samples;
}

/** iPhones leave the volume to their buttons. */
function isVolumeFixed(audio: HTMLAudioElement): boolean {
  const before = audio.volume;
  audio.volume = 0.5;
  const isFixed = audio.volume !== 0.5;
  audio.volume = before;
  return isFixed;
}

/**
 * Creates the player of a session's background sound in an audio element, which goes on while the phone is locked. The
 * sound is a loop rendered on the device, so that it needs no download. Without a sound, or at volume 0, it plays
 * silence, so that the lock screen keeps its buttons and interruptions are noticed.
 */
export function createAmbiencePlayer(
  audio: HTMLAudioElement,
  timing: RampClock,
  /** Called when something else than `stop` stops it: a phone call, headphones that were pulled out, the lock screen. */
  onInterrupted: () => void,
  load: (name: Bed) => Promise<AudioSamples> = loadBed,
) {
  let name: AmbienceName = 'none';
  let playing = false;
  let volume = 0;
  let fade = 1;
  /** What the element holds. */
  let loaded = '';
  let url = '';
  const listening = new AbortController();
  const glide = createSteppedLevelRamp(timing, (level) => {
    audio.volume = level;
  });
  let cancelEncoding = () => {};
  let fixed: boolean | null = null;

  /** What is to be heard, and the gain that the loop itself has to bring. */
  const getWanted = () => {
    const bed = volume > 0 ? name : 'none';
    fixed ??= isVolumeFixed(audio);
    const gain = fixed ? volume : 1;
    return { bed, gain, key: bed === 'none' ? bed : `${bed} ${gain}` };
  };
  const put = (key: string, file: Blob) => {
    URL.revokeObjectURL(url);
    url = URL.createObjectURL(file);
    loaded = key;
    audio.loop = true;
    audio.src = url;
    // What refuses to play, such as a browser without a press, stays silent; the session goes on.
    if (playing) audio.play().catch(() => {});
  };
  const update = async () => {
    const { bed, gain, key } = getWanted();
    if (!playing) return;
    if (key === loaded) return glide.to(volume * fade, START_MS);
    const isSilent = loaded === 'none';
    const samples = bed === 'none' ? null : await load(bed);
    if (!playing || getWanted().key !== key || key === loaded) return;
    glide.to(0, isSilent ? 0 : FADE_MS, () => {
      put(key, samples ? encodeWav(samples, gain) : getSilence());
      glide.to(volume * fade, FADE_MS);
    });
  };
  // Where a loop can't be rendered, the silence before it plays on.
  const change = () => void update().catch(() => {});

  audio.addEventListener(
    'pause',
    () => {
      // Tells of what `stop` paused before it was started again, too.
      if (!playing || !audio.paused) return;
      playing = false;
      onInterrupted();
    },
    { signal: listening.signal },
  );

  return {
    /** Starts or goes on; the first call must come from a press. */
    start: () => {
      playing = true;
      glide.end();
      if (loaded === '') put('none', getSilence());
      // As in `put`.
      else audio.play().catch(() => {});
      change();
    },
    stop: () => {
      playing = false;
      cancelEncoding();
      glide.to(0, STOP_MS, () => audio.pause());
    },
    /** Fades over to another sound; the same one again does nothing. */
    set: (next: AmbienceName) => {
      if (next === name) return;
      name = next;
      change();
    },
    setVolume: (next: number) => {
      if (next === volume) return;
      volume = next;
      cancelEncoding();
      if (fixed) cancelEncoding = timing.schedule(ENCODE_AFTER_MS, change);
      else change();
    },
    setMasterVolume: (next: number) => {
      fade = next;
      change();
    },
    dispose: () => {
      playing = false;
      listening.abort();
      glide.end();
      cancelEncoding();
      audio.pause();
      audio.removeAttribute('src');
      audio.load();
      URL.revokeObjectURL(url);
    },
  };
}

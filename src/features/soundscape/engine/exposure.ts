import type { Sound } from '#shared/rules/ladder.ts';
import { connectThrough, createFilter, rampGain, createNoiseLoop, createTone } from './ambience.ts';

const FADE_S = 0.8;
const LOUDNESS = 0.8;
/** For how long a scheduled sound repeats, in seconds. */
const MAX_COURSE_S = 600;

interface Scene {
  sources: AudioScheduledSourceNode[];
  parts: GainNode[];
}

/** Creates the player of exposure sounds, made by Web Audio and played one at a time. */
export function createExposureSound(open: () => AudioContext = () => new AudioContext()) {
  let playing: AudioContext | null = null;
  const stop = () => {
    const context = playing;
    playing = null;
    // Closing stops all sound; it fails if the audio device is already gone.
    void context?.close().catch(() => {});
  };
  return {
    stop,
    /** Must be called from a user gesture. Silent where the device has no audio. */
    play: (sound: Sound) => {
      stop();
      let context: AudioContext;
      try {
        context = open();
      } catch {
        return;
      }
      playing = context;
      const out = new GainNode(context, { gain: 0 });
      out.connect(context.destination);
      const { sources, parts } = scenes[sound](context);
      for (const part of parts) part.connect(out);
      for (const source of sources) source.start();
      rampGain(context, out.gain, LOUDNESS, FADE_S);
      void context.resume().catch(() => {});
    },
  };
}

const scenes: Record<Sound, (context: AudioContext) => Scene> = {
  hum: (context) => createCabin(context, 0.62),
  // Idle, the engines rise over twelve seconds, and the climb holds what they reached.
  takeoff: (context) => {
    const { sources, parts } = createCabin(context, 0.2);
    const roar = createNoiseLoop(context, 'brown');
    const low = createFilter(context, 'lowpass', 120);
    const thrust = connectThrough(roar, low, 0.05);
    const whine = createTone(context, 90, 'sawtooth');
    const blade = connectThrough(whine, createFilter(context, 'lowpass', 500), 0.01);
    rampParam(low.frequency, 4, 1100, 12);
    rampParam(thrust.gain, 4, 1.1, 12);
    rampParam(whine.frequency, 4, 240, 12);
    rampParam(blade.gain, 4, 0.05, 12);
    return { sources: [...sources, roar, whine], parts: [...parts, thrust, blade] };
  },
  // Two slow, unsynchronised swells, so that bumps are unpredictable, and what rattles with them.
  shaking: (context) => {
    const { sources, parts } = createCabin(context, 0.5);
    const body = createNoiseLoop(context, 'brown');
    const bumps = connectThrough(body, createFilter(context, 'lowpass', 140), 0.4);
    const loose = createNoiseLoop(context, 'drops');
    const rattle = connectThrough(loose, createFilter(context, 'bandpass', 900, 2), 0.12);
    const swells = [
      addSwell(context, bumps.gain, 1.7, 0.7),
      addSwell(context, bumps.gain, 0.37, 0.6),
      addSwell(context, rattle.gain, 2.3, 0.15),
    ];
    return { sources: [...sources, body, loose, ...swells], parts: [...parts, bumps, rattle] };
  },
  chime: (context) => {
    const { sources, parts } = createCabin(context, 0.4);
    const high = createTone(context, 588);
    const low = createTone(context, 494);
    const [dingOut, dongOut] = [high, low].map((note) =>
      connectThrough(note, createFilter(context, 'lowpass', 1600), 0),
    );
    for (let at = 1.5; at < MAX_COURSE_S; at += 11) {
      scheduleStrike(dingOut!.gain, at);
      scheduleStrike(dongOut!.gain, at + 0.55);
    }
    return { sources: [...sources, high, low], parts: [...parts, dingOut!, dongOut!] };
  },
  // Unintelligible voices: bands of noise in the range of speech, each modulated at its own syllable rate.
  voices: (context) => {
    const { sources, parts } = createCabin(context, 0.25);
    const speakers = [
      [340, 3.1],
      [520, 4.3],
      [760, 3.7],
      [1150, 5.1],
    ].map(([hertz = 0, syllables = 0]) => {
      const breath = createNoiseLoop(context, 'white');
      const voice = connectThrough(breath, createFilter(context, 'bandpass', hertz, 3.5), 0.1);
      return {
        sources: [
          breath,
          addSwell(context, voice.gain, syllables, 0.07),
          addSwell(context, voice.gain, syllables / 9.7, 0.05),
        ],
        voice,
      };
    });
    return {
      sources: [...sources, ...speakers.flatMap((one) => one.sources)],
      parts: [...parts, ...speakers.map(({ voice }) => voice)],
    };
  },
  // The descent, touchdown, eight seconds of braking, and rolling.
  landing: (context) => {
    const { sources, parts } = createCabin(context, 0.35);
    const wheels = createTone(context, 46);
    const thump = connectThrough(wheels, createFilter(context, 'lowpass', 200), 0);
    scheduleStrike(thump.gain, 7, 1.4);
    scheduleStrike(thump.gain, 7.5, 0.9);
    const air = createNoiseLoop(context, 'white');
    const brakes = connectThrough(air, createFilter(context, 'bandpass', 420, 0.6), 0);
    rampParam(brakes.gain, 7.6, 0.5, 1.2);
    rampParam(brakes.gain, 13, 0.02, 6);
    return { sources: [...sources, wheels, air], parts: [...parts, thump, brakes] };
  },
};

/** Creates the noise of hull and engines at a loudness. */
function createCabin(context: AudioContext, loudness: number): Scene {
  const hull = createNoiseLoop(context, 'brown');
  const engine = createTone(context, 82);
  return {
    sources: [hull, engine],
    parts: [
      connectThrough(hull, createFilter(context, 'lowpass', 380), loudness),
      connectThrough(engine, createFilter(context, 'lowpass', 400), loudness * 0.1),
    ],
  };
}

function rampParam(param: AudioParam, at: number, to: number, seconds: number): void {
  param.setTargetAtTime(to, at, seconds / 3);
}

/** Schedules a strike that decays. */
function scheduleStrike(gain: AudioParam, at: number, loudness = 0.25): void {
  gain.setTargetAtTime(loudness, at, 0.01);
  gain.setTargetAtTime(0, at + 0.08, 0.45);
}

/** Modulates a gain by a slow sine wave. */
function addSwell(context: AudioContext, gain: AudioParam, hertz: number, depth: number) {
  const wave = createTone(context, hertz);
  wave.connect(new GainNode(context, { gain: depth })).connect(gain);
  return wave;
}

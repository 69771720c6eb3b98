import type { Sound } from '#shared/rules/ladder.ts';
import { chain, filter, glide, loop, tone } from './ambience.ts';

const FADE_S = 0.8;
const LOUDNESS = 0.8;
/** How long a sound that has a course goes on repeating it, in seconds. */
const LONGEST_S = 600;

interface Scene {
  sources: AudioScheduledSourceNode[];
  parts: GainNode[];
}

/** Sounds of a flight to practise with, made in the browser and played one at a time. */
export function createExposureSound(open: () => AudioContext = () => new AudioContext()) {
  let playing: AudioContext | null = null;
  const stop = () => {
    const context = playing;
    playing = null;
    // Closing ends every sound; a device that is gone has ended them already.
    void context?.close().catch(() => {});
  };
  return {
    stop,
    /** Must follow a press. Where the device has no sound, it stays silent. */
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
      glide(context, out.gain, LOUDNESS, FADE_S);
      void context.resume().catch(() => {});
    },
  };
}

const scenes: Record<Sound, (context: AudioContext) => Scene> = {
  hum: (context) => cabin(context, 0.62),
  // Idle, the engines rise over twelve seconds, and the climb holds what they reached.
  takeoff: (context) => {
    const { sources, parts } = cabin(context, 0.2);
    const roar = loop(context, 'brown');
    const low = filter(context, 'lowpass', 120);
    const thrust = chain(roar, low, 0.05);
    const whine = tone(context, 90, 'sawtooth');
    const blade = chain(whine, filter(context, 'lowpass', 500), 0.01);
    ramp(low.frequency, 4, 1100, 12);
    ramp(thrust.gain, 4, 1.1, 12);
    ramp(whine.frequency, 4, 240, 12);
    ramp(blade.gain, 4, 0.05, 12);
    return { sources: [...sources, roar, whine], parts: [...parts, thrust, blade] };
  },
  // Two slow swells out of step, so that no bump can be foretold, and what rattles with them.
  shaking: (context) => {
    const { sources, parts } = cabin(context, 0.5);
    const body = loop(context, 'brown');
    const bumps = chain(body, filter(context, 'lowpass', 140), 0.4);
    const loose = loop(context, 'drops');
    const rattle = chain(loose, filter(context, 'bandpass', 900, 2), 0.12);
    const swells = [
      swell(context, bumps.gain, 1.7, 0.7),
      swell(context, bumps.gain, 0.37, 0.6),
      swell(context, rattle.gain, 2.3, 0.15),
    ];
    return { sources: [...sources, body, loose, ...swells], parts: [...parts, bumps, rattle] };
  },
  chime: (context) => {
    const { sources, parts } = cabin(context, 0.4);
    const high = tone(context, 588);
    const low = tone(context, 494);
    const [dingOut, dongOut] = [high, low].map((note) =>
      chain(note, filter(context, 'lowpass', 1600), 0),
    );
    for (let at = 1.5; at < LONGEST_S; at += 11) {
      ring(dingOut!.gain, at);
      ring(dongOut!.gain, at + 0.55);
    }
    return { sources: [...sources, high, low], parts: [...parts, dingOut!, dongOut!] };
  },
  // Voices that cannot be made out: bands of noise where speech is, each at the pace of its own syllables.
  voices: (context) => {
    const { sources, parts } = cabin(context, 0.25);
    const speakers = [
      [340, 3.1],
      [520, 4.3],
      [760, 3.7],
      [1150, 5.1],
    ].map(([hertz = 0, syllables = 0]) => {
      const breath = loop(context, 'white');
      const voice = chain(breath, filter(context, 'bandpass', hertz, 3.5), 0.1);
      return {
        sources: [
          breath,
          swell(context, voice.gain, syllables, 0.07),
          swell(context, voice.gain, syllables / 9.7, 0.05),
        ],
        voice,
      };
    });
    return {
      sources: [...sources, ...speakers.flatMap((one) => one.sources)],
      parts: [...parts, ...speakers.map(({ voice }) => voice)],
    };
  },
  // Gliding down, then the wheels, the brakes for eight seconds, and rolling on.
  landing: (context) => {
    const { sources, parts } = cabin(context, 0.35);
    const wheels = tone(context, 46);
    const thump = chain(wheels, filter(context, 'lowpass', 200), 0);
    ring(thump.gain, 7, 1.4);
    ring(thump.gain, 7.5, 0.9);
    const air = loop(context, 'white');
    const brakes = chain(air, filter(context, 'bandpass', 420, 0.6), 0);
    ramp(brakes.gain, 7.6, 0.5, 1.2);
    ramp(brakes.gain, 13, 0.02, 6);
    return { sources: [...sources, wheels, air], parts: [...parts, thump, brakes] };
  },
};

/** The hull and the engines, as loud as asked. */
function cabin(context: AudioContext, loudness: number): Scene {
  const hull = loop(context, 'brown');
  const engine = tone(context, 82);
  return {
    sources: [hull, engine],
    parts: [
      chain(hull, filter(context, 'lowpass', 380), loudness),
      chain(engine, filter(context, 'lowpass', 400), loudness * 0.1),
    ],
  };
}

function ramp(param: AudioParam, at: number, to: number, seconds: number): void {
  param.setTargetAtTime(to, at, seconds / 3);
}

/** Struck at an instant, and dying away. */
function ring(gain: AudioParam, at: number, loudness = 0.25): void {
  gain.setTargetAtTime(loudness, at, 0.01);
  gain.setTargetAtTime(0, at + 0.08, 0.45);
}

/** A slow wave that moves a loudness up and down. */
function swell(context: AudioContext, gain: AudioParam, hertz: number, depth: number) {
  const wave = tone(context, hertz);
  wave.connect(new GainNode(context, { gain: depth })).connect(gain);
  return wave;
}

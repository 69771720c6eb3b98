import type { ScriptSound } from '#shared/rules/script.ts';
import { connectToNewGain, createFilter, createNoiseLoop, createTone } from './nodes.ts';

/** For how long a repeated event of a sound goes on, in seconds. */
const MAX_COURSE_S = 600;

/** The nodes of a sound: what to start, and what to hear. */
interface Scene {
  sources: AudioScheduledSourceNode[];
  parts: GainNode[];
}

/** A sound that plays until it is stopped. */
export interface PlayingSound {
  out: GainNode;
  stop: () => void;
}

/**
 * Starts a sound of a flight (such as engines), synthesised by Web Audio, `intoS` seconds after its beginning. It plays
 * until `stop`; the caller connects `out`.
 */
export function startFlightSound(
  context: BaseAudioContext,
  name: ScriptSound,
  intoS = 0,
): PlayingSound {
  const { sources, parts } = scenes[name](createStage(context, intoS));
  const out = new GainNode(context);
  for (const part of parts) part.connect(out);
  for (const source of sources) source.start();
  const stop = () => {
    for (const source of sources) source.stop();
    out.disconnect();
  };
  return { out, stop };
}

type Stage = ReturnType<typeof createStage>;

/** Makes the parts of a sound, and schedules its events in seconds since its beginning. */
function createStage(context: BaseAudioContext, intoS: number) {
  const beginning = context.currentTime - intoS;
  const addNoise = (
    kind: 'brown' | 'white' | 'drops',
    filter: [BiquadFilterType, hertz: number, q?: number],
    loudness: number,
  ) => {
    const source = createNoiseLoop(context, kind);
    const through = createFilter(context, ...filter);
    return { source, filter: through, part: connectToNewGain(source, through, loudness) };
  };
  const addTone = (
    [type, hertz]: [OscillatorType, hertz: number],
    filter: [BiquadFilterType, hertz: number, q?: number],
    loudness: number,
  ) => {
    const source = createTone(context, hertz, type);
    const through = createFilter(context, ...filter);
    return { source, filter: through, part: connectToNewGain(source, through, loudness) };
  };
  return {
    addNoise,
    addTone,
    /** Glides a parameter to a value over about `seconds`; what began in the past goes on from now. */
    glide: (param: AudioParam, at: number, to: number, seconds: number) => {
      const left = Math.max(0.02, Math.min(seconds, seconds - (intoS - at)));
      param.setTargetAtTime(to, Math.max(beginning + at, context.currentTime), left / 3);
    },
    /** A strike that decays; one that is over already is left out. */
    strike: (gain: AudioParam, at: number, loudness = 0.25, ring = 0.45) => {
      if (at < intoS) return;
      gain.setTargetAtTime(loudness, beginning + at, 0.01);
      gain.setTargetAtTime(0, beginning + at + 0.08, ring);
    },
    /** Modulates a gain by a slow sine wave. */
    swell: (gain: AudioParam, hertz: number, depth: number) => {
      const wave = createTone(context, hertz);
      wave.connect(new GainNode(context, { gain: depth })).connect(gain);
      return wave;
    },
  };
}

interface Voice {
  source: AudioScheduledSourceNode;
  part: GainNode;
}
const assemble = (voices: Voice[], modulators: AudioScheduledSourceNode[] = []): Scene => ({
  sources: [...voices.map(({ source }) => source), ...modulators],
  parts: voices.map(({ part }) => part),
});

/** The noise of hull and engines at a loudness. */
function addCabin({ addNoise, addTone }: Stage, loudness: number) {
  return [
    addNoise('brown', ['lowpass', 380], loudness),
    addTone(['sine', 82], ['lowpass', 400], loudness * 0.1),
  ];
}

/** Engines: the roar of the jet and the whine of the fan, with a function that takes them to another thrust. */
function addEngines(stage: Stage, thrust: number) {
  const roar = stage.addNoise('brown', ['lowpass', 120 + thrust * 980], 0.05 + thrust * 1.05);
  const whine = stage.addTone(
    ['sawtooth', 90 + thrust * 150],
    ['lowpass', 500],
    0.01 + thrust * 0.04,
  );
  const glideTo = (at: number, to: number, seconds: number) => {
    stage.glide(roar.filter.frequency, at, 120 + to * 980, seconds);
    stage.glide(roar.part.gain, at, 0.05 + to * 1.05, seconds);
    stage.glide(whine.source.frequency, at, 90 + to * 150, seconds);
    stage.glide(whine.part.gain, at, 0.01 + to * 0.04, seconds);
  };
  return { voices: [roar, whine], glideTo };
}

/** The whine of a motor behind the panels, silent until it is run, and the knock with which it stops. */
function addMotor(stage: Stage, hertz: number, loudness: number) {
  const motor = stage.addTone(['sawtooth', hertz], ['bandpass', hertz * 2.2, 2.5], 0);
  const knock = stage.addTone(['sine', 58], ['lowpass', 220], 0);
  const run = (from: number, to: number) => {
    stage.glide(motor.part.gain, from, loudness, 0.6);
    stage.glide(motor.source.frequency, from, hertz * 1.12, 2);
    stage.glide(motor.part.gain, to, 0, 0.3);
    stage.strike(knock.part.gain, from, 0.35, 0.12);
    stage.strike(knock.part.gain, to, 0.55, 0.16);
  };
  return { voices: [motor, knock], run };
}

const scenes: Record<ScriptSound, (stage: Stage) => Scene> = {
  hum: (stage) => assemble(addCabin(stage, 0.62)),
  // Idle, the engines rise over twelve seconds, and the climb holds what they reached.
  takeoff: (stage) => {
    const { voices, glideTo } = addEngines(stage, 0);
    glideTo(4, 1, 12);
    return assemble([...addCabin(stage, 0.2), ...voices]);
  },
  // Two slow, unsynchronised swells, so that bumps are unpredictable, and what rattles with them.
  shaking: (stage) => {
    const bumps = stage.addNoise('brown', ['lowpass', 140], 0.55);
    const rattle = stage.addNoise('drops', ['bandpass', 900, 2], 0.5);
    const swells = [
      stage.swell(bumps.part.gain, 1.7, 0.7),
      stage.swell(bumps.part.gain, 0.37, 0.6),
      stage.swell(rattle.part.gain, 2.3, 0.5),
    ];
    return assemble([...addCabin(stage, 0.28), bumps, rattle], swells);
  },
  chime: (stage) => {
    const high = stage.addTone(['sine', 588], ['lowpass', 1600], 0);
    const low = stage.addTone(['sine', 494], ['lowpass', 1600], 0);
    for (let at = 1.5; at < MAX_COURSE_S; at += 11) {
      stage.strike(high.part.gain, at);
      stage.strike(low.part.gain, at + 0.55);
    }
    return assemble([...addCabin(stage, 0.4), high, low]);
  },
  // Unintelligible voices: bands of noise in the range of speech, each modulated at its own syllable rate.
  voices: (stage) => {
    const speakers = [
      [340, 3.1],
      [520, 4.3],
      [760, 3.7],
      [1150, 5.1],
    ] as const;
    const voices = speakers.map(([hertz]) =>
      stage.addNoise('white', ['bandpass', hertz, 3.5], 0.17),
    );
    const syllables = speakers.flatMap(([, rate], index) => {
      const { gain } = voices[index]!.part;
      return [stage.swell(gain, rate, 0.12), stage.swell(gain, rate / 9.7, 0.08)];
    });
    return assemble([...addCabin(stage, 0.25), ...voices], syllables);
  },
  // The descent, touchdown, eight seconds of braking, and rolling.
  landing: (stage) => {
    const wheels = stage.addTone(['sine', 46], ['lowpass', 200], 0);
    stage.strike(wheels.part.gain, 7, 0.8);
    stage.strike(wheels.part.gain, 7.5, 0.6);
    const brakes = stage.addNoise('white', ['bandpass', 420, 0.6], 0);
    stage.glide(brakes.part.gain, 7.6, 0.5, 1.2);
    stage.glide(brakes.part.gain, 13, 0.02, 6);
    return assemble([...addCabin(stage, 0.35), wheels, brakes]);
  },
  // Standing still, the engines run up to half their thrust, are held there, and the fan begins to sing.
  'spool-up': (stage) => {
    const { voices, glideTo } = addEngines(stage, 0.04);
    glideTo(2, 0.5, 5);
    const fan = stage.addTone(['sawtooth', 140], ['bandpass', 1100, 3], 0.02);
    stage.glide(fan.source.frequency, 2, 560, 6);
    stage.glide(fan.part.gain, 2, 0.16, 6);
    return assemble([...addCabin(stage, 0.15), ...voices, fan]);
  },
  // Full climb thrust, which after four seconds falls back within three, so that the air outside is heard.
  'thrust-reduction': (stage) => {
    const { voices, glideTo } = addEngines(stage, 1);
    glideTo(4, 0.22, 3);
    const air = stage.addNoise('white', ['bandpass', 900, 0.5], 0.05);
    return assemble([...addCabin(stage, 0.25), ...voices, air]);
  },
  // A motor in the wing runs for eight seconds, and more air is heard afterwards; then once more.
  flaps: (stage) => {
    const { voices, run } = addMotor(stage, 310, 0.3);
    const air = stage.addNoise('white', ['bandpass', 620, 0.5], 0.03);
    run(1.5, 9.5);
    stage.glide(air.part.gain, 2, 0.09, 7);
    run(17, 22);
    stage.glide(air.part.gain, 17, 0.13, 5);
    return assemble([...addCabin(stage, 0.32), ...voices, air]);
  },
  // The doors open into the wind, the legs come down, and lock one after the other.
  gear: (stage) => {
    const { voices, run } = addMotor(stage, 205, 0.22);
    const wind = stage.addNoise('white', ['bandpass', 340, 0.5], 0.02);
    const locks = stage.addTone(['sine', 52], ['lowpass', 260], 0);
    run(1, 9);
    stage.glide(wind.part.gain, 2, 0.42, 1.5);
    for (const at of [8.2, 8.9, 9.7]) stage.strike(locks.part.gain, at, 1.1, 0.1);
    stage.glide(wind.part.gain, 10, 0.26, 3);
    return assemble([...addCabin(stage, 0.3), ...voices, wind, locks]);
  },
  // Rain on the skin of a parked aircraft, and the ventilation within.
  rain: (stage) =>
    assemble([
      stage.addNoise('white', ['bandpass', 3200, 0.35], 0.19),
      stage.addNoise('brown', ['lowpass', 900], 0.3),
      stage.addNoise('drops', ['highpass', 700], 0.8),
    ]),
  // Panels rise on the wings: the air breaks up over them and shakes the cabin quickly and evenly.
  spoilers: (stage) => {
    const buffet = stage.addNoise('brown', ['lowpass', 210], 0.1);
    const torn = stage.addNoise('white', ['bandpass', 520, 0.6], 0.02);
    stage.glide(buffet.part.gain, 2, 1, 1.5);
    stage.glide(torn.part.gain, 2, 0.16, 1.5);
    const flutter = [
      stage.swell(buffet.part.gain, 8.3, 0.55),
      stage.swell(torn.part.gain, 6.1, 0.06),
    ];
    return assemble([...addCabin(stage, 0.3), buffet, torn], flutter);
  },
  // The main wheels meet the runway with a short cry of rubber, the nose follows, and the seams go by.
  'touch-down': (stage) => {
    const wheels = stage.addTone(['sine', 46], ['lowpass', 200], 0);
    const rubber = stage.addNoise('white', ['bandpass', 1500, 4], 0);
    const runway = stage.addNoise('brown', ['lowpass', 260], 0);
    const seams = stage.addTone(['sine', 74], ['lowpass', 240], 0);
    for (const [at, loudness] of [
      [3, 0.9],
      [3.35, 0.7],
      [6, 0.6],
    ] as const)
      stage.strike(wheels.part.gain, at, loudness, 0.2);
    stage.strike(rubber.part.gain, 3, 0.9, 0.12);
    stage.strike(rubber.part.gain, 3.4, 0.6, 0.1);
    stage.glide(runway.part.gain, 3.2, 0.95, 0.6);
    // The seams come more slowly as the aircraft slows down.
    for (let at = 6.5, gap = 0.35; at < MAX_COURSE_S; at += gap, gap = Math.min(2.2, gap * 1.05))
      stage.strike(seams.part.gain, at, 0.3, 0.07);
    stage.glide(runway.part.gain, 12, 0.3, 10);
    return assemble([...addCabin(stage, 0.28), wheels, rubber, runway, seams]);
  },
};

import type { ScriptSound } from '#shared/rules/script.ts';
import {
  CABIN_BEDS,
  type CabinBed,
  createCabinBed,
  CRUISE_TONES_HERTZ,
  FAN_BLADE_COUNT,
  getShaftHertz,
  mixCabinBeds,
} from './cabin-bed.ts';
import { CABIN_CHIME } from './cabin-chime.ts';
import { connectToNewGain, createFilter, createNoiseLoop, createOscillator } from './nodes.ts';

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
    const source = createOscillator(context, hertz, type);
    const through = createFilter(context, ...filter);
    return { source, filter: through, part: connectToNewGain(source, through, loudness) };
  };
  /** Glides a parameter to a value over about `seconds`; what began in the past goes on from now. */
  const glide = (param: AudioParam, at: number, to: number, seconds: number) => {
    const left = Math.max(0.02, Math.min(seconds, seconds - (intoS - at)));
    param.setTargetAtTime(to, Math.max(beginning + at, context.currentTime), left / 3);
  };
  return {
    addNoise,
    addTone,
    glide,
    addBed: (bed: CabinBed, loudness: number) => createCabinBed(context, bed, loudness),
    /** A strike that decays; one that is over already is left out. */
    strike: (gain: AudioParam, at: number, loudness = 0.25, ring = 0.45) => {
      if (at < intoS) return;
      gain.setTargetAtTime(loudness, beginning + at, 0.01);
      gain.setTargetAtTime(0, beginning + at + 0.08, ring);
    },
    /** Modulates a gain by a slow sine wave. */
    swell: (gain: AudioParam, hertz: number, depth: number) => {
      const wave = createOscillator(context, hertz);
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

/** The noise of the cabin at a loudness, and the engines in it. */
function addCabin({ addBed, addTone }: Stage, loudness: number, bed = CABIN_BEDS.cruise) {
  return [
    addBed(bed, loudness),
    addTone(['sine', CRUISE_TONES_HERTZ[0]], ['lowpass', 400], loudness * 0.05),
  ];
}

/** The noise of the cabin and the buzz of the fans, with a function that takes both to another thrust. */
function addEngines(stage: Stage, bed: CabinBed, thrust: number) {
  const cabin = stage.addBed(bed, 1.1);
  const buzz = stage.addTone(
    ['sawtooth', getShaftHertz(thrust)],
    ['lowpass', 500],
    0.01 + thrust * 0.04,
  );
  const glideTo = (at: number, next: CabinBed, to: number, seconds: number) => {
    cabin.set(next, (param, value) => stage.glide(param, at, value, seconds));
    stage.glide(buzz.source.frequency, at, getShaftHertz(to), seconds);
    stage.glide(buzz.part.gain, at, 0.01 + to * 0.04, seconds);
  };
  return { voices: [cabin, buzz], glideTo };
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
    const { voices, glideTo } = addEngines(stage, CABIN_BEDS.taxi, 0);
    glideTo(4, CABIN_BEDS.take_off, 1, 12);
    return assemble(voices);
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
    const high = stage.addTone(['sine', CABIN_CHIME.high], ['lowpass', 1600], 0);
    const low = stage.addTone(['sine', CABIN_CHIME.low], ['lowpass', 1600], 0);
    for (let at = 1.5; at < MAX_COURSE_S; at += 11) {
      stage.strike(high.part.gain, at, 0.25, CABIN_CHIME.ring);
      stage.strike(low.part.gain, at + 0.55, 0.25, CABIN_CHIME.ring);
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
    return assemble([...addCabin(stage, 0.5, CABIN_BEDS.descent), wheels, brakes]);
  },
  // Standing still, the engines run up to half their thrust, are held there, and the fan begins to sing: its blades pass 600 times a
  // second at idle.
  'spool-up': (stage) => {
    const { voices, glideTo } = addEngines(stage, CABIN_BEDS.taxi, 0.02);
    glideTo(2, mixCabinBeds(CABIN_BEDS.taxi, CABIN_BEDS.take_off, 0.5), 0.5, 5);
    const idle = FAN_BLADE_COUNT * getShaftHertz(0);
    const fan = stage.addTone(['sawtooth', idle / 4], ['bandpass', 1100, 3], 0.02);
    stage.glide(fan.source.frequency, 2, idle, 6);
    stage.glide(fan.part.gain, 2, 0.16, 6);
    return assemble([...voices, fan]);
  },
  // Full thrust, which after four seconds falls back within three. What is heard to fall is twice as much as by the published levels.
  'thrust-reduction': (stage) => {
    const { voices, glideTo } = addEngines(stage, CABIN_BEDS.take_off, 1);
    glideTo(4, { ...CABIN_BEDS.climb, decibels: CABIN_BEDS.climb.decibels - 4 }, 0.75, 3);
    return assemble(voices);
  },
  // A motor in the wing runs for eight seconds, and more air is heard afterwards; then once more.
  flaps: (stage) => {
    const { voices, run } = addMotor(stage, 310, 0.3);
    const air = stage.addNoise('white', ['bandpass', 620, 0.5], 0.03);
    run(1.5, 9.5);
    stage.glide(air.part.gain, 2, 0.09, 7);
    run(17, 22);
    stage.glide(air.part.gain, 17, 0.13, 5);
    return assemble([...addCabin(stage, 0.45, CABIN_BEDS.descent), ...voices, air]);
  },
  // The doors open into the wind, the legs move for nine seconds (as a Fokker 70 retracts them), and lock one after the other.
  gear: (stage) => {
    const { voices, run } = addMotor(stage, 205, 0.22);
    const wind = stage.addNoise('white', ['bandpass', 340, 0.5], 0.02);
    const locks = stage.addTone(['sine', 52], ['lowpass', 260], 0);
    run(1, 10);
    stage.glide(wind.part.gain, 2, 0.42, 1.5);
    for (const at of [9.2, 9.9, 10.7]) stage.strike(locks.part.gain, at, 1.1, 0.1);
    stage.glide(wind.part.gain, 11, 0.26, 3);
    return assemble([...addCabin(stage, 0.42, CABIN_BEDS.descent), ...voices, wind, locks]);
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
    return assemble([...addCabin(stage, 0.42, CABIN_BEDS.descent), buffet, torn], flutter);
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
    return assemble([...addCabin(stage, 0.4, CABIN_BEDS.descent), wheels, rubber, runway, seams]);
  },
};

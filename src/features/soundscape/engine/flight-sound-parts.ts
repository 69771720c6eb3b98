import {
  CABIN_BEDS,
  type CabinBedSettings,
  createCabinBed,
  CRUISE_TONES_HERTZ,
  FAN_BLADE_COUNT,
  getShaftHertz,
  mixCabinBedSettings,
} from './cabin-bed.ts';
import { connectToNewGain, createFilter, createNoiseLoop, createOscillator } from './nodes.ts';

export type SoundBuilder = ReturnType<typeof createSoundBuilder>;

/** Makes the parts of a sound, and schedules its events in seconds since its beginning. */
export function createSoundBuilder(context: BaseAudioContext, intoS: number) {
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
    addBed: (bed: CabinBedSettings, loudness: number) => createCabinBed(context, bed, loudness),
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

/** What sounds, and the gain that it is heard through. */
export interface SoundPart {
  source: AudioScheduledSourceNode;
  part: GainNode;
}
/** The noise of the cabin at a loudness, and the engines in it. */
export function addCabinNoise(
  { addBed, addTone }: SoundBuilder,
  loudness: number,
  bed = CABIN_BEDS.cruise,
) {
  return [
    addBed(bed, loudness),
    addTone(['sine', CRUISE_TONES_HERTZ[0]], ['lowpass', 400], loudness * 0.05),
  ];
}

/** The noise of the cabin and the buzz of the fans, with a function that takes both to another thrust. */
export function addEngines(stage: SoundBuilder, bed: CabinBedSettings, thrust: number) {
  const cabin = stage.addBed(bed, 1.1);
  const buzz = stage.addTone(
    ['sawtooth', getShaftHertz(thrust)],
    ['lowpass', 500],
    0.01 + thrust * 0.04,
  );
  const glideTo = (at: number, next: CabinBedSettings, to: number, seconds: number) => {
    cabin.set(next, (param, value) => stage.glide(param, at, value, seconds));
    stage.glide(buzz.source.frequency, at, getShaftHertz(to), seconds);
    stage.glide(buzz.part.gain, at, 0.01 + to * 0.04, seconds);
  };
  return { voices: [cabin, buzz], glideTo };
}

/** What is heard where the engines are held before a take-off. */
export const HALF_THRUST_BED = mixCabinBedSettings(CABIN_BEDS.taxi, CABIN_BEDS.take_off, 0.4);
/** How often a blade of the fan passes in a second at idle. */
export const getIdleBladeHertz = () => FAN_BLADE_COUNT * getShaftHertz(0);

/** The song of the fan's blades. */
export const addFan = (stage: SoundBuilder, hertz: number, loudness: number) =>
  stage.addTone(['sawtooth', hertz], ['bandpass', 1100, 3], loudness);

/** The whine of a motor behind the panels, silent until it is run, and the knock with which it stops. */
export function addMotor(stage: SoundBuilder, hertz: number, loudness: number) {
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

/** Seconds for which a gear moves: a Fokker 70's, whose legs come out more slowly than they fold away. */
export const GEAR_SECONDS = { up: 9, down: 32 } as const;

/** The doors open into the wind, the legs move for so many seconds, and lock one after the other. */
export function addGear(
  stage: SoundBuilder,
  seconds: number,
  windGainOpen: number,
  windGainAfterwards: number,
): SoundPart[] {
  const { voices, run } = addMotor(stage, 205, 0.22);
  const wind = stage.addNoise('white', ['bandpass', 340, 0.5], 0.001);
  const locks = stage.addTone(['sine', 52], ['lowpass', 260], 0);
  const locked = 1 + seconds;
  run(1, locked);
  stage.strike(locks.part.gain, 1, 0.8, 0.1);
  stage.glide(wind.part.gain, 1.5, windGainOpen, 1.5);
  for (const before of [1.5, 0.8, 0]) stage.strike(locks.part.gain, locked - before, 1.1, 0.1);
  stage.glide(wind.part.gain, locked + 1, windGainAfterwards, 3);
  return [...voices, wind, locks];
}

import type { ScriptSound } from '#shared/rules/script.ts';
import { CABIN_BEDS, CRUISE_TONES_HERTZ, getShaftHertz } from './cabin-bed.ts';
import { CABIN_CHIME } from './cabin-chime.ts';
import {
  addCabinNoise,
  addEngines,
  addFan,
  addGear,
  addMotor,
  createSoundBuilder,
  GEAR_SECONDS,
  getIdleBladeHertz,
  HALF_THRUST_BED,
  type SoundBuilder,
  type SoundPart,
} from './flight-sound-parts.ts';

/** For how long a repeated event of a sound goes on, in seconds. */
export const MAX_COURSE_S = 600;

/** The nodes of a sound: what to start, and what to hear. */
interface Scene {
  sources: AudioScheduledSourceNode[];
  parts: GainNode[];
}

export type SoundMaker = (stage: SoundBuilder) => Scene;

export interface PlayingSound {
  out: GainNode;
  stop: () => void;
}

/**
 * Starts a sound of a flight (such as engines), synthesised by Web Audio, `intoS` seconds after its beginning. It plays
 * until `stop`; the caller connects `out`. What the sessions have no name for is given as a function that makes it.
 */
export function startFlightSound(
  context: BaseAudioContext,
  sound: ScriptSound | SoundMaker,
  intoS = 0,
): PlayingSound {
  const make = typeof sound === 'string' ? scenes[sound] : sound;
  const { sources, parts } = make(createSoundBuilder(context, intoS));
  const out = new GainNode(context);
  for (const part of parts) part.connect(out);
  for (const source of sources) source.start();
  const stop = () => {
    for (const source of sources) source.stop();
    out.disconnect();
  };
  return { out, stop };
}

/** Assembles a sound of what is heard and of what modulates it. */
export const assembleSound = (
  voices: SoundPart[],
  modulators: AudioScheduledSourceNode[] = [],
): Scene => ({
  sources: [...voices.map(({ source }) => source), ...modulators],
  parts: voices.map(({ part }) => part),
});

const scenes: Record<ScriptSound, SoundMaker> = {
  hum: (stage) => assembleSound(addCabinNoise(stage, 0.62)),
  // From half the thrust, where they spooled up to, the engines rise within fifteen seconds, and hold what they reached.
  takeoff: (stage) => {
    const { voices, glideTo } = addEngines(stage, HALF_THRUST_BED, 0.5);
    const fan = addFan(stage, getIdleBladeHertz(), 0.16);
    glideTo(1, CABIN_BEDS.take_off, 1, 15);
    stage.glide(fan.source.frequency, 1, getIdleBladeHertz() * 2, 15);
    stage.glide(fan.part.gain, 1, 0, 15);
    return assembleSound([...voices, fan]);
  },
  climb: (stage) => assembleSound(addEngines(stage, CABIN_BEDS.take_off, 1).voices),
  // Two slow, unsynchronised swells, so that bumps are unpredictable, and what rattles with them.
  shaking: (stage) => {
    const bumps = stage.addNoise('brown', ['lowpass', 140], 0.55);
    const rattle = stage.addNoise('drops', ['bandpass', 900, 2], 0.5);
    const swells = [
      stage.swell(bumps.part.gain, 1.7, 0.7),
      stage.swell(bumps.part.gain, 0.37, 0.6),
      stage.swell(rattle.part.gain, 2.3, 0.5),
    ];
    return assembleSound([...addCabinNoise(stage, 0.28), bumps, rattle], swells);
  },
  chime: (stage) => {
    const high = stage.addTone(['sine', CABIN_CHIME.high], ['lowpass', 1600], 0);
    const low = stage.addTone(['sine', CABIN_CHIME.low], ['lowpass', 1600], 0);
    for (let at = 1.5; at < MAX_COURSE_S; at += 11) {
      stage.strike(high.part.gain, at, 0.25, CABIN_CHIME.ring);
      stage.strike(low.part.gain, at + 0.55, 0.25, CABIN_CHIME.ring);
    }
    return assembleSound([...addCabinNoise(stage, 0.4), high, low]);
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
    return assembleSound([...addCabinNoise(stage, 0.25), ...voices], syllables);
  },
  // The apron is heard through the door, which falls to after five seconds; a lever goes over, and the cabin is left.
  door: (stage) => {
    const outside = stage.addNoise('white', ['bandpass', 900, 0.3], 0.16);
    const rubber = stage.addNoise('brown', ['lowpass', 400], 0);
    const lever = stage.addTone(['sine', 62], ['lowpass', 260], 0);
    stage.glide(outside.part.gain, 4.4, 0.004, 0.7);
    stage.strike(rubber.part.gain, 5, 1.6, 0.12);
    for (const at of [5, 7.4, 7.8]) stage.strike(lever.part.gain, at, at === 5 ? 1 : 0.5, 0.12);
    return assembleSound([...addCabinNoise(stage, 0.34, CABIN_BEDS.taxi), outside, rubber, lever]);
  },
  // The descent, one touchdown, eight seconds of braking, and rolling.
  landing: (stage) => {
    const wheels = stage.addTone(['sine', 46], ['lowpass', 200], 0);
    stage.strike(wheels.part.gain, 7, 1, 0.3);
    const brakes = stage.addNoise('white', ['bandpass', 420, 0.6], 0);
    stage.glide(brakes.part.gain, 7.6, 0.5, 1.2);
    stage.glide(brakes.part.gain, 13, 0.02, 6);
    return assembleSound([...addCabinNoise(stage, 0.5, CABIN_BEDS.descent), wheels, brakes]);
  },
  // Standing still, the engines run up to half their thrust, are held there, and the fan begins to sing: its blades pass 600 times a
  // second at idle.
  'spool-up': (stage) => {
    const { voices, glideTo } = addEngines(stage, CABIN_BEDS.taxi, 0.02);
    glideTo(2, HALF_THRUST_BED, 0.5, 5);
    const fan = addFan(stage, getIdleBladeHertz() / 4, 0.02);
    stage.glide(fan.source.frequency, 2, getIdleBladeHertz(), 6);
    stage.glide(fan.part.gain, 2, 0.16, 6);
    return assembleSound([...voices, fan]);
  },
  // Full thrust, which falls back within three seconds. What is heard to fall is three times as much as by the levels drawn for the two.
  'thrust-reduction': (stage) => {
    const { voices, glideTo } = addEngines(stage, CABIN_BEDS.take_off, 1);
    glideTo(4, { ...CABIN_BEDS.climb, decibels: CABIN_BEDS.climb.decibels - 6 }, 0.75, 3);
    return assembleSound(voices);
  },
  // The hum of the cruise, which falls within four seconds to a lower note, and stays there.
  'throttle-back': (stage) => {
    const bed = stage.addBed(CABIN_BEDS.cruise, 0.62);
    const note = stage.addTone(['sine', CRUISE_TONES_HERTZ[0]], ['lowpass', 400], 0.62 * 0.05);
    bed.set({ ...CABIN_BEDS.descent, decibels: -7 }, (param, to) => stage.glide(param, 2, to, 4));
    stage.glide(note.source.frequency, 2, getShaftHertz(0.35), 4);
    return assembleSound([bed, note]);
  },
  // A motor in the wing runs for eight seconds, and more air is heard afterwards; then once more.
  flaps: (stage) => {
    const { voices, run } = addMotor(stage, 310, 0.3);
    const air = stage.addNoise('white', ['bandpass', 620, 0.5], 0.03);
    run(1.5, 9.5);
    stage.glide(air.part.gain, 2, 0.09, 7);
    run(17, 22);
    stage.glide(air.part.gain, 17, 0.13, 5);
    return assembleSound([...addCabinNoise(stage, 0.45, CABIN_BEDS.descent), ...voices, air]);
  },
  // The legs come out, and the wind about them stays.
  gear: (stage) =>
    assembleSound([
      ...addCabinNoise(stage, 0.42, CABIN_BEDS.descent),
      ...addGear(stage, GEAR_SECONDS.down, 0.42, 0.36),
    ]),
  // They fold away under full thrust, and the doors shut the wind out.
  'gear-up': (stage) =>
    assembleSound([
      ...addEngines(stage, CABIN_BEDS.take_off, 1).voices,
      ...addGear(stage, GEAR_SECONDS.up, 0.6, 0.001),
    ]),
  // Rain on the skin of a parked aircraft, and the ventilation within.
  rain: (stage) =>
    assembleSound([
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
    return assembleSound(
      [...addCabinNoise(stage, 0.42, CABIN_BEDS.descent), buffet, torn],
      flutter,
    );
  },
  // The main wheels meet the runway with a short cry of rubber, the nose follows, the reversers roar, and the seams go by.
  'touch-down': (stage) => {
    const wheels = stage.addTone(['sine', 46], ['lowpass', 200], 0);
    const rubber = stage.addNoise('white', ['bandpass', 1500, 4], 0);
    const runway = stage.addNoise('brown', ['lowpass', 260], 0);
    const seams = stage.addTone(['sine', 74], ['lowpass', 240], 0);
    const reversers = stage.addNoise('white', ['bandpass', 420, 0.6], 0);
    stage.strike(wheels.part.gain, 1, 1.2, 0.2);
    stage.strike(wheels.part.gain, 3.5, 0.4, 0.2);
    stage.strike(rubber.part.gain, 1, 0.9, 0.12);
    stage.glide(runway.part.gain, 1.2, 0.95, 0.6);
    stage.glide(reversers.part.gain, 3.6, 0.5, 1.2);
    stage.glide(reversers.part.gain, 11, 0, 6);
    // The seams come more slowly as the aircraft slows down.
    for (let at = 4, gap = 0.35; at < MAX_COURSE_S; at += gap, gap = Math.min(2.2, gap * 1.05))
      stage.strike(seams.part.gain, at, 0.3, 0.07);
    stage.glide(runway.part.gain, 12, 0.3, 10);
    return assembleSound([
      ...addCabinNoise(stage, 0.4, CABIN_BEDS.descent),
      ...[wheels, rubber, runway, reversers, seams],
    ]);
  },
};

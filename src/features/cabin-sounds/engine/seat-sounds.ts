import { CABIN_BEDS } from '#web/features/soundscape/engine/cabin-bed.ts';
import { CABIN_CHIME } from '#web/features/soundscape/engine/cabin-chime.ts';
import {
  addCabinNoise,
  addEngines,
  addMotor,
} from '#web/features/soundscape/engine/flight-sound-parts.ts';
import {
  assembleSound,
  MAX_COURSE_S,
  type SoundMaker,
} from '#web/features/soundscape/engine/flight-sounds.ts';

// What is met in the seat alone, beside the sounds of the sessions. Pitches and lengths: docs/sources.md, “The flight companion”.

/** Turns of a propeller in a second in cruise, times its blades: an ATR 72’s, two of them not quite in step. */
export const PROPELLER_HERTZ = [98.4, 99] as const;

/** Lists the instants of something that comes again and again, in seconds. */
const repeat = (first: number, every: number) =>
  Array.from({ length: Math.floor(MAX_COURSE_S / every) }, (_, turn) => first + turn * every);

export const SEAT_SOUNDS = {
  /** Lids that fall to, their catches after them, near and further away. */
  bins: (stage) => {
    const lid = stage.addNoise('brown', ['lowpass', 500], 0);
    const latch = stage.addNoise('white', ['bandpass', 1900, 2], 0);
    for (const round of repeat(1, 9))
      for (const [at, near] of [
        [0, 1],
        [1.7, 0.5],
        [2.5, 0.8],
        [5.2, 0.4],
      ] as const) {
        stage.strike(lid.part.gain, round + at, 2 * near, 0.07);
        stage.strike(latch.part.gain, round + at + 0.04, 0.5 * near, 0.05);
      }
    return assembleSound([...addCabinNoise(stage, 0.4, CABIN_BEDS.taxi), lid, latch]);
  },
  /** Air from the nozzles, which turns weaker when its source changes. */
  hiss: (stage) => {
    const air = stage.addNoise('white', ['bandpass', 3800, 0.4], 0.2);
    stage.glide(air.part.gain, 6, 0.06, 1.5);
    stage.glide(air.part.gain, 12, 0.2, 3);
    return assembleSound([...addCabinNoise(stage, 0.25, CABIN_BEDS.taxi), air]);
  },
  /** One chime, low, as a sign that goes on or off has it. */
  ding: (stage) => {
    const low = stage.addTone(['sine', CABIN_CHIME.low], ['lowpass', 1600], 0);
    for (const at of repeat(1.5, 11)) stage.strike(low.part.gain, at, 0.25, CABIN_CHIME.ring);
    return assembleSound([...addCabinNoise(stage, 0.4), low]);
  },
  /** The motor of a door below the floor, containers on rollers, and where they come to rest. */
  cargo: (stage) => {
    const { voices, run } = addMotor(stage, 120, 0.25);
    const rollers = stage.addNoise('drops', ['lowpass', 900], 0);
    const thud = stage.addTone(['sine', 54], ['lowpass', 200], 0);
    for (const round of repeat(1, 24)) {
      run(round, round + 7);
      stage.glide(rollers.part.gain, round + 8, 0.6, 1);
      stage.glide(rollers.part.gain, round + 13, 0, 0.5);
      stage.strike(thud.part.gain, round + 13.2, 0.5, 0.14);
      stage.strike(thud.part.gain, round + 14, 0.35, 0.14);
    }
    return assembleSound([
      ...addCabinNoise(stage, 0.45, CABIN_BEDS.taxi),
      ...voices,
      rollers,
      thud,
    ]);
  },
  /** The pump that barks: rasping bursts under the floor, some of them in a row, then a rest. */
  bark: (stage) => {
    const rasp = stage.addTone(['sawtooth', 190], ['bandpass', 620, 1.6], 0);
    const scrape = stage.addNoise('white', ['bandpass', 820, 2.2], 0);
    for (const round of repeat(1, 9))
      for (let burst = 0; burst < 6; burst++) {
        stage.strike(rasp.part.gain, round + burst * 0.8, 0.8, 0.11);
        stage.strike(scrape.part.gain, round + burst * 0.8, 0.5, 0.13);
      }
    return assembleSound([...addCabinNoise(stage, 0.4, CABIN_BEDS.taxi), rasp, scrape]);
  },
  /** Brakes that squeal on, a little lower each time, and groan before the plane stands. */
  squeal: (stage) => {
    const squeal = stage.addTone(['sawtooth', 640], ['bandpass', 1280, 5], 0);
    const groan = stage.addTone(['sawtooth', 96], ['lowpass', 420], 0);
    for (const round of repeat(1, 10)) {
      stage.glide(squeal.source.frequency, round, 640, 0.1);
      stage.glide(squeal.part.gain, round, 0.3, 0.6);
      stage.glide(squeal.source.frequency, round + 0.5, 590, 3);
      stage.glide(squeal.part.gain, round + 2.4, 0, 0.4);
      stage.glide(groan.part.gain, round + 3.2, 0.22, 0.5);
      stage.glide(groan.part.gain, round + 5, 0, 0.5);
    }
    return assembleSound([...addCabinNoise(stage, 0.4, CABIN_BEDS.taxi), squeal, groan]);
  },
  /** Slabs of concrete: the nose wheel, then the main wheels. */
  slabs: (stage) => {
    const wheels = stage.addTone(['sine', 72], ['lowpass', 240], 0);
    for (const at of repeat(1, 1.3)) {
      stage.strike(wheels.part.gain, at, 0.3, 0.07);
      stage.strike(wheels.part.gain, at + 0.5, 0.5, 0.08);
    }
    return assembleSound([...addCabinNoise(stage, 0.45, CABIN_BEDS.taxi), wheels]);
  },
  /** Wheels that still turn as they fold in, slower and slower. */
  spin: (stage) => {
    const { voices } = addEngines(stage, CABIN_BEDS.take_off, 1);
    const wheels = stage.addTone(['triangle', 62], ['lowpass', 260], 0);
    for (const round of repeat(1.5, 9)) {
      stage.glide(wheels.source.frequency, round - 0.4, 62, 0.1);
      stage.glide(wheels.part.gain, round, 0.4, 0.5);
      stage.glide(wheels.source.frequency, round + 0.6, 24, 3);
      stage.glide(wheels.part.gain, round + 3, 0, 0.6);
    }
    return assembleSound([...voices, wheels]);
  },
  /** Two engines in cruise that run in and out of step, and beat. */
  beat: (stage) => {
    const one = stage.addTone(['triangle', 82], ['lowpass', 420], 0.22);
    const other = stage.addTone(['triangle', 82.6], ['lowpass', 420], 0.22);
    return assembleSound([...addCabinNoise(stage, 0.4), one, other]);
  },
  /** The tank is sucked empty: a valve, two seconds of rushing air, and the valve again. */
  flush: (stage) => {
    const rush = stage.addNoise('white', ['bandpass', 760, 0.5], 0);
    const valve = stage.addTone(['sine', 90], ['lowpass', 320], 0);
    for (const round of repeat(1.5, 9)) {
      stage.strike(valve.part.gain, round, 0.4, 0.06);
      stage.glide(rush.part.gain, round, 0.5, 0.5);
      stage.glide(rush.part.gain, round + 2, 0, 0.5);
      stage.strike(valve.part.gain, round + 2.4, 0.3, 0.06);
    }
    return assembleSound([...addCabinNoise(stage, 0.4), rush, valve]);
  },
  /** Engines that answer to the wind near the ground. */
  surge: (stage) => {
    const { voices, glideTo } = addEngines(stage, CABIN_BEDS.descent, 0.3);
    for (const round of repeat(2, 16)) {
      glideTo(round, CABIN_BEDS.climb, 0.6, 3);
      glideTo(round + 4, CABIN_BEDS.descent, 0.3, 3);
      glideTo(round + 8, CABIN_BEDS.climb, 0.5, 2);
      glideTo(round + 12, CABIN_BEDS.descent, 0.25, 3);
    }
    return assembleSound(voices);
  },
  /** Reverse thrust: a roar that rises after the wheels are down, holds, and sinks. */
  reverse: (stage) => {
    const roar = stage.addNoise('white', ['bandpass', 460, 0.5], 0.02);
    const runway = stage.addNoise('brown', ['lowpass', 260], 0.6);
    for (const round of repeat(1, 20)) {
      stage.glide(roar.part.gain, round, 0.6, 2.5);
      stage.glide(roar.part.gain, round + 9, 0.02, 5);
    }
    return assembleSound([...addCabinNoise(stage, 0.4, CABIN_BEDS.descent), roar, runway]);
  },
  /** Two propellers: their blades pass at slightly different rates, and the drone throbs. */
  drone: (stage) => {
    const drones = PROPELLER_HERTZ.map((hertz) =>
      stage.addTone(['sawtooth', hertz], ['lowpass', 360], 0.22),
    );
    return assembleSound([...addCabinNoise(stage, 0.4), ...drones]);
  },
  /** The small turbine in the tail: a thin whine, and its air. */
  turbine: (stage) => {
    const whine = stage.addTone(['sine', 1150], ['lowpass', 1600], 0.06);
    const over = stage.addTone(['sine', 2300], ['lowpass', 2600], 0.02);
    const air = stage.addNoise('white', ['bandpass', 1700, 0.6], 0.08);
    return assembleSound([...addCabinNoise(stage, 0.3, CABIN_BEDS.taxi), whine, over, air]);
  },
  /** A jet of fluid that goes along the wing and over the windows. */
  spray: (stage) => {
    const jet = stage.addNoise('white', ['bandpass', 2600, 0.5], 0.16);
    const drops = stage.addNoise('drops', ['bandpass', 1500, 0.7], 0.5);
    const passes = [
      stage.swell(jet.part.gain, 0.13, 0.13),
      stage.swell(drops.part.gain, 0.13, 0.4),
    ];
    return assembleSound([...addCabinNoise(stage, 0.3, CABIN_BEDS.taxi), jet, drops], passes);
  },
} as const satisfies Record<string, SoundMaker>;
export type SeatSound = keyof typeof SEAT_SOUNDS;

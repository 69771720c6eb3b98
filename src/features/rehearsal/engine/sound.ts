import {
  CABIN_BEDS,
  createCabinBed,
  getShaftHertz,
} from '#web/features/soundscape/engine/cabin-bed.ts';
import { CABIN_CHIME } from '#web/features/soundscape/engine/cabin-chime.ts';
import {
  connectToNewGain,
  createFilter,
  createNoiseLoop,
  createOscillator,
  rampGain,
} from '#web/features/soundscape/engine/nodes.ts';
import { CLOUD_BASE_M } from '#shared/rules/rehearsal-flight.ts';
import type { FlightMoment } from '#web/features/rehearsal-drawing/engine/flight.ts';
import { getCabinBedSettings } from './cabin.ts';

/** How soon a sound follows the flight, in seconds: half of the change after a third of it. */
const FOLLOW_S = 0.09;
const RISE_S = 4;
/** Keeps the sum of all parts well under the clipping level. */
const LOUDNESS = 0.5;
const BED_LOUDNESS = 0.9;
/** While people board, a locker is closed each so many seconds. */
const LOCKER_S = 9;

/**
 * Creates the sound of a flight in an audio context: the noise of the air and of the engines, motors of flaps and gear,
 * rain, rough air, lockers, the tug, and what the wheels do. `follow` is called with each moment that is shown.
 */
export function createRehearsalSound(context: BaseAudioContext, inRain: boolean) {
  const out = new GainNode(context, { gain: 0 });
  const limiter = new DynamicsCompressorNode(context, {
    threshold: -10,
    knee: 6,
    ratio: 20,
    attack: 0.002,
    release: 0.25,
  });
  out.connect(limiter).connect(context.destination);
  const addNoise = (kind: 'brown' | 'white' | 'drops', filter: BiquadFilterNode) => {
    const source = createNoiseLoop(context, kind);
    const part = connectToNewGain(source, filter, 0);
    part.connect(out);
    source.start();
    return { gain: part.gain, filter };
  };
  const addTone = (type: OscillatorType, hertz: number, filter: BiquadFilterNode) => {
    const source = createOscillator(context, hertz, type);
    const part = connectToNewGain(source, filter, 0);
    part.connect(out);
    source.start();
    return { gain: part.gain, pitch: source.frequency, filter };
  };
  const cabin = createCabinBed(context, CABIN_BEDS.taxi, BED_LOUDNESS);
  cabin.part.connect(out);
  cabin.source.start();
  const air = addNoise('white', createFilter(context, 'bandpass', 620, 0.5));
  const fan = addTone('sawtooth', 20, createFilter(context, 'lowpass', 500));
  const motor = addTone('sawtooth', 300, createFilter(context, 'bandpass', 680, 2.5));
  const bumps = addNoise('brown', createFilter(context, 'lowpass', 140));
  const rattle = addNoise('drops', createFilter(context, 'bandpass', 900, 2));
  const runway = addNoise('brown', createFilter(context, 'lowpass', 260));
  const rain = addNoise('white', createFilter(context, 'bandpass', 3200, 0.35));
  const drops = addNoise('drops', createFilter(context, 'highpass', 700));
  const thump = addTone('sine', 48, createFilter(context, 'lowpass', 220));
  const locker = addNoise('white', createFilter(context, 'bandpass', 340, 1.1));
  const chime = addTone('sine', CABIN_CHIME.high, createFilter(context, 'lowpass', 1600));
  let before: FlightMoment | null = null;

  const glide = (param: AudioParam, to: number) =>
    param.setTargetAtTime(to, context.currentTime, FOLLOW_S);
  const strike = (param: AudioParam, loudness: number, ring: number) => {
    const at = context.currentTime;
    param.setTargetAtTime(loudness, at, 0.012);
    param.setTargetAtTime(0, at + 0.09, ring);
  };
  return {
    follow: (moment: FlightMoment) => {
      const { speed, thrust, flaps, gear, spoilers, height } = moment;
      const fast = Math.min(1, Math.abs(speed) / 230);
      const isMoving = (name: 'flaps' | 'gear') =>
        before !== null && Math.abs(moment[name] - before[name]) > 0.0005;
      const hangs = height > 1 ? gear : 0;
      cabin.set(getCabinBedSettings(moment), glide);
      glide(air.gain, 0.07 * flaps * Math.min(1, fast * 3) + 0.2 * hangs * fast);
      glide(air.filter.frequency, 900 - 500 * hangs);
      glide(fan.gain, 0.002 + thrust * 0.024);
      glide(fan.pitch, getShaftHertz(thrust));
      glide(motor.gain, isMoving('flaps') ? 0.2 : isMoving('gear') ? 0.16 : 0);
      glide(motor.pitch, isMoving('gear') ? 205 : 320);
      glide(
        bumps.gain,
        Math.min(
          0.8,
          moment.gusts * 0.2 + Math.abs(moment.load) * 1.4 + (height > 1 ? spoilers * 0.5 : 0),
        ),
      );
      glide(rattle.gain, Math.min(0.4, Math.abs(moment.load) * 1.2));
      glide(runway.gain, height < 1 ? Math.min(0.35, Math.abs(speed) / 140) : 0);
      const wet = inRain && height < CLOUD_BASE_M ? 1 : 0;
      const isSprayed = moment.phase === 'de_icing';
      glide(rain.gain, isSprayed ? 0.2 : wet * 0.12);
      glide(drops.gain, isSprayed ? 0.7 : wet * 0.5);
      if (before) {
        if (before.height > 0.5 && height <= 0.5) strike(thump.gain, 0.8, 0.2);
        if (before.speed === 0 && speed < 0) strike(thump.gain, 0.6, 0.12);
        const closed = Math.floor(moment.time / LOCKER_S);
        if (moment.phase === 'boarding' && closed > Math.floor(before.time / LOCKER_S)) {
          strike(locker.gain, 0.3 + 0.1 * (closed % 3), 0.05);
          strike(thump.gain, 0.18, 0.06);
        }
        if (before.gear !== gear && (gear === 0 || gear === 1)) strike(thump.gain, 0.5, 0.1);
        const rings =
          before.phase !== moment.phase && /cruise|descent|push_back|approach/.test(moment.phase);
        if (rings) strike(chime.gain, 0.18, CABIN_CHIME.ring);
      }
      before = moment;
    },
    /** Rises over four seconds, or falls at once, without a click. */
    setOn: (isOn: boolean) => rampGain(context, out.gain, isOn ? LOUDNESS : 0, isOn ? RISE_S : 0.4),
  };
}
export type RehearsalSound = ReturnType<typeof createRehearsalSound>;

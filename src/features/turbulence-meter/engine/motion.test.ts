import { describe, expect, it } from 'vitest';
import { createSeededRandom } from '#shared/rules/seeded-random.ts';
import { findRoughestMinute } from '../model.ts';
import {
  createTurbulenceMeter,
  classifyRoughness,
  type MotionSample,
  STRUCTURAL_LOAD_LIMITS,
} from './motion.ts';

/*
 * Fifty traces made by a model. The vertical motion of the aircraft is white noise through the Dryden form of vertical gusts
 * (MIL-F-8785C, 3.7.2.2: w(s) ~ (1 + √3 τ s) / (1 + τ s)², τ = L / V = 533 m / 230 m/s) and the lag of the aircraft, scaled so
 * that its largest change in the last ten seconds is what ICAO calls light (below 0.5 g) or moderate (0.5 to 1.0 g). Upon it
 * come the phone's resting direction, a sensor that reads 2 % off, its noise and the cabin's hum. A hand turns the phone slowly
 * and trembles at 8 to 12 Hz (physiological tremor: Elble and Koller, Tremor, 1990); walking goes up and down twice a second.
 */

const HZ = 50;
const SECONDS = 40;
const GRAVITY = 9.81;
type Kind =
  | 'taxi'
  | 'take-off roll'
  | 'smooth'
  | 'light'
  | 'moderate'
  | 'in a pocket'
  | 'walking'
  | 'hand-held';

interface Trace {
  kind: Kind;
  expected: 'smooth' | 'light' | 'moderate' | 'moved';
  samples: MotionSample[];
}

/** Makes random numbers of the normal distribution (Box and Muller). */
const createNormal = (random: () => number) => () =>
  Math.sqrt(-2 * Math.log(Math.max(1e-9, random()))) * Math.cos(2 * Math.PI * random());

/** White noise through the Dryden form and the aircraft's lag, with this largest value in the last ten seconds. */
function makeGusts(normal: () => number, peak: number, tau = 533 / 230): number[] {
  const dt = 1 / HZ;
  let [one, two, lagged] = [0, 0, 0];
  const raw = Array.from({ length: HZ * SECONDS }, () => {
    const white = normal();
    const before = one;
    one += (dt / tau) * (white - one);
    two += (dt / tau) * (one - two);
    const gust = two + Math.sqrt(3) * tau * (one - before) * HZ * 0.02;
    lagged += (dt / 0.15) * (gust - lagged);
    return lagged;
  });
  const tail = raw.slice(-10 * HZ).map(Math.abs);
  const mean = raw.reduce((sum, value) => sum + value, 0) / raw.length;
  const largest = Math.max(...tail.map((_, index) => Math.abs(raw.at(index - 10 * HZ)! - mean)));
  return raw.map((value) => ((value - mean) / largest) * peak);
}

function makeTrace(kind: Kind, seed: number): Trace {
  const random = createSeededRandom(`${kind} ${seed}`);
  const normal = createNormal(random);
  const between = (low: number, high: number) => low + (high - low) * random();
  const tilt = kind === 'in a pocket' ? between(0.3, 1.4) : between(0, 0.5);
  const turned = between(0, 6.28);
  const down = [
    Math.sin(tilt) * Math.cos(turned),
    Math.sin(tilt) * Math.sin(turned),
    Math.cos(tilt),
  ];
  const isLight = kind !== 'in a pocket' || seed % 2 === 0;
  const peak = {
    taxi: between(0.14, 0.3),
    'take-off roll': between(0.18, 0.35),
    smooth: between(0.01, 0.06),
    light: between(0.15, 0.4),
    moderate: between(0.58, 0.9),
    'in a pocket': isLight ? between(0.15, 0.35) : between(0.01, 0.05),
    walking: 0,
    'hand-held': between(0.02, 0.3),
  }[kind];
  const isOnGround = kind === 'taxi' || kind === 'take-off roll';
  // Wheels over joints: shorter than a gust.
  const gusts = peak > 0 ? makeGusts(normal, peak, isOnGround ? 0.2 : undefined) : [];
  const steps = between(1.7, 2.1);
  const tremor = between(8, 12);
  const samples = Array.from({ length: HZ * SECONDS }, (_, index): MotionSample => {
    const seconds = index / HZ;
    const wave = (hertz: number) => Math.sin(2 * Math.PI * hertz * seconds);
    let up = 1 + (gusts[index] ?? 0);
    let along = kind === 'take-off roll' && seconds > 12 ? 0.25 : 0;
    let turning = Math.abs(normal()) * (kind === 'moderate' ? 2.5 : 1);
    if (kind === 'walking') {
      up += 0.35 * wave(steps) + 0.12 * wave(2 * steps);
      along += 0.15 * wave(steps / 2);
      turning += 60 * Math.abs(wave(steps / 2));
    }
    if (kind === 'hand-held') {
      up += 0.02 * wave(tremor);
      turning += 14 + 10 * wave(0.4) + 6 * Math.abs(wave(tremor));
    }
    if (kind === 'in a pocket') turning += 2 * Math.abs(wave(0.3));
    // Engines and air, felt in the seat.
    up += 0.02 * wave(17) + 0.01 * normal();
    const size = GRAVITY * 1.02;
    return {
      at: Math.round(seconds * 1000),
      x: size * (up * down[0]! + along * Math.cos(tilt)) + 0.03 * normal(),
      y: size * up * down[1]! + 0.03 * normal(),
      z: size * (up * down[2]! - along * Math.sin(tilt)) + 0.03 * normal(),
      turning,
    };
  });
  const isMoved = kind === 'walking' || kind === 'hand-held';
  return { kind, samples, expected: isMoved ? 'moved' : classifyRoughness(peak) };
}

const PLAN: [Kind, number][] = [
  ['taxi', 6],
  ['take-off roll', 6],
  ['smooth', 8],
  ['light', 8],
  ['moderate', 8],
  ['in a pocket', 6],
  ['walking', 4],
  ['hand-held', 4],
];
const traces = PLAN.flatMap(([kind, count]) =>
  Array.from({ length: count }, (_, seed) => makeTrace(kind, seed)),
);

const readAtEnd = ({ samples }: Trace) => {
  const meter = createTurbulenceMeter();
  for (const sample of samples) meter.follow(sample);
  return meter.read();
};

describe('the turbulence meter', () => {
  it('says the right word for at least 45 of 50 traces', () => {
    expect(traces).toHaveLength(50);
    const wrong = traces.flatMap((trace) => {
      const reading = readAtEnd(trace);
      const said = reading.state === 'reading' ? reading.word : reading.state;
      return said === trace.expected ? [] : [`${trace.kind}: ${said}, not ${trace.expected}`];
    });
    // oxlint-disable-next-line no-console -- the figure is for the reader of the run
    console.info(`The meter’s word: right in ${50 - wrong.length} of 50 traces.`);
    expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(5);
  });

  it('says nothing before the phone has lain for two seconds, and again after it was taken up', () => {
    const meter = createTurbulenceMeter();
    const lie = (from: number, to: number, turning = 0) => {
      for (let at = from; at < to; at += 20) meter.follow({ at, x: 0, y: 0, z: 9.9, turning });
    };
    expect(meter.read()).toEqual({ state: 'settling' });
    lie(0, 1900);
    expect(meter.read()).toEqual({ state: 'settling' });
    lie(1900, 4000);
    expect(meter.read()).toMatchObject({ state: 'reading', word: 'smooth' });
    lie(4000, 6000, 40);
    expect(meter.read()).toEqual({ state: 'moved' });
    lie(6000, 12_000);
    const reading = meter.read();
    if (reading.state !== 'reading') throw new Error('It does not read.');
    expect(reading.highest).toBeCloseTo(1, 2);
    expect(reading.trace.length).toBeGreaterThan(10);
  });

  it('keeps twenty seconds of the trace, ten values a second, however long it runs', () => {
    const meter = createTurbulenceMeter();
    for (let at = 0; at < 120_000; at += 16)
      meter.follow({ at, x: 0, y: 9.8, z: 0, turning: null });
    const reading = meter.read();
    if (reading.state !== 'reading') throw new Error('It does not read.');
    expect(reading.trace.length).toBeGreaterThan(150);
    expect(reading.trace.length).toBeLessThan(215);
  });
});

it('has one scale of words, which never says more than pilots’ moderate', () => {
  expect([0, 0.09, 0.1, 0.49, 0.5, 3].map(classifyRoughness)).toEqual([
    'smooth',
    'smooth',
    'light',
    'light',
    'moderate',
    'moderate',
  ]);
  expect(STRUCTURAL_LOAD_LIMITS).toEqual({ limit: 2.5, downwards: -1, ultimate: 3.75 });
});

it('finds the roughest minute of a flight by what differs most from the weight at rest', () => {
  const minute = (lowest: number, highest: number) => ({
    at: '2026-12-03T18:00Z',
    lowest,
    highest,
  });
  const rough = [minute(0.9, 1.2), minute(0.6, 1.1), minute(1, 1.4)];
  expect(findRoughestMinute(rough)).toBe(rough[1]);
  expect(findRoughestMinute([])).toBeNull();
});

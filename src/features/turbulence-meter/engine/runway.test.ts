import { describe, expect, it } from 'vitest';
import { createSeededRandom } from '#shared/rules/seeded-random.ts';
import type { MotionSample } from './motion.ts';
import { createRunwayMotionDetector, type RunwayPhase } from './runway.ts';

/*
 * Fifty traces made by a model, each of what is awaited and of what happens instead. Along the floor: a take-off roll gains 65 to 78 m/s in 28
 * to 42 s, more at its beginning than at its end (drag grows with the square of speed); brakes after landing take 1.7 m/s² (autobrake
 * “low” of an A320) to 3 m/s² (“medium”) for 10 to 22 s; a taxiing aircraft brakes by up to 1.2 m/s² for 3 to 6 s and turns at 6 to 9 m/s
 * with a radius of 60 m; it climbs with up to 15° of pitch. Up and down: joints of the runway and gusts as in `motion.test.ts`, a touch-down
 * of 0.25 to 0.6 g within 0.3 s. Upon it come the phone's resting direction, its noise and the cabin's hum. Figures known: Airbus, Flight Crew
 * Operating Manual A320, DSC-32-30 (autobrake); EUROCONTROL, Base of Aircraft Data.
 */

const HZ = 25;
const GRAVITY = 9.81;

/** What happens in each second: m/s² along the floor and across it, pitch in degrees, roughness and a bump in g. */
interface Second {
  along: number;
  across?: number;
  pitch?: number;
  rough: number;
  bump?: number;
  turning?: number;
}
type Kind =
  | 'take-off roll'
  | 'landing'
  | 'taxi'
  | 'cruise'
  | 'rough air'
  | 'climb'
  | 'hand-held'
  | 'queue';
interface Trace {
  kind: Kind;
  awaited: RunwayPhase;
  samples: MotionSample[];
}

const repeat = (seconds: number, make: (second: number) => Second) =>
  Array.from({ length: Math.round(seconds) }, (_, second) => make(second));

function plan(kind: Kind, random: () => number): Second[] {
  const between = (low: number, high: number) => low + (high - low) * random();
  const rolling = (along = 0): Second => ({ along, rough: 0.06 });
  const taxiing = () => [
    ...repeat(between(8, 20), () => rolling()),
    ...repeat(between(3, 6), () => rolling(-between(0.6, 1.2))),
    ...repeat(between(5, 10), () => rolling(0.4)),
    ...repeat(8, () => ({ ...rolling(), across: between(6, 9) ** 2 / 60, turning: 7 })),
  ];
  switch (kind) {
    case 'take-off roll': {
      const length = between(28, 42);
      const mean = between(65, 78) / length;
      const roll = repeat(length, (second) => rolling(mean * (1.25 - (0.5 * second) / length)));
      return [...taxiing(), ...repeat(12, () => rolling()), ...roll];
    }
    case 'landing': {
      const pressed = between(1.7, 3);
      return [
        ...repeat(40, () => ({ along: -0.2, pitch: 3, rough: 0.05 })),
        { along: -0.5, pitch: 4, rough: 0.05, bump: between(0.25, 0.6) },
        ...repeat(2, () => ({ along: -pressed / 2, pitch: 2, rough: 0.12 })),
        ...repeat(between(10, 22), () => ({ along: -pressed, rough: 0.12 })),
      ];
    }
    case 'taxi':
      return [...taxiing(), ...taxiing()];
    case 'queue':
      return repeat(90, (second) => ({ along: second % 30 < 3 ? 0.9 : 0, rough: 0.01 }));
    case 'climb':
      return repeat(80, (second) => ({ along: 0.3, pitch: 15 - second / 8, rough: 0.04 }));
    case 'cruise':
      return repeat(80, () => ({ along: 0, pitch: 2.5, rough: 0.02 }));
    case 'rough air':
      return repeat(80, () => ({ along: 0, pitch: 2.5, rough: 0.22 }));
    default:
      return repeat(80, () => ({ along: 0, rough: 0.05, turning: 18 }));
  }
}

function makeTrace(kind: Kind, awaited: RunwayPhase, seed: number): Trace {
  const random = createSeededRandom(`${kind} ${awaited} ${seed}`);
  const normal = () => random() + random() + random() + random() - 2;
  const tilt = 0.4 * random();
  const turned = 6.28 * random();
  let joint = 0;
  const samples = plan(kind, random).flatMap((second, index) =>
    Array.from({ length: HZ }, (_, part): MotionSample => {
      const at = index * 1000 + (part * 1000) / HZ;
      joint += (normal() * 1.7 * second.rough - joint) * 0.5;
      const wave = Math.sin((2 * Math.PI * at) / 310);
      const jolt = second.bump && part < 8 ? second.bump : 0;
      const pitch = ((second.pitch ?? 0) * Math.PI) / 180;
      // Of the cabin: forwards, to the side, upwards.
      const up = GRAVITY * (1 + joint + jolt + 0.005 * wave + 0.02 * normal());
      const ahead = second.along + up * Math.sin(pitch);
      const aside = (second.across ?? 0) + 0.1 * normal();
      // Of the phone, which lies at an angle.
      const x = ahead * Math.cos(turned) - aside * Math.sin(turned);
      const y = ahead * Math.sin(turned) + aside * Math.cos(turned);
      const z = up * Math.cos(pitch);
      const held = second.turning ?? 0;
      return {
        at,
        x: x * Math.cos(tilt) + z * Math.sin(tilt) + 0.03 * normal(),
        y: y + 0.03 * normal(),
        z: z * Math.cos(tilt) - x * Math.sin(tilt) + 0.03 * normal(),
        turning: Math.abs(normal()) + held * (held > 10 ? 1 + 0.4 * wave : 1),
      };
    }),
  );
  return { kind, awaited, samples };
}

const PLAN: [Kind, RunwayPhase, number][] = [
  ['take-off roll', 'take_off', 14],
  ['landing', 'landing', 14],
  ['taxi', 'take_off', 8],
  ['queue', 'take_off', 2],
  ['hand-held', 'take_off', 2],
  ['cruise', 'landing', 2],
  ['rough air', 'landing', 4],
  ['climb', 'landing', 2],
  ['hand-held', 'landing', 2],
];
const traces = PLAN.flatMap(([kind, awaited, count]) =>
  Array.from({ length: count }, (_, seed) => makeTrace(kind, awaited, seed)),
);

describe('take-off and touch-down by the motion sensor', () => {
  it('are recognised, and nothing else is, in at least 45 of 50 traces', () => {
    expect(traces).toHaveLength(50);
    const wrong = traces.flatMap(({ kind, awaited, samples }) => {
      const motion = createRunwayMotionDetector(awaited);
      const isProposed = samples.map((sample) => motion.follow(sample)).includes(true);
      const isIt = kind === 'take-off roll' || kind === 'landing';
      return isProposed === isIt ? [] : [`${kind}, awaiting ${awaited}: ${isProposed}`];
    });
    // oxlint-disable-next-line no-console -- the figure is for the reader of the run
    console.info(`Take-off and touch-down by motion: right in ${50 - wrong.length} of 50 traces.`);
    expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(5);
  });

  it('are not looked for while a hand moves the phone', () => {
    const motion = createRunwayMotionDetector('take_off');
    const push = (at: number, turning: number) =>
      motion.follow({ at, x: at > 6_000 ? 2.2 : 0, y: 0, z: GRAVITY, turning });
    const told: boolean[] = [];
    for (let at = 0; at < 30_000; at += 40) told.push(push(at, at > 10_000 ? 30 : 0));
    expect(told).not.toContain(true);
  });
});

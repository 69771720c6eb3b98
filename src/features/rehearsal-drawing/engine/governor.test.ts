import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createQualityGovernor } from './governor.ts';

const TOP = 5;
const SOONEST_MS = 30;
/** What a device needs for a frame at each level, in milliseconds; a frame is never shown sooner than SOONEST_MS. */
function run(costs: readonly number[], seconds: number, start = TOP) {
  const governor = createQualityGovernor(TOP, start);
  const levels: number[] = [];
  for (let passed = 0; passed < seconds * 1000;) {
    const ms = Math.max(SOONEST_MS, costs[governor.level]!);
    passed += ms;
    governor.tell(ms);
    levels.push(governor.level);
  }
  return { levels, governor };
}

describe('the detail of a drawing', () => {
  it('comes to rest at the highest level that a device holds', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: TOP }), (holds) => {
        const costs = Array.from({ length: TOP + 1 }, (_, level) => (level <= holds ? 30 : 70));
        const { levels } = run(costs, 120);
        expect(levels.slice(-100)).toEqual(Array.from({ length: 100 }, () => holds));
      }),
    );
  });

  it.each([48, 50, 60, 70, 72, 75, 90, 100, 120, 144, 165, 240])(
    'comes back on a screen of %i Hz, whose pictures come by the nearest of its own',
    (hertz) => {
      // The page leaves out what comes sooner than this.
      const interval = Math.ceil(29.3 / (1000 / hertz)) * (1000 / hertz);
      const costs = Array.from({ length: TOP + 1 }, () => interval);
      expect(run(costs, 120, 2).governor.level).toBe(TOP);
    },
  );

  it('is given up within three seconds where a frame takes a quarter of one', () => {
    const { levels } = run([40, 60, 260, 400, 600, 900], 3, 2);
    expect(levels.at(-1)).toBe(0);
  });

  it('comes back after a spell in which the device was busy', () => {
    const governor = createQualityGovernor(TOP, 3);
    for (let frame = 0; frame < 12; frame++) governor.tell(60);
    expect(governor.level).toBe(2);
    for (let frame = 0; frame < 24 * 6; frame++) governor.tell(33);
    expect(governor.level).toBe(3);
  });

  it('gives way to stills only where the lowest level is no motion', () => {
    fc.assert(
      fc.property(fc.integer({ min: 33, max: 400 }), (ms) => {
        const costs = Array.from({ length: TOP + 1 }, () => ms);
        expect(run(costs, 30).governor.isTooSlow).toBe(ms > 125);
      }),
    );
  });
});

import { expect, it } from 'vitest';
import { computeLightLevel } from './model.ts';

it('the light rises with the breath in, stays, sinks with the breath out, and rests', () => {
  expect(computeLightLevel({ phase: 'in', progress: 0 })).toBe(0);
  expect(computeLightLevel({ phase: 'in', progress: 0.5 })).toBeCloseTo(0.5);
  expect(computeLightLevel({ phase: 'hold_in', progress: 0.5 })).toBe(1);
  expect(computeLightLevel({ phase: 'out', progress: 1 })).toBeCloseTo(0);
  expect(computeLightLevel({ phase: 'hold_out', progress: 0.2 })).toBe(0);
});

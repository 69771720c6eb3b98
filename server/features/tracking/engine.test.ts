import { expect, it } from 'vitest';
import { computeRetryPauseMs } from './engine.ts';

it('the pause doubles with each failure, up to ten minutes', () => {
  expect([1, 2, 3, 10, 11, 500].map((failures) => computeRetryPauseMs(failures))).toEqual([
    1_000, 2_000, 4_000, 512_000, 600_000, 600_000,
  ]);
});

it('the pause is as long as the service asks for, if that is longer', () => {
  expect([
    computeRetryPauseMs(1, 120_000),
    computeRetryPauseMs(10, 3_000),
    computeRetryPauseMs(1, 86_400_000),
  ]).toEqual([120_000, 512_000, 600_000]);
});

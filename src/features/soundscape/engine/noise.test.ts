import { expect, it } from 'vitest';
import { createBrownNoise, createRainDrops, makeSeamlessLoop, createWhiteNoise } from './noise.ts';

it('makes noise that never clips, has no hum of its own and is the same every time', () => {
  for (const sound of [
    createBrownNoise(48_000, 7),
    createWhiteNoise(48_000, 7),
    createRainDrops(48_000, 48_000, 7),
  ]) {
    const mean = sound.reduce((sum, value) => sum + value, 0) / sound.length;
    expect(Math.max(...sound.map(Math.abs))).toBeLessThanOrEqual(1);
    expect(Math.abs(mean)).toBeLessThan(0.08);
    expect(sound.every(Number.isFinite)).toBe(true);
  }
  expect(createBrownNoise(100, 7)).toEqual(createBrownNoise(100, 7));
});

it('goes round without a click', () => {
  const loop = makeSeamlessLoop(createBrownNoise(48_000, 7), 4_800);
  const steps = loop.slice(1).map((value, i) => Math.abs(value - loop[i]!));
  expect(loop).toHaveLength(43_200);
  expect(Math.abs(loop[0]! - loop.at(-1)!)).toBeLessThanOrEqual(Math.max(...steps));
});

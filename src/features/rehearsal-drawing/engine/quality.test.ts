import { describe, expect, it } from 'vitest';
import { computeSoftness, fitCanvas, fitScene, QUALITY_LEVELS } from './quality.ts';

/** What the maps, the wing and the lamps hold, in bytes, as the bench counts it. */
const MAPS = 6.6e6;
const MAX_BYTES = 60e6;
/** Screens in pixels of the page, each with its pixels for one of those. */
const SCREENS = [
  [360, 640, 3],
  [1024, 768, 2],
  [2560, 1600, 1],
  [3840, 2160, 1],
  [1920, 1080, 2],
  [5120, 2880, 1],
  [2560, 1440, 2],
] as const;

/** Bytes of a picture: four a pixel of the canvas, and of what is drawn four, then six for each sample. */
function countBytes(page: { width: number; height: number }, level: number): number {
  const quality = QUALITY_LEVELS[level]!;
  const canvas = fitCanvas(page, quality.density);
  const scene = fitScene(canvas, quality);
  return (
    canvas.width * canvas.height * 4 +
    scene.width * scene.height * (4 + 6 * Math.max(1, scene.samples))
  );
}

describe('what is held to draw a rehearsal', () => {
  it.each(SCREENS)('is at most 60 MB at every level on %i × %i with %i', (width, height, dense) => {
    for (const [level, { density }] of QUALITY_LEVELS.entries()) {
      const shown = Math.min(density, dense);
      const page = { width: (width * shown) / density, height: (height * shown) / density };
      expect(countBytes(page, level) + MAPS, `level ${level}`).toBeLessThanOrEqual(MAX_BYTES);
    }
  });

  it('smooths the edges of the wing wherever their steps could be seen, at the least detail above all', () => {
    for (const [width, height] of [
      [360, 640],
      [1280, 800],
      [1920, 1080],
    ] as const)
      for (const quality of QUALITY_LEVELS.slice(0, 3)) {
        const canvas = fitCanvas({ width, height }, quality.density);
        expect(fitScene(canvas, quality).samples, `${width} × ${height}`).toBe(4);
      }
  });

  it('is softened where much larger than the scene: on a wide screen at the least detail, not on a small phone', () => {
    const soften = (width: number, height: number, level: number) => {
      const quality = QUALITY_LEVELS[level]!;
      const canvas = fitCanvas({ width, height }, quality.density);
      return computeSoftness(canvas, fitScene(canvas, quality));
    };
    expect(soften(1280, 800, 0)).toBeGreaterThan(0);
    expect(soften(1280, 800, 2)).toBe(0);
    expect(soften(360, 640, 0)).toBe(0);
  });

  it('is given up and taken back in all its parts, from the least to the most', () => {
    const [least, most] = [QUALITY_LEVELS[0]!, QUALITY_LEVELS.at(-1)!];
    for (const part of ['density', 'scale', 'steps', 'lamps', 'drops'] as const)
      expect(least[part], part).toBeLessThan(most[part]);
    const costs = QUALITY_LEVELS.map(({ density, scale, steps }) => (density * scale) ** 2 * steps);
    expect(costs).toEqual(costs.toSorted((a, b) => a - b));
  });

  it('is as fine as the level says where there is room, and keeps the shape of the page where there is none', () => {
    expect(fitCanvas({ width: 360, height: 640 }, 2)).toEqual({ width: 720, height: 1280 });
    const { width, height } = fitCanvas({ width: 5120, height: 2880 }, 2);
    expect(width / height).toBeCloseTo(16 / 9, 2);
    expect(width * height).toBeGreaterThan(3_000_000);
  });
});

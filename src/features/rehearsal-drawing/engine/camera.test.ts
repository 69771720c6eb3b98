import { describe, expect, it } from 'vitest';
import { REHEARSAL_SEATS } from '#shared/rules/rehearsal-dose.ts';
import { layOutWindows, NO_EYE_OFFSET, pointCamera } from './camera.ts';
import { buildWingTriangles, WING_VERTEX_LAYOUT } from './wing.ts';

/** Pixels that the keys above the windows take, and the captions and the course of the flight below them. */
const [KEYS, CAPTIONS] = [56, 60];

describe('the windows of a rehearsal', () => {
  it.each([
    [360, 740],
    [844, 390],
    [740, 360],
    [1280, 800],
  ])(
    'leave room for Stop above them and captions below on a screen of %i × %i',
    (width, height) => {
      const { y, halfHeight } = layOutWindows(width, height);
      expect(height - y - halfHeight).toBeGreaterThanOrEqual(KEYS);
      expect(y - halfHeight).toBeGreaterThanOrEqual(CAPTIONS);
    },
  );
});

describe('what is seen from a seat', () => {
  const opening = layOutWindows(360, 740);
  const look = (seat: (typeof REHEARSAL_SEATS)[number], pitch = 0, bank = 0, heading = 0) =>
    pointCamera(seat, opening, { pitch, bank, heading, offset: NO_EYE_OFFSET });

  it('is the wing from behind, from above or from ahead of it, always in the window', () => {
    const wing = buildWingTriangles();
    const stride = WING_VERTEX_LAYOUT.reduce((sum, size) => sum + size, 0);
    const middles = REHEARSAL_SEATS.map((seat) => {
      const { eye, local } = look(seat);
      const seen: number[] = [];
      for (let i = 0; i < wing.length; i += stride) {
        const way = eye.map((n, axis) => wing[i + axis]! - n);
        const [depth, right, up] = local.map((axis) =>
          axis.reduce((sum, n, at) => sum + n * way[at]!, 0),
        ) as [number, number, number];
        const isIn = depth > 1 && Math.hypot(right / depth / 0.66, up / depth) < 0.6;
        if (isIn) seen.push(right / depth);
      }
      expect(seen.length, `corners of the wing seen ${seat} it`).toBeGreaterThan(50);
      return seen.reduce((sum, x) => sum + x, 0) / seen.length;
    });
    expect(middles).toEqual(middles.toSorted((a, b) => a - b));
    expect(middles[0]).toBeLessThan(0);
    expect(middles.at(-1)).toBeGreaterThan(0);
  });

  it('leans with the aircraft: down where the wing goes down, and the horizon falls away ahead where the nose rises', () => {
    const [level] = look('behind').world;
    expect(look('behind', 0, 20).world[0][1]).toBeLessThan(level[1]);
    expect(look('behind', 0, -20).world[0][1]).toBeGreaterThan(level[1]);
    // To the right of the picture is the tail.
    expect(look('behind', 10).world[1][1]).toBeLessThan(look('behind').world[1][1]);
  });

  it('turns with the aircraft: the sun leaves its window, and lights the wing from its new side', () => {
    // Straight out of the window, a little up.
    const sun = [0, 0.1, 0.995] as [number, number, number];
    const getDepth = (heading: number) =>
      look('over', 0, 0, heading).world[0].reduce((sum, n, i) => sum + n * sun[i]!, 0);
    expect(getDepth(0)).toBeGreaterThan(0.95);
    expect(getDepth(180)).toBeLessThan(-0.95);
    // After a turn to the right what was there is on the left, which is ahead.
    expect(look('over', 0, 0, 90).toLocal(sun)[0]).toBeCloseTo(0.995, 3);
  });
});

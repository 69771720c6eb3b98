import { describe, expect, it } from 'vitest';
import { layOutWindows } from './camera.ts';

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

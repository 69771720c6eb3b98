import { describe, expect, test } from 'vitest';
import { drawSky } from './session-art.ts';

const ids = Array.from({ length: 60 }, (_, i) => `session-${i}`);

describe('session art', () => {
  test('gives one session the same picture every time', () => {
    expect(drawSky('long-exhale', 'flow', 'a')).toBe(drawSky('long-exhale', 'flow', 'a'));
  });
  test('gives every session a picture of its own', () => {
    const pictures = new Set(
      ids.flatMap((id) => [drawSky(id, 'flow', 'a'), drawSky(id, 'load', 'a')]),
    );
    expect(pictures.size).toBe(120);
  });
  test('stays small and carries no style attribute, script or number that failed', () => {
    for (const id of ids) {
      const picture = drawSky(id, 'load', 'a');
      expect(picture.length).toBeLessThan(3500);
      expect(picture).not.toMatch(/style=|script|NaN|undefined/);
    }
  });
});

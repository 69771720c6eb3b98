import { describe, expect, test } from 'vitest';
import { drawSessionArt } from './session-art.ts';

const ids = Array.from({ length: 60 }, (_, i) => `session-${i}`);

describe('session art', () => {
  test('gives one session the same picture every time', () => {
    expect(drawSessionArt('long-exhale', 'flow', 'a')).toBe(
      drawSessionArt('long-exhale', 'flow', 'a'),
    );
  });
  test('gives every session a picture of its own', () => {
    const pictures = new Set(
      ids.flatMap((id) => [drawSessionArt(id, 'flow', 'a'), drawSessionArt(id, 'load', 'a')]),
    );
    expect(pictures.size).toBe(120);
  });
  test('stays small and carries no style attribute, script or number that failed', () => {
    for (const id of ids) {
      const picture = drawSessionArt(id, 'load', 'a');
      expect(picture.length).toBeLessThan(3500);
      expect(picture).not.toMatch(/style=|script|NaN|undefined/);
    }
  });
});

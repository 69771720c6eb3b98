import { describe, expect, test } from 'vitest';
import { type ArtKind, drawSessionArt } from './session-art.ts';
import { SITUATIONS, type Situation } from './situations.ts';

const draw = (id: string, kind: ArtKind, subject?: Situation) =>
  drawSessionArt({ id, kind, subject, scope: 'a' });
const ids = Array.from({ length: 60 }, (_, i) => `session-${i}`);

describe('session art', () => {
  test('gives one session the same picture every time', () => {
    expect(draw('long-exhale', 'flow')).toBe(draw('long-exhale', 'flow'));
  });
  test('gives every session a picture of its own', () => {
    const pictures = new Set(ids.flatMap((id) => [draw(id, 'flow'), draw(id, 'load')]));
    expect(pictures.size).toBe(120);
  });
  test('stays small and carries no style attribute, script or number that failed', () => {
    for (const id of ids) {
      const picture = draw(id, 'load');
      expect(picture.length).toBeLessThan(3500);
      expect(picture).not.toMatch(/style=|script|NaN|undefined/);
    }
  });
  test('shows what a session is about, in a few hundred bytes', () => {
    for (const kind of ['load', 'flow'] as const) {
      const skies = SITUATIONS.map((subject) => draw('one', kind, subject));
      expect(new Set(skies).size).toBe(SITUATIONS.length);
      for (const picture of skies) {
        expect(picture.length - draw('one', kind, 'cruise').length).toBeLessThan(1200);
        expect(picture).not.toMatch(/style=|script|NaN|undefined/);
      }
    }
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { ScriptKind } from './script-timing.ts';
import { buildSessionArtMarkup } from './session-art.ts';
import { SITUATIONS, type Situation } from './situations.ts';

const draw = (id: string, kind: ScriptKind, subject?: Situation) =>
  buildSessionArtMarkup({ id, kind, subject, scope: 'a' });
const ids = Array.from({ length: 60 }, (_, i) => `session-${i}`);

const SESSIONS = new URL('../../content/sessions/', import.meta.url);
const library = readdirSync(SESSIONS).map((slug) => {
  const text = readFileSync(new URL(`${slug}/session.json`, SESSIONS), 'utf8');
  const { kind, situations } = JSON.parse(text) as { kind: ScriptKind; situations: Situation[] };
  return { slug, kind, place: situations[0], picture: draw(slug, kind, situations[0]) };
});
/** The colour at the top of a picture's sky, which tells its hour. */
const readHour = (picture: string) => /stop-color="(#\w+)"/.exec(picture)?.[1];

describe('session art', () => {
  test('gives one session the same picture every time', () => {
    expect(draw('long-exhale', 'flow')).toBe(draw('long-exhale', 'flow'));
  });
  test('gives every session of the library a picture of its own, and each place several hours', () => {
    expect(new Set(library.map(({ picture }) => picture)).size).toBe(library.length);
    for (const place of SITUATIONS) {
      const there = library.filter((one) => one.place === place);
      const hours = new Set(there.map(({ picture }) => readHour(picture)));
      if (place !== 'night') expect(hours.size, place).toBeGreaterThanOrEqual(2);
    }
  });
  test('lets an exposure take place by day, and what is about the night at night', () => {
    const [day, night] = (['cruise', 'night'] as const).map(
      (place) => new Set(ids.map((id) => readHour(draw(id, 'load', place)))),
    );
    expect(night?.size).toBe(1);
    expect(day?.size).toBe(4);
    expect([...(night ?? [])].some((hour) => day?.has(hour))).toBe(false);
  });
  test('lets the clouds below grow small and close towards the horizon, in no rows', () => {
    for (const id of ids) {
      const sizes = [...draw(id, 'flow', 'cruise').matchAll(/<use [^>]*matrix\((\S+)/g)].map(
        ([, size]) => Number(size),
      );
      expect(sizes.length).toBeGreaterThanOrEqual(6);
      expect(sizes).toEqual(sizes.toSorted((a, b) => a - b));
      expect(sizes.at(-1)! / sizes[0]!).toBeGreaterThan(4);
    }
  });
  test('stays as light as it was, 750 bytes compressed, and carries no style attribute, script or number that failed', () => {
    const sizes = library.map(({ picture }) => brotliCompressSync(picture).length);
    expect(sizes.reduce((sum, size) => sum + size) / sizes.length).toBeLessThan(750);
    for (const subject of [undefined, ...SITUATIONS])
      for (const id of ids) {
        const picture = draw(id, 'load', subject);
        expect(picture.length).toBeLessThan(4700);
        expect(picture).not.toMatch(/style=|script|NaN|undefined/);
      }
  });
});

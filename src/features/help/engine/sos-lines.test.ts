import { array, assert, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import en from '#web/locales/en/help.json' with { type: 'json' };
import fr from '#web/locales/fr/help.json' with { type: 'json' };
import { CAUTIONS } from '#shared/rules/cautions.ts';
import { findSosLineIndex, planSosLines, SOS_PIECE_SECONDS, SOS_PIECES } from './sos-lines.ts';

it('the first line of a piece is there with the tap, and the last one ends it', () => {
  assert(
    property(
      array(string({ minLength: 1, maxLength: 60 }), { minLength: 1, maxLength: 14 }),
      (texts) => {
        const lines = planSosLines(texts);
        expect(lines[0]?.at).toBe(0);
        expect(findSosLineIndex(lines, 0)).toBe(0);
        expect(findSosLineIndex(lines, SOS_PIECE_SECONDS)).toBe(texts.length - 1);
      },
    ),
  );
});

describe.each([
  ['en', en],
  ['fr', fr],
] as const)('“Help me now” (%s)', (language, { sos }) => {
  it.each(SOS_PIECES)(
    '“%s” gives each line at least four seconds, and begins with few words',
    (name) => {
      const lines = planSosLines(sos.pieces[name].lines);
      const ends = [...lines.slice(1).map(({ at }) => at), SOS_PIECE_SECONDS];
      for (const [index, { at }] of lines.entries())
        expect(ends[index]! - at).toBeGreaterThanOrEqual(4);
      expect(lines[0]!.text.split(/\s+/u).length).toBeLessThan(8);
    },
  );

  it.each(['heart', 'breath', 'unknown'] as const)(
    '“%s” says among its first lines when to call the crew, in the one wording',
    (name) => {
      const short = CAUTIONS['red-flags-short'][language].replaceAll(/[\u00A0\u202F]/gu, ' ');
      const first = sos.pieces[name].lines
        .slice(0, 3)
        .map((line) => line.replaceAll(/[\u00A0\u202F]/gu, ' '));
      expect(first).toContain(short);
    },
  );

  it('no word panics, promises or colours anything on the way in', () => {
    const words = JSON.stringify([sos.title, sos.pieces, sos.and, sos.light]).toLowerCase();
    expect(words).not.toMatch(/pani(?:c|que)|you(?:’|')?ll be fine|tout ira bien|danger|urgen/u);
  });
});

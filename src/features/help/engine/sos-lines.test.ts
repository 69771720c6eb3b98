import { array, assert, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import en from '#web/locales/en/help.json' with { type: 'json' };
import fr from '#web/locales/fr/help.json' with { type: 'json' };
import { CAUTIONS } from '#shared/rules/cautions.ts';
import { findSosLineIndex, planSosLines, SOS_PIECE_SECONDS, SOS_PIECES } from './sos-lines.ts';

const withPlainSpaces = (text: string) => text.replaceAll(/[\u00A0\u202F]/gu, ' ');

/**
 * What frightens, or promises how it ends. That fear passes is neither: it says what fear does, whatever is done about it, before the
 * signs that are not fear’s.
 */
const FRIGHT_OR_PROMISE =
  /pani(?:c|que)|danger|urgen|emergenc|\bred\b|rouge|promis|promet|you(?:’|')?(?:ll| will) (?:be|feel)|nothing (?:will|can) happen|tout ira|ça ira|vous (?:irez|serez|sentirez)|il n(?:e|’)[^.]* arrivera|\bsafe\b|en sécurité/iu;

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
    '“%s” helps first, and says within forty seconds when to call, in the one wording',
    (name) => {
      const { at } = planSosLines(sos.pieces[name].lines).find(
        ({ text }) =>
          withPlainSpaces(text) === withPlainSpaces(CAUTIONS['red-flags-sos'][language]),
      )!;
      expect(at).toBeGreaterThanOrEqual(20);
      expect(at).toBeLessThanOrEqual(40);
    },
  );

  it('what a body does is said with all that one calls for, in the one wording', () =>
    expect(withPlainSpaces(sos.body)).toContain(withPlainSpaces(CAUTIONS['red-flags'][language])));

  it('no word panics, promises or colours anything on the way in', () => {
    const { title, light, how, pieces, and, what, listen, body } = sos;
    const words = JSON.stringify([title, light, how, pieces, and, what, listen, body]);
    expect(words).not.toMatch(FRIGHT_OR_PROMISE);
  });
});

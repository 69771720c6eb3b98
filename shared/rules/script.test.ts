import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ScriptOptions } from './script.ts';
import { parseScript } from './script.ts';
import { SCRIPT_SOUNDS } from './script-timing.ts';

const FLOW: ScriptOptions = { language: 'en', kind: 'flow', category: 'meditation' };
const HEADER = 'title: The long exhale\nsummary: One skill.\ntags: breathing, in the seat\n---\n';

function listErrors(text: string, options = FLOW) {
  const parsed = parseScript(text, options);
  return parsed.ok ? [] : parsed.errors.map(({ line, column, code }) => [line, column, code]);
}
/** The errors of one line of script under a good header and before a good line. */
function lineErrors(line: string) {
  return listErrors(`${HEADER}${line}\nStay.`).map(([, column, code]) => [column, code]);
}

describe('a good script', () => {
  it('becomes a header and cues that follow each other in time', () => {
    const body = [
      '[ambience cabin]            # cabin | rain | brown | pad | none',
      '[chime]',
      '# a note for whoever edits this',
      'This takes five  minutes. It teaches one thing.',
      '',
      '[pause 4]',
      '  [breathe in 4 hold 1.5 out 6 x6]',
      'Stay.',
    ].join('\r\n');
    const parsed = parseScript(`\ufeff${HEADER}${body}\n`, FLOW);
    const first = Math.round((4 / 110) * 60_000) + 350;
    expect(parsed).toEqual({
      ok: true,
      header: {
        title: 'The long exhale',
        summary: 'One skill.',
        tags: ['breathing', 'in the seat'],
        sources: [],
      },
      cues: [
        { type: 'ambience', at: 0, duration: 0, name: 'cabin' },
        { type: 'chime', at: 0, duration: 2000 },
        {
          type: 'say',
          at: 2000,
          duration: first,
          text: 'This takes five minutes.',
          paragraph: 0,
        },
        {
          type: 'say',
          at: 2000 + first,
          duration: first + 700,
          text: 'It teaches one thing.',
          paragraph: 0,
        },
        { type: 'pause', at: 2700 + 2 * first, duration: 4000 },
        {
          type: 'breathe',
          at: 6700 + 2 * first,
          duration: 69_000,
          in: 4,
          holdIn: 1.5,
          out: 6,
          holdOut: 0,
          cycles: 6,
        },
        { type: 'say', at: 75_700 + 2 * first, duration: 1595, text: 'Stay.', paragraph: 1 },
      ],
      durationMs: 77_295 + 2 * first,
    });
  });

  it('keeps sources in order, colons inside included', () => {
    const text = `title: A\nsummary: B\nsource: FAA: Handbook, 2021\nsource: EASA, 2023\n---\nStay.`;
    const parsed = parseScript(text, { language: 'en', kind: 'load', category: 'technical' });
    expect(parsed.ok && parsed.header.sources).toEqual(['FAA: Handbook, 2021', 'EASA, 2023']);
    expect(parsed.ok && parsed.header.tags).toEqual([]);
  });
});

describe('a cue that asks something of the listener', () => {
  it('counts a sound by its seconds, a wait as 20 s and a rating as 6 s', () => {
    const body = '[rate fear]\n[sound gear 30]\n[wait]\n[rate sure]\nStay.';
    const parsed = parseScript(`${HEADER}${body}`, FLOW);
    expect(parsed.ok && parsed.cues.slice(0, 4)).toEqual([
      { type: 'rate', at: 0, duration: 6_000, name: 'fear' },
      { type: 'sound', at: 6_000, duration: 30_000, name: 'gear' },
      { type: 'wait', at: 36_000, duration: 20_000 },
      { type: 'rate', at: 56_000, duration: 6_000, name: 'sure' },
    ]);
  });
});

describe('a header that is wrong', () => {
  it('is told with every fault and its line', () => {
    const text = 'title: A\ntitle: B\nsummary:\nauthor: C\nnonsense\ntags: a,, b\n---\nStay.';
    expect(listErrors(text)).toEqual([
      [2, 1, 'duplicate_header'],
      [3, 9, 'empty_header'],
      [4, 1, 'unknown_header'],
      [5, 1, 'bad_header'],
      [6, 7, 'empty_tag'],
    ]);
  });

  it('lacks a title, a summary, or the source of a technical session', () => {
    expect(listErrors('---\nStay.', { ...FLOW, category: 'technical' })).toEqual([
      [1, undefined, 'missing_title'],
      [1, undefined, 'missing_summary'],
      [1, undefined, 'missing_source'],
    ]);
  });

  it('has a summary of 180 characters at most', () => {
    const fits = `title: A\nsummary: ${'é'.repeat(180)}\n---\nStay.`;
    expect(listErrors(fits)).toEqual([]);
    expect(listErrors(fits.replace('é', 'éé'))).toEqual([[2, 10, 'summary_too_long']]);
  });

  it('forgot the line that ends it, and the rest is still checked', () => {
    expect(listErrors('title: A\nsummary: B\nStay.\n[pause 0]')).toEqual([
      [3, undefined, 'missing_separator'],
      [4, 8, 'pause_seconds'],
    ]);
    expect(listErrors('').map(([, , code]) => code)).toContain('missing_separator');
  });
});

describe('a line that is wrong', () => {
  it.each([
    ['[pause]', 7, 'pause_form'],
    ['[pause 4 5]', 10, 'pause_form'],
    ['  [pause 0.4]', 10, 'pause_seconds'],
    ['[pause 120.5]', 8, 'pause_seconds'],
    ['[pause four]', 8, 'pause_seconds'],
    ['[pause 1e1]', 8, 'pause_seconds'],
    ['[pause 2,5]', 8, 'decimal_comma'],
    ['[breathe]', 9, 'breathe_form'],
    ['[breathe in 4 out 6]', 20, 'breathe_form'],
    ['[breathe out 6 in 4 x3]', 10, 'breathe_form'],
    ['[breathe in 4 out 6 x3 x4]', 24, 'breathe_form'],
    ['[breathe in 0.9 out 6 x3]', 13, 'breathe_seconds'],
    ['[breathe in 4.55 out 6 x3]', 13, 'breathe_seconds'],
    ['[breathe in 4 hold 16 out 6 x3]', 20, 'breathe_seconds'],
    ['[breathe in 4 out 6 x0]', 21, 'breathe_cycles'],
    ['[breathe in 4 out 6 x31]', 21, 'breathe_cycles'],
    ['[breathe in 4 out 6 x2.5]', 21, 'breathe_cycles'],
    ['[ambience]', 10, 'ambience_name'],
    ['[ambience sea]', 11, 'ambience_name'],
    ['[chime 3]', 8, 'chime_form'],
    ['[sound]', 7, 'sound_name'],
    ['[sound sea 20]', 8, 'sound_name'],
    ['[sound rain]', 12, 'sound_form'],
    ['[sound rain 20 30]', 16, 'sound_form'],
    ['[sound rain 121]', 13, 'sound_seconds'],
    ['[sound rain 0,5]', 13, 'decimal_comma'],
    ['[wait 20]', 7, 'wait_form'],
    ['[rate]', 6, 'rate_name'],
    ['[rate joy]', 7, 'rate_name'],
    ['[rate fear 3]', 12, 'rate_name'],
    ['Write it down. [wait]', 16, 'directive_in_text'],
    ['[Chime]', 2, 'unknown_directive'],
    ['[constructor]', 2, 'unknown_directive'],
    ['[]', 2, 'unknown_directive'],
    ['[chime', 7, 'unclosed_directive'],
    ['[chime] and more', 9, 'text_after_directive'],
    ['Breathe out. [pause 4]', 14, 'directive_in_text'],
    ['---', 1, 'text_without_words'],
    ['Stay\u0000.', 5, 'control_character'],
  ])('%s is refused with its column and code', (line, column, code) => {
    expect(lineErrors(line)).toEqual([[column, code]]);
  });

  it.each([
    '[pause 0.5]',
    '[pause 120]',
    '[breathe in 1 hold 15 out 1.5 hold 2 x30]',
    '[ chime ]',
    '[sound spool-up 0.5]',
    '[sound touch-down 120]',
    '[ wait ]',
  ])('%s at the edge is taken', (line) => {
    expect(lineErrors(line)).toEqual([]);
  });

  it('is reported beside all the others, in order, in plain words', () => {
    const parsed = parseScript(`${HEADER}[pause 0]\nStay.\n[sing]\n[chime 2]`, FLOW);
    expect(parsed.ok ? [] : parsed.errors).toEqual([
      {
        line: 5,
        column: 8,
        code: 'pause_seconds',
        message: '"0" must be a number of seconds from 0.5 to 120.',
      },
      {
        line: 7,
        column: 2,
        code: 'unknown_directive',
        message:
          '"sing" is not a cue. Use one of pause, breathe, ambience, chime, sound, wait, rate, caution.',
      },
      {
        line: 8,
        column: 8,
        code: 'chime_form',
        message: 'A chime is written [chime], nothing more.',
      },
    ]);
  });

  it('is the whole script when nothing is ever said', () => {
    expect(listErrors(`${HEADER}[chime]\n[pause 4]`).map(([, , code]) => code)).toEqual([
      'empty_script',
    ]);
  });
});

describe('any script', () => {
  const line = fc.oneof(
    fc.constantFrom('Stay. Look around. M. Dupont aussi.', '[chime]', '[ambience rain]', '# note'),
    fc.constantFrom('[wait]', '[rate fear]', '[rate sure]'),
    fc
      .record({
        name: fc.constantFrom(...SCRIPT_SOUNDS),
        half: fc.integer({ min: 1, max: 240 }),
      })
      .map(({ name, half }) => `[sound ${name} ${half / 2}]`),
    fc.integer({ min: 1, max: 240 }).map((half) => `[pause ${half / 2}]`),
    fc
      .record({ a: fc.integer({ min: 10, max: 150 }), x: fc.integer({ min: 1, max: 30 }) })
      .map(({ a, x }) => `[breathe in ${a / 10} out ${a / 10} hold 1 x${x}]`),
  );

  it('has cues in whole milliseconds that touch each other, from 0 to its duration', () => {
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const parsed = parseScript(`${HEADER}Begin.\n${lines.join('\n')}`, FLOW);
        expect(parsed.ok).toBe(true);
        if (!parsed.ok) return;
        let at = 0;
        for (const cue of parsed.cues) {
          expect(cue.at).toBe(at);
          expect(Number.isSafeInteger(cue.duration)).toBe(true);
          at += cue.duration;
        }
        expect(parsed.durationMs).toBe(at);
      }),
    );
  });

  it('is read or refused, and never throws, whatever the text', () => {
    const piece = fc.oneof(fc.string(), line, fc.constantFrom('\n', '---\n', 'title: ', '[', ']'));
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = pieces.join('');
        const parsed = parseScript(text, FLOW);
        if (parsed.ok) return;
        const lines = text.split(/\r\n|\r|\n/u).length;
        for (const error of parsed.errors) {
          expect(error.line).toBeGreaterThanOrEqual(1);
          expect(error.line).toBeLessThanOrEqual(lines);
          expect(error.message).toMatch(/[.]$/u);
        }
      }),
      { numRuns: 500 },
    );
  });
});

// Found by hand: the time grew with the cube of the length, and held up all requests.
it.each([' ', '\t', 'mr. ', '1. ', '. ', 'a', '['])(
  'a line of 24,000 characters of %j is read as any other, above the script and in it',
  (unit) => {
    const line = `x${unit.repeat(24_000 / unit.length)}[`;
    expect(listErrors(`${line}\n${HEADER}Stay.`)).toEqual([[1, 1, 'bad_header']]);
    expect(parseScript(`${HEADER}Stay ${unit.repeat(24_000 / unit.length)}.`, FLOW)).toBeDefined();
  },
);

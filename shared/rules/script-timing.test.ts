import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BreatheCue, Cue } from './script-timing.ts';
import {
  computeBreatheCueDurationMs,
  getBreatheCueMoment,
  findCueIndex,
  getSpeakingWordsPerMinute,
  estimateSentenceMs,
  getScriptDurationMs,
  groupSentencesByParagraph,
} from './script-timing.ts';

const timing = { in: 4, holdIn: 2, out: 6, holdOut: 0, cycles: 3 };
const breathe: BreatheCue = {
  type: 'breathe',
  at: 0,
  duration: computeBreatheCueDurationMs(timing),
  ...timing,
};

const TENTHS = fc.integer({ min: 10, max: 150 }).map((value) => value / 10);

describe('pace', () => {
  it('is slow for flow and for meditations, and a conversation otherwise', () => {
    expect(getSpeakingWordsPerMinute({ language: 'en', kind: 'flow', category: 'technical' })).toBe(
      110,
    );
    expect(
      getSpeakingWordsPerMinute({ language: 'fr', kind: 'flow', category: 'meditation' }),
    ).toBe(115);
    expect(
      getSpeakingWordsPerMinute({ language: 'fr', kind: 'load', category: 'meditation' }),
    ).toBe(115);
    expect(getSpeakingWordsPerMinute({ language: 'en', kind: 'load', category: 'podcast' })).toBe(
      140,
    );
    expect(getSpeakingWordsPerMinute({ language: 'fr', kind: 'load', category: 'technical' })).toBe(
      140,
    );
  });

  it('gives a sentence its words, 350 ms, and 700 ms more at the end of a paragraph', () => {
    expect(estimateSentenceMs('one two three four five six seven', 140, false)).toBe(3000 + 350);
    expect(estimateSentenceMs('one two three four five six seven', 140, true)).toBe(3000 + 1050);
  });
});

describe('the cue under way', () => {
  const cues = fc.array(fc.nat({ max: 20 }), { maxLength: 30 }).map((lengths) =>
    lengths.map((duration, index) => ({
      at: lengths.slice(0, index).reduce((sum, length) => sum + length, 0),
      duration,
    })),
  );

  it('is found by binary search just as by looking at every cue in turn', () => {
    fc.assert(
      fc.property(cues, fc.integer({ min: -5, max: 700 }), (list, ms) => {
        const begun = list.findLastIndex((cue) => cue.at <= ms);
        expect(findCueIndex(list, ms)).toBe(list.length > 0 ? Math.max(0, begun) : -1);
      }),
    );
  });
});

describe('a breathing exercise', () => {
  it('goes through its phases and skips a hold of no length', () => {
    expect(getBreatheCueMoment(breathe, 0)).toEqual({
      phase: 'in',
      progress: 0,
      secondsLeft: 4,
      cycle: 1,
    });
    expect(getBreatheCueMoment(breathe, 3001).secondsLeft).toBe(1);
    expect(getBreatheCueMoment(breathe, 4000)).toMatchObject({ phase: 'hold_in', secondsLeft: 2 });
    expect(getBreatheCueMoment(breathe, 9000)).toMatchObject({ phase: 'out', progress: 0.5 });
    expect(getBreatheCueMoment(breathe, 12_000)).toMatchObject({ phase: 'in', cycle: 2 });
    expect(getBreatheCueMoment(breathe, 36_000)).toEqual({
      phase: 'out',
      progress: 1,
      secondsLeft: 0,
      cycle: 3,
    });
  });

  it('always has a phase, a progress from 0 to 1 and a cycle that exists', () => {
    const parts = fc.record({
      in: TENTHS,
      holdIn: fc.oneof(fc.constant(0), TENTHS),
      out: TENTHS,
      holdOut: fc.oneof(fc.constant(0), TENTHS),
      cycles: fc.integer({ min: 1, max: 30 }),
    });
    fc.assert(
      fc.property(parts, fc.double({ min: -1, max: 2, noNaN: true }), (part, share) => {
        const cue: BreatheCue = {
          type: 'breathe',
          at: 0,
          duration: computeBreatheCueDurationMs(part),
          ...part,
        };
        expect(Number.isInteger(cue.duration)).toBe(true);
        const now = getBreatheCueMoment(cue, share * cue.duration);
        expect(now.progress).toBeGreaterThanOrEqual(0);
        expect(now.progress).toBeLessThanOrEqual(1);
        expect(now.cycle).toBeGreaterThanOrEqual(1);
        expect(now.cycle).toBeLessThanOrEqual(part.cycles);
        expect(Number.isInteger(now.secondsLeft)).toBe(true);
        if (part.holdIn === 0) expect(now.phase).not.toBe('hold_in');
      }),
    );
  });
});

describe('a transcript', () => {
  const cues: Cue[] = [
    { type: 'chime', at: 0, duration: 5 },
    { type: 'say', at: 5, duration: 5, text: 'A.', paragraph: 0 },
    { type: 'say', at: 10, duration: 5, text: 'B.', paragraph: 0 },
    { type: 'pause', at: 15, duration: 5 },
    { type: 'say', at: 20, duration: 5, text: 'C.', paragraph: 1 },
  ];

  it('groups sentences by paragraph and points each at its cue', () => {
    expect(groupSentencesByParagraph(cues)).toEqual([
      {
        paragraph: 0,
        sentences: [
          { text: 'A.', cue: 1, at: 5 },
          { text: 'B.', cue: 2, at: 10 },
        ],
      },
      { paragraph: 1, sentences: [{ text: 'C.', cue: 4, at: 20 }] },
    ]);
    expect(getScriptDurationMs(cues)).toBe(25);
    expect(getScriptDurationMs([])).toBe(0);
  });
});

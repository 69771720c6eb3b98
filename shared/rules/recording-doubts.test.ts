import { assert, double, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findRecordingDoubts } from './recording-doubts.ts';
import type { RecordingSpan } from './script-alignment.ts';
import { parseScript } from './script.ts';
import type { Cue } from './script-timing.ts';

/** A script of nine minutes or so, with a long pause after each third sentence; `shift` moves them. */
function readScript(shift = 0): Cue[] {
  const lines = Array.from({ length: 45 }, (_, at) => {
    const pause = at % 5 === shift ? '\n[pause 25]' : '';
    return `Let the seat carry you, and notice the sound ${at} of the wind.${pause}`;
  });
  const parsed = parseScript(`title: T\nsummary: S.\n---\n${lines.join('\n')}\n`, {
    language: 'en',
    kind: 'flow',
    category: 'meditation',
    form: 'full',
  } as never);
  if (!parsed.ok) throw new Error('The script has faults');
  return parsed.cues;
}
const CUES = readScript();
const end = (cues: readonly Cue[]) => {
  const last = cues.at(-1);
  return last ? last.at + last.duration : 0;
};

/** The silences of a voice that reads these cues: after each sentence, at the pace given. */
function read(cues: readonly Cue[], pace = 1) {
  const said = cues.filter(({ type }) => type === 'say');
  const silences = said.map(({ at, duration }, index): RecordingSpan => {
    const next = said[index + 1]?.at ?? end(cues);
    return [(at + duration - 300) * pace, next * pace];
  });
  return { durationMs: end(cues) * pace, silences };
}
const list = ({ durationMs, silences }: ReturnType<typeof read>, cues = CUES) =>
  findRecordingDoubts(cues, durationMs, silences).map(({ kind }) => kind);

describe('a recording held against its script', () => {
  it('is not doubted at any pace at which people read', () => {
    assert(
      property(double({ min: 0.65, max: 1.6, noNaN: true }), (pace) => {
        expect(list(read(CUES, pace))).toEqual([]);
      }),
    );
  });

  it.each([
    ['of eleven seconds', { durationMs: 11_000, silences: [[10_000, 11_000]] as RecordingSpan[] }],
    ['cut at 24 seconds', { durationMs: 24_000, silences: read(CUES).silences.slice(0, 4) }],
  ])('%s is too short', (_what, recording) => expect(list(recording)).toContain('too_short'));

  it('says what was found and what the script takes', () => {
    const [doubt] = findRecordingDoubts(CUES, 11_000, []);
    expect(doubt).toEqual({
      kind: 'too_short',
      found: 11,
      expected: Math.round(end(CUES) / 1000),
    });
  });

  it('of fifteen minutes of silence is a hole, and says nothing', () => {
    const durationMs = 900_000;
    const doubts = list({ durationMs, silences: [[0, durationMs]] });
    expect(doubts).toContain('silence');
    expect(doubts).toContain('sentences');
  });

  it('with a hole in the middle of it is doubted', () => {
    const { durationMs, silences } = read(CUES);
    const hole = 90_000;
    const moved = silences.map(([from, to], at): RecordingSpan =>
      at < 20 ? [from, to] : at === 20 ? [from, to + hole] : [from + hole, to + hole],
    );
    expect(list({ durationMs: durationMs + hole, silences: moved })).toContain('silence');
  });

  it('of another session of the same length has its pauses elsewhere', () => {
    const other = readScript(2);
    const half = other.slice(0, Math.floor(other.length / 2));
    // As long, but its long pauses are all in its first half.
    const { silences } = read(half);
    expect(list({ durationMs: end(CUES), silences })).toContain('pauses');
  });

  it('much longer than the script is too long', () =>
    expect(list(read(CUES, 2))).toContain('too_long'));

  it('is judged by its length alone where no silences are known', () => {
    expect(findRecordingDoubts(CUES, end(CUES), [])).toEqual([]);
    expect(findRecordingDoubts([], 1000, [])).toEqual([]);
  });
});

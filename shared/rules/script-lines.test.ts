import { describe, expect, it } from 'vitest';
import { parseScript } from './script.ts';
import { timeScript } from './script-lines.ts';

const OPTIONS = { language: 'en', kind: 'flow', category: 'meditation' } as const;
const SCRIPT = `title: One
summary: Two.
---
# a comment
Breathe in. Breathe out.

[pause 4]
Well done.
`;

describe('the timing of lines', () => {
  it('gives each line that takes time its place', () => {
    const parsed = parseScript(SCRIPT, OPTIONS);
    const { lines, cues, durationMs } = timeScript(SCRIPT, OPTIONS);
    expect(parsed.ok && [parsed.cues, parsed.durationMs]).toEqual([cues, durationMs]);
    expect(lines.map(({ line, cues: own }) => [line, own.length])).toEqual([
      [5, 2],
      [7, 1],
      [8, 1],
    ]);
    expect(lines.map(({ at }) => at)).toEqual([0, cues[2]?.at, cues[3]?.at]);
  });

  it('leaves out lines with faults, and times the others', () => {
    const faulty = SCRIPT.replace('[pause 4]', '[pause four]').replace('summary: Two.\n', '');
    const { lines } = timeScript(faulty, OPTIONS);
    expect(lines.map(({ line }) => line)).toEqual([4, 7]);
  });

  it('times nothing where nothing is said', () =>
    expect(timeScript('title: One\n---\n', OPTIONS)).toEqual({
      lines: [],
      cues: [],
      durationMs: 0,
    }));
});

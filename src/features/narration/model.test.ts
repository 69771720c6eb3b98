import { describe, expect, it } from 'vitest';
import type { Cue } from '#shared/rules/script.ts';
import {
  getAmbienceAt,
  buildCaptionPages,
  findCueAndBreath,
  findCaptionPage,
  buildTranscript,
  getMsUntilNextChange,
} from './model.ts';

const sentence = (at: number, text: string, paragraph: number): Cue => ({
  type: 'say',
  at,
  duration: 4_000,
  text,
  paragraph,
});
const cues: Cue[] = [
  { type: 'ambience', at: 0, duration: 0, name: 'rain' },
  sentence(0, 'One.', 0),
  sentence(4_000, 'Two.', 0),
  { type: 'breathe', at: 8_000, duration: 24_000, in: 4, holdIn: 2, out: 6, holdOut: 0, cycles: 2 },
  { type: 'ambience', at: 32_000, duration: 0, name: 'none' },
  sentence(32_000, 'x'.repeat(170), 1),
  sentence(36_000, 'y'.repeat(100), 1),
];

describe('a moment of the session', () => {
  it('knows its cue, its breath and the sound under it', () => {
    expect(findCueAndBreath(cues, 4_500)).toMatchObject({ index: 2, into: 500, breath: null });
    expect(findCueAndBreath(cues, 15_000).breath).toMatchObject({ phase: 'out', secondsLeft: 5 });
    expect(getAmbienceAt(cues, 31_999)).toBe('rain');
    expect(getAmbienceAt(cues, 32_000)).toBe('none');
  });

  it('knows when something changes next', () => {
    expect(getMsUntilNextChange(cues, 1_000, 40_000)).toBe(3_000);
    expect(getMsUntilNextChange(cues, 8_500, 40_000)).toBe(3_500);
    expect(getMsUntilNextChange(cues, 21_000, 40_000)).toBe(3_000);
    expect(getMsUntilNextChange(cues, 39_000, 40_000)).toBe(1_000);
  });
});

describe('captions', () => {
  const pages = buildCaptionPages(cues);
  it('come a paragraph at a time, and a long paragraph in parts', () => {
    expect(pages.map((page) => page.map(({ cue }) => cue))).toEqual([[1, 2], [5], [6]]);
  });
  it('stay while one breathes', () => {
    expect(findCaptionPage(pages, 3)).toBe(pages[0]);
    expect(findCaptionPage(pages, 0)).toBe(pages[0]);
    expect(findCaptionPage(pages, 6)).toBe(pages[2]);
  });
  it('make a transcript with the exercises in their places', () => {
    expect(buildTranscript(cues).map(({ type }) => type)).toEqual([
      'paragraph',
      'event',
      'paragraph',
    ]);
  });
});

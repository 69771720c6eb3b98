import { breathPhaseAt, cueAt } from '#shared/rules/script.ts';
import type { AmbienceName, BreatheCue, BreathPhase, Cue, SayCue } from '#shared/rules/script.ts';

/** What is under way at a moment of the session; `into` is milliseconds since the cue began. */
export interface Moment {
  index: number;
  cue: Cue | undefined;
  into: number;
  breath: BreathPhase | null;
}

/** The cue, and the breath if there is one, at a position in milliseconds. */
export function momentAt(cues: readonly Cue[], ms: number): Moment {
  const index = cueAt(cues, ms);
  const cue = cues[index];
  const into = cue ? Math.max(0, ms - cue.at) : 0;
  return { index, cue, into, breath: cue?.type === 'breathe' ? breathPhaseAt(cue, into) : null };
}

/** How fast a cue goes at a speed: nobody breathes faster for being in a hurry. */
export const paceOf = (cue: Cue | undefined, speed: number) =>
  cue?.type === 'breathe' ? 1 : speed;

/**
 * Where one comes from a position in so many milliseconds of the device's time, at a speed. Walked cue by
 * cue, so that a timer that rings late, or not at all in a hidden tab, changes nothing.
 */
export function walk(cues: readonly Cue[], from: number, ms: number, speed: number): number {
  let position = from;
  let left = ms;
  for (let index = Math.max(0, cueAt(cues, from)); ; index++) {
    const pace = paceOf(cues[index], speed);
    const end = cues[index + 1]?.at ?? Infinity;
    if (position + left * pace <= end) return position + left * pace;
    left -= (end - position) / pace;
    position = end;
  }
}

/** The sound that lies under a position: the last one asked for before it. */
export function ambienceAt(cues: readonly Cue[], ms: number): AmbienceName {
  for (let index = cueAt(cues, ms); index >= 0; index--) {
    const cue = cues[index];
    if (cue?.type === 'ambience' && cue.at <= ms) return cue.name;
  }
  return 'none';
}

/** Milliseconds until something changes (the next cue, the next breath phase), at least 1. */
export function untilNextChange(cues: readonly Cue[], ms: number, durationMs: number): number {
  const { index, cue, into } = momentAt(cues, ms);
  const next = cues[index + 1]?.at ?? durationMs;
  let until = next - ms;
  if (cue?.type === 'breathe') until = Math.min(until, untilNextPhase(cue, into));
  return Math.max(1, until);
}

function untilNextPhase(cue: BreatheCue, into: number): number {
  const lengths = [cue.in, cue.holdIn, cue.out, cue.holdOut].map((s) => Math.round(s * 1000));
  const cycle = lengths.reduce((sum, length) => sum + length, 0);
  let left = cycle > 0 ? into % cycle : 0;
  for (const length of lengths) {
    if (left < length) return length - left;
    left -= length;
  }
  return 1;
}

/** A sentence of the captions, with the index of the cue that says it. */
export interface Line {
  cue: number;
  at: number;
  text: string;
}
const PAGE_CHARACTERS = 180;

/** The captions cut into screenfuls: whole sentences of one paragraph, as many as are read at ease. */
export function captionPages(cues: readonly Cue[]): Line[][] {
  const pages: Line[][] = [];
  let paragraph = -1;
  let characters = 0;
  for (const [index, cue] of cues.entries()) {
    if (cue.type !== 'say') continue;
    const page = pages.at(-1);
    const line = { cue: index, at: cue.at, text: cue.text };
    characters += cue.text.length;
    if (page && cue.paragraph === paragraph && characters <= PAGE_CHARACTERS) page.push(line);
    else {
      pages.push([line]);
      characters = cue.text.length;
    }
    paragraph = cue.paragraph;
  }
  return pages;
}

/** The screenful to show while a cue is under way: the one being said, or said last. */
export function pageAt(pages: readonly Line[][], cueIndex: number): Line[] {
  const begun = pages.findLast((page) => (page[0]?.cue ?? 0) <= cueIndex);
  return begun ?? pages[0] ?? [];
}

/** One step of the transcript: a paragraph to read, or a breathing exercise. */
export type TranscriptStep =
  | { type: 'paragraph'; lines: Line[] }
  | { type: 'breathe'; index: number; cue: BreatheCue };

/** The whole session to read: its paragraphs, with the exercises where they come. */
export function transcriptSteps(cues: readonly Cue[]): TranscriptStep[] {
  const steps: TranscriptStep[] = [];
  let paragraph = -1;
  for (const [index, cue] of cues.entries()) {
    if (cue.type === 'breathe') steps.push({ type: 'breathe', index, cue });
    if (cue.type !== 'say') continue;
    const last = steps.at(-1);
    const line = { cue: index, at: cue.at, text: cue.text };
    if (last?.type === 'paragraph' && cue.paragraph === paragraph) last.lines.push(line);
    else steps.push({ type: 'paragraph', lines: [line] });
    paragraph = cue.paragraph;
  }
  return steps;
}

/** The first sentence at or after a cue, and its index; null when none is left. */
export function nextSay(cues: readonly Cue[], from: number): { index: number; cue: SayCue } | null {
  for (let index = Math.max(0, from); index < cues.length; index++) {
    const cue = cues[index];
    if (cue?.type === 'say') return { index, cue };
  }
  return null;
}

import { findCueIndex, getBreatheCueMoment } from '#shared/rules/script-timing.ts';
import { getReadingSpeedFactor } from './engine/reading-pace.ts';
import type { Language } from '#shared/rules/languages.ts';
import type {
  AmbienceName,
  BreatheCue,
  BreatheCueMoment,
  Cue,
  SelfRatingCue,
  SayCue,
  SoundCue,
  WaitCue,
} from '#shared/rules/script.ts';

/** What is played: the cues in their order, and a recording of them where there is one. */
export interface PlayableScript {
  cues: readonly Cue[];
  durationMs: number;
  language: Language;
  recordingUrl: string | null;
}

/** The state at one position: the cue, the milliseconds since it began, and the breath. */
export interface NarrationMoment {
  index: number;
  cue: Cue | undefined;
  into: number;
  breath: BreatheCueMoment | null;
}

/**
 * Returns where a narration stands at `ms` milliseconds: the cue and its index, the milliseconds since the cue began
 * (`into`), and, when the cue is a breathing exercise, the phase of the breath at that time (`breath`, else null).
 */
export function findCueAndBreath(cues: readonly Cue[], ms: number): NarrationMoment {
  const index = findCueIndex(cues, ms);
  const cue = cues[index];
  const into = cue ? Math.max(0, ms - cue.at) : 0;
  return {
    index,
    cue,
    into,
    breath: cue?.type === 'breathe' ? getBreatheCueMoment(cue, into) : null,
  };
}

/** A cue at which the session stands still until the listener goes on. */
export type HoldCue = WaitCue | SelfRatingCue;

/** Returns whether a cue makes the session wait for the listener, as waits and ratings do. */
export const isHoldCue = (cue: Cue | undefined): cue is HoldCue =>
  cue?.type === 'wait' || cue?.type === 'rate';

/**
 * Returns the next position, in milliseconds, at which the session waits for the listener: `from` itself inside a wait
 * or a rating, Infinity where none follows.
 */
export function getNextHoldMsOrInfinity(cues: readonly Cue[], from: number): number {
  for (let index = Math.max(0, findCueIndex(cues, from)); index < cues.length; index++) {
    const cue = cues[index];
    if (isHoldCue(cue) && from < cue.at + cue.duration) return Math.max(from, cue.at);
  }
  return Infinity;
}

/**
 * Returns the speed factor at which a cue is played when the listener has chosen `speed`: 1 for breathing exercises and
 * sounds, which are never sped up. With `isRead` sentences take the time that reading takes.
 */
export function getCueSpeedFactor(cue: Cue | undefined, speed: number, isRead = false): number {
  if (cue?.type === 'breathe' || cue?.type === 'sound') return 1;
  return cue?.type === 'say' && isRead ? speed * getReadingSpeedFactor(cue) : speed;
}

/**
 * Computes the playback position reached from `from` after `ms` of real time at a speed. Computed cue by cue, so that a
 * late timer changes nothing.
 */
export function advancePositionMs(
  cues: readonly Cue[],
  from: number,
  ms: number,
  speed: number,
  isRead = false,
): number {
  let position = from;
  let left = ms;
  for (let index = Math.max(0, findCueIndex(cues, from)); ; index++) {
    const pace = getCueSpeedFactor(cues[index], speed, isRead);
    const end = cues[index + 1]?.at ?? Infinity;
    if (position + left * pace <= end) return position + left * pace;
    left -= (end - position) / pace;
    position = end;
  }
}

/** Returns the background sound at a position: the last one set before it, else `none`. */
export function getAmbienceAt(cues: readonly Cue[], ms: number): AmbienceName {
  for (let index = findCueIndex(cues, ms); index >= 0; index--) {
    const cue = cues[index];
    if (cue?.type === 'ambience' && cue.at <= ms) return cue.name;
  }
  return 'none';
}

/** Returns the milliseconds until the next cue or the next breath phase, at least 1. */
export function getMsUntilNextChange(cues: readonly Cue[], ms: number, durationMs: number): number {
  const { index, cue, into } = findCueAndBreath(cues, ms);
  const next = cues[index + 1]?.at ?? durationMs;
  let until = next - ms;
  if (cue?.type === 'breathe') until = Math.min(until, getMsUntilNextPhase(cue, into));
  return Math.max(1, until);
}

function getMsUntilNextPhase(cue: BreatheCue, into: number): number {
  const lengths = [cue.in, cue.holdIn, cue.out, cue.holdOut].map((s) => Math.round(s * 1000));
  const cycle = lengths.reduce((sum, length) => sum + length, 0);
  let left = cycle > 0 ? into % cycle : 0;
  for (const length of lengths) {
    if (left < length) return length - left;
    left -= length;
  }
  return 1;
}

export interface CaptionLine {
  cue: number;
  at: number;
  text: string;
}
const PAGE_CHARACTERS = 180;

/**
 * Splits the captions into pages: whole sentences of one paragraph, up to 180 characters; a longer sentence is a page
 * of its own.
 */
export function buildCaptionPages(cues: readonly Cue[]): CaptionLine[][] {
  const pages: CaptionLine[][] = [];
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

/** Returns the caption page of a cue: the last one that has begun; the first before anything is spoken. */
export function findCaptionPage(pages: readonly CaptionLine[][], cueIndex: number): CaptionLine[] {
  const begun = pages.findLast((page) => (page[0]?.cue ?? 0) <= cueIndex);
  return begun ?? pages[0] ?? [];
}

/** A part of the transcript: a paragraph, or something that is done, heard or asked. */
export type TranscriptStep =
  | { type: 'paragraph'; lines: CaptionLine[] }
  | { type: 'event'; index: number; cue: BreatheCue | SoundCue | HoldCue };

/** Builds the transcript: paragraphs, with breathing exercises, sounds, waits and ratings in their places. */
export function buildTranscript(cues: readonly Cue[]): TranscriptStep[] {
  const steps: TranscriptStep[] = [];
  let paragraph = -1;
  for (const [index, cue] of cues.entries()) {
    if (cue.type === 'breathe' || cue.type === 'sound' || isHoldCue(cue))
      steps.push({ type: 'event', index, cue });
    if (cue.type !== 'say') continue;
    const last = steps.at(-1);
    const line = { cue: index, at: cue.at, text: cue.text };
    if (last?.type === 'paragraph' && cue.paragraph === paragraph) last.lines.push(line);
    else steps.push({ type: 'paragraph', lines: [line] });
    paragraph = cue.paragraph;
  }
  return steps;
}

/** Finds the first sentence at or after a cue, with its index among the cues; null when none is left. */
export function findNextSentence(
  cues: readonly Cue[],
  from: number,
): { index: number; cue: SayCue } | null {
  for (let index = Math.max(0, from); index < cues.length; index++) {
    const cue = cues[index];
    if (cue?.type === 'say') return { index, cue };
  }
  return null;
}

import type { BreathPhaseName } from './breathing.ts';
import { EXPOSURE_SOUNDS } from './ladder.ts';
import type { ScriptLanguage } from './script-sentences.ts';
import { countWords } from './spoken-words.ts';

export const AMBIENCES = ['cabin', 'rain', 'brown', 'pad', 'none'] as const;
export type AmbienceName = (typeof AMBIENCES)[number];
/** The sounds a script can play: those of the ladder's steps, and the parts of a flight one by one. */
export const SCRIPT_SOUNDS = [
  ...EXPOSURE_SOUNDS,
  'door',
  'spool-up',
  'climb',
  'thrust-reduction',
  'throttle-back',
  'flaps',
  'gear',
  'gear-up',
  'rain',
  'spoilers',
  'touch-down',
] as const;
export type ScriptSound = (typeof SCRIPT_SOUNDS)[number];
/** What a script can ask the listener to rate: `fear` from 0 to 10, `sure` (of a prediction) from 0 to 100. */
export const SELF_RATING_NAMES = ['fear', 'sure'] as const;
export type SelfRatingName = (typeof SELF_RATING_NAMES)[number];
/** Upper end of each rating scale; all begin at 0. */
export const MAX_SELF_RATING_BY_NAME: Record<SelfRatingName, number> = { fear: 10, sure: 100 };
/** What a session is for: acute fear, one moment in the seat, practice at home, or a long exposure. */
export const SESSION_FORMS = ['sos', 'seat', 'full', 'long'] as const;
export type SessionForm = (typeof SESSION_FORMS)[number];
export const SCRIPT_KINDS = ['flow', 'load'] as const;
export type ScriptKind = (typeof SCRIPT_KINDS)[number];
export const SCRIPT_CATEGORIES = ['meditation', 'technical', 'podcast'] as const;
export type ScriptCategory = (typeof SCRIPT_CATEGORIES)[number];

/** The properties of a session that decide the pace of its scripts and the required header lines. */
export interface ScriptOptions {
  language: ScriptLanguage;
  kind: ScriptKind;
  category: ScriptCategory;
}

/** `at` (from the start of the session) and `duration` are whole milliseconds in every cue. */
interface Timed {
  at: number;
  duration: number;
}
/** One sentence; `paragraph` counts from 0 through the session. */
export interface SayCue extends Timed {
  type: 'say';
  text: string;
  paragraph: number;
}
export interface PauseCue extends Timed {
  type: 'pause';
}
/** A breathing exercise; `in`, `holdIn`, `out` and `holdOut` are seconds, 0 where there is no hold. */
export interface BreatheCue extends Timed {
  type: 'breathe';
  in: number;
  holdIn: number;
  out: number;
  holdOut: number;
  cycles: number;
}
export interface ChimeCue extends Timed {
  type: 'chime';
}
/** From here on this sound plays under the session; the cue itself takes no time. */
export interface AmbienceCue extends Timed {
  type: 'ambience';
  name: AmbienceName;
}
/** A sound made by the device, over the ambience. */
export interface SoundCue extends Timed {
  type: 'sound';
  name: ScriptSound;
}
/** The session stops until the listener goes on; `duration` only counts towards its length. */
export interface WaitCue extends Timed {
  type: 'wait';
}
/** The session stops until the listener answers or skips; `duration` only counts towards its length. */
export interface SelfRatingCue extends Timed {
  type: 'rate';
  name: SelfRatingName;
}
export type Cue =
  | SayCue
  | PauseCue
  | BreatheCue
  | ChimeCue
  | AmbienceCue
  | SoundCue
  | WaitCue
  | SelfRatingCue;

/** A cue without its start time. */
export type UntimedCue = Cue extends infer C ? (C extends Cue ? Omit<C, 'at'> : never) : never;

/** Length of a chime in milliseconds, before the script goes on. */
export const CHIME_MS = 2000;
/**
 * How much a wait and a rating add to the length of a session, in milliseconds; the reasons are in
 * docs/decisions/014-starter-library.md.
 */
export const ASSUMED_WAIT_MS = 20_000;
export const ASSUMED_SELF_RATING_MS = 6_000;
const AFTER_SENTENCE_MS = 350;
const AFTER_PARAGRAPH_MS = 700;

/**
 * Returns the speaking pace for a kind of session in words a minute: slow for Flow sessions and meditations,
 * conversational for other Load sessions.
 */
export function getSpeakingWordsPerMinute(voice: ScriptOptions): number {
  const calm = voice.kind === 'flow' || voice.category === 'meditation';
  if (!calm) return 140;
  return voice.language === 'fr' ? 115 : 110;
}

/** Computes how long a sentence takes in milliseconds, the silence after it included; `pace` is in words a minute. */
export function estimateSentenceMs(text: string, pace: number, lastOfParagraph: boolean): number {
  const spoken = Math.round((countWords(text) / pace) * 60_000);
  return spoken + getSilenceAfterSentenceMs(lastOfParagraph);
}

/** Returns the silence after a sentence in milliseconds, which is part of the sentence's duration. */
export function getSilenceAfterSentenceMs(lastOfParagraph: boolean): number {
  return AFTER_SENTENCE_MS + (lastOfParagraph ? AFTER_PARAGRAPH_MS : 0);
}

/** Computes the length of a whole breathing exercise in milliseconds. */
export function computeBreatheCueDurationMs(
  cue: Pick<BreatheCue, 'in' | 'holdIn' | 'out' | 'holdOut' | 'cycles'>,
): number {
  return Math.round((cue.in + cue.holdIn + cue.out + cue.holdOut) * 1000) * cue.cycles;
}

/** Returns the length of a session's script in milliseconds: the end of its last cue. */
export function getScriptDurationMs(cues: readonly Cue[]): number {
  const last = cues.at(-1);
  return last ? last.at + last.duration : 0;
}

/** Gives cues their start times: each begins when the one before it ends, the first at 0. */
export function assignCueTimes(cues: readonly UntimedCue[]): Cue[] {
  let at = 0;
  return cues.map((cue) => {
    const placed = { ...cue, at };
    at += cue.duration;
    return placed;
  });
}

/**
 * Returns the index of the cue that is under way at `ms`: the last one that has begun. Before the start that is the
 * first cue, after the end the last; -1 only when there are no cues.
 */
export function findCueIndex(cues: readonly Timed[], ms: number): number {
  let low = 0;
  let high = cues.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((cues[middle]?.at ?? 0) <= ms) low = middle + 1;
    else high = middle;
  }
  return cues.length === 0 ? -1 : Math.max(0, low - 1);
}

/**
 * A moment of a breathing exercise in a session: `progress` through the phase from 0 to 1, whole seconds left in it, cycle from 1.
 */
export interface BreatheCueMoment {
  phase: Exclude<BreathPhaseName, 'in_again'>;
  progress: number;
  secondsLeft: number;
  cycle: number;
}

/**
 * Returns where a breathing exercise in a session is `msIntoCue` milliseconds after its start. Holds of 0 s are skipped. Outside
 * the exercise it returns its first or last moment.
 */
export function getBreatheCueMoment(cue: BreatheCue, msIntoCue: number): BreatheCueMoment {
  const phases = (
    [
      ['in', cue.in],
      ['hold_in', cue.holdIn],
      ['out', cue.out],
      ['hold_out', cue.holdOut],
    ] as const
  )
    .map(([phase, seconds]) => ({ phase, ms: Math.round(seconds * 1000) }))
    .filter(({ ms }) => ms > 0);
  const cycleMs = phases.reduce((sum, { ms }) => sum + ms, 0);
  const ms = Math.max(0, msIntoCue);
  const cycle = Math.min(Math.floor(ms / cycleMs), cue.cycles - 1);
  let left = ms - cycle * cycleMs;
  for (const { phase, ms: length } of phases) {
    if (left < length) {
      const secondsLeft = Math.ceil((length - left) / 1000);
      return { phase, progress: left / length, secondsLeft, cycle: cycle + 1 };
    }
    left -= length;
  }
  const last = phases.at(-1)?.phase ?? 'out';
  return { phase: last, progress: 1, secondsLeft: 0, cycle: cue.cycles };
}

/** A paragraph to read along; `cue` is the sentence's index among all cues, `at` its start in milliseconds. */
export interface ReadAlongParagraph {
  paragraph: number;
  sentences: { text: string; cue: number; at: number }[];
}

/** Groups the sentences of a session by paragraph, each with the cue that speaks it. */
export function groupSentencesByParagraph(cues: readonly Cue[]): ReadAlongParagraph[] {
  const paragraphs: ReadAlongParagraph[] = [];
  for (const [index, cue] of cues.entries()) {
    if (cue.type !== 'say') continue;
    let current = paragraphs.at(-1);
    if (current?.paragraph !== cue.paragraph) {
      current = { paragraph: cue.paragraph, sentences: [] };
      paragraphs.push(current);
    }
    current.sentences.push({ text: cue.text, cue: index, at: cue.at });
  }
  return paragraphs;
}

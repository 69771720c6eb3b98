import { countWords } from './spoken-words.ts';
import type { Cue, RatingName } from './script-timing.ts';

/** The longest sentence, in words, that an anxious listener takes in at once. */
export const MAX_COMFORTABLE_WORDS = 18;

/** What can be measured of a script that parses. */
export interface Figures {
  minutes: number;
  /** Over the time that is spoken, the silences between sentences included. */
  wordsAMinute: number;
  /** Words. */
  meanSentence: number;
  longestSentence: number;
  /** Of all sentences, those over the longest that is comfortable to hear, 0 to 1. */
  longShare: number;
  sources: readonly string[];
}

/** Measures the length, the pace and the sentences of a script. */
export function measureFigures(
  cues: readonly Cue[],
  durationMs: number,
  sources: readonly string[],
): Figures {
  const said = cues.filter((cue) => cue.type === 'say');
  const lengths = said.map((cue) => countWords(cue.text));
  const words = lengths.reduce((sum, length) => sum + length, 0);
  const spokenMs = said.reduce((sum, cue) => sum + cue.duration, 0);
  return {
    minutes: durationMs / 60_000,
    wordsAMinute: words / (spokenMs / 60_000),
    meanSentence: words / said.length,
    longestSentence: Math.max(...lengths),
    longShare: lengths.filter((length) => length > MAX_COMFORTABLE_WORDS).length / said.length,
    sources,
  };
}

/** What a session asks of its listener, measured from its cues. */
export interface Dose {
  /** The longest time at a stretch in which nothing is said: pauses and sounds. */
  longestStayMs: number;
  /** Of the whole session, the stays between the first number that is asked for and the last, 0 to 1. */
  stayShare: number;
  /** How often each scale is asked for. */
  asks: Record<RatingName, number>;
  waits: number;
}

/** Measures the stays, ratings and waits of a script. */
export function measureDose(cues: readonly Cue[], durationMs: number): Dose {
  const first = cues.findIndex(({ type }) => type === 'rate');
  const last = cues.findLastIndex(({ type }) => type === 'rate');
  let stretchMs = 0;
  let longestStayMs = 0;
  let inSceneMs = 0;
  for (const [index, { type, duration }] of cues.entries()) {
    if (type === 'ambience') continue;
    const isStay = type === 'pause' || type === 'sound';
    stretchMs = isStay ? stretchMs + duration : 0;
    longestStayMs = Math.max(longestStayMs, stretchMs);
    if ((isStay || type === 'breathe') && index > first && index < last) inSceneMs += duration;
  }
  const count = (name: RatingName) =>
    cues.filter((cue) => cue.type === 'rate' && cue.name === name).length;
  return {
    longestStayMs,
    stayShare: inSceneMs / durationMs,
    asks: { fear: count('fear'), sure: count('sure') },
    waits: cues.filter(({ type }) => type === 'wait').length,
  };
}

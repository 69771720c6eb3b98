import { listAnnouncedStays } from './announced-stays.ts';
import { countWords } from './spoken-words.ts';
import type { Cue, SelfRatingName } from './script-timing.ts';

/** Length, in words, up to which an anxious listener takes in a sentence easily. */
export const MAX_COMFORTABLE_SENTENCE_WORDS = 18;

/** Measured from a script that could be parsed. */
export interface ScriptFigures {
  minutes: number;
  /** Over the time of the sentences, the silences after them included. */
  wordsAMinute: number;
  meanSentence: number;
  longestSentence: number;
  /** Share (0 to 1) of sentences longer than MAX_COMFORTABLE_SENTENCE_WORDS. */
  longShare: number;
  sources: readonly string[];
}

/**
 * Measures the length, the pace and the sentences of a script. The caller checks that it has a sentence: without one
 * the means are NaN.
 */
export function measureScriptFigures(
  cues: readonly Cue[],
  durationMs: number,
  sources: readonly string[],
): ScriptFigures {
  const said = cues.filter((cue) => cue.type === 'say');
  const lengths = said.map((cue) => countWords(cue.text));
  const words = lengths.reduce((sum, length) => sum + length, 0);
  const spokenMs = said.reduce((sum, cue) => sum + cue.duration, 0);
  return {
    minutes: durationMs / 60_000,
    wordsAMinute: words / (spokenMs / 60_000),
    meanSentence: words / said.length,
    longestSentence: Math.max(...lengths),
    longShare:
      lengths.filter((length) => length > MAX_COMFORTABLE_SENTENCE_WORDS).length / said.length,
    sources,
  };
}

/** How much a session demands of its listener, measured from its cues. */
export interface ExposureDemands {
  /** The longest stay that counts (see listAnnouncedStays). */
  longestStayMs: number;
  /** Stays that count between the first rating and the last, as a share (0 to 1) of the whole session. */
  stayShare: number;
  asks: Record<SelfRatingName, number>;
  waits: number;
}

/**
 * Measures how much a script of `durationMs` asks of its listener: the stays in a feared scene that are said before and
 * last 30 s or more, and the numbers of ratings and waits.
 */
export function measureExposureDemands(cues: readonly Cue[], durationMs: number): ExposureDemands {
  const first = cues.findIndex(({ type }) => type === 'rate');
  const last = cues.findLastIndex(({ type }) => type === 'rate');
  const stays = listAnnouncedStays(cues);
  const inSceneMs = stays
    .filter(({ index }) => index > first && index < last)
    .reduce((sum, { ms }) => sum + ms, 0);
  const count = (name: SelfRatingName) =>
    cues.filter((cue) => cue.type === 'rate' && cue.name === name).length;
  return {
    longestStayMs: Math.max(0, ...stays.map(({ ms }) => ms)),
    stayShare: inSceneMs / durationMs,
    asks: { fear: count('fear'), sure: count('sure') },
    waits: cues.filter(({ type }) => type === 'wait').length,
  };
}

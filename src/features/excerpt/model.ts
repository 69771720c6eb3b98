import {
  assignCueTimes,
  CHIME_MS,
  type Cue,
  computeBreatheCueDurationMs,
  getSpeakingWordsPerMinute,
  estimateSentenceMs,
  type UntimedCue,
} from '#shared/rules/script-timing.ts';
import type { Language } from '#shared/rules/languages.ts';

/** A part of an excerpt in a page's own words: a sentence, or the breathing exercise with its number of breaths. */
export type ExcerptPart = string | { breaths: number };

/**
 * Builds the timed cues of an excerpt, with the pace of a Flow meditation: a chime, the parts one after the other, a
 * chime.
 */
export function buildExcerptCues(parts: readonly ExcerptPart[], language: Language): Cue[] {
  const pace = getSpeakingWordsPerMinute({ kind: 'flow', category: 'meditation', language });
  const chime: UntimedCue = { type: 'chime', duration: CHIME_MS };
  const cues = parts.map((part): UntimedCue => {
    if (typeof part === 'string')
      return {
        type: 'say',
        text: part,
        paragraph: 0,
        duration: estimateSentenceMs(part, pace, false),
      };
    const breath = { in: 4, holdIn: 0, out: 6, holdOut: 0, cycles: part.breaths };
    return { type: 'breathe', ...breath, duration: computeBreatheCueDurationMs(breath) };
  });
  return assignCueTimes([chime, ...cues, chime]);
}

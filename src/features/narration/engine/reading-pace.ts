import type { AmbienceName, SayCue } from '#shared/rules/script.ts';
import type { ScriptKind } from '#shared/rules/script-timing.ts';
import { countWords } from '#shared/rules/spoken-words.ts';

/**
 * How fast words come without a voice, in words a minute: slower than most adults read in silence (175 to 300,
 * Brysbaert 2019, doi 10.1016/j.jml.2019.104047), and what Ofcom lets subtitles have (160 to 180).
 */
const READING_WORDS_A_MINUTE = 160;
/** Added to each sentence, in milliseconds, for the eye to find it. */
const FIND_MS = 700;

/** How a session is played unvoiced: without a voice of the device, or by choice. */
export interface UnvoicedPlaybackOptions {
  /** The background sound where the script has none. */
  ambience: AmbienceName;
}

/** Returns how a kind of session is played in silence: an exposure is never made softer than its script. */
export const getUnvoicedPlaybackOptions = (kind: ScriptKind): UnvoicedPlaybackOptions => ({
  ambience: kind === 'flow' ? 'pad' : 'none',
});

/**
 * Returns by what factor a sentence that is read goes faster than the same sentence spoken, whose time its cue has; never
 * slower.
 */
export function getReadingSpeedFactor(cue: Pick<SayCue, 'text' | 'duration'>): number {
  const readMs = (countWords(cue.text) / READING_WORDS_A_MINUTE) * 60_000 + FIND_MS;
  return Math.max(1, cue.duration / readMs);
}

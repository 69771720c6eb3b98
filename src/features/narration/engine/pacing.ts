import type { Cue, SayCue } from '#shared/rules/script.ts';
import { getSilenceAfterSentenceMs } from '#shared/rules/script-timing.ts';

/** The device's voice is slowed down or sped up to fit the script, but no further than it still sounds like itself. */
const MIN_FIT = 0.78;
const MAX_FIT = 1.2;
/** The shortest sentence that tells how fast a voice is, in milliseconds: in others its start weighs too much. */
const MIN_MEASURED_MS = 1_500;
/** However fast a voice is, the words keep this share of their time, in which their caption can be read. */
const MIN_SHARE = 0.5;

/** Returns how long the words of a sentence may take, in milliseconds: its time without the silence after it. */
function getSpokenMs(cues: readonly Cue[], index: number, cue: SayCue): number {
  const next = cues[index + 1];
  const isLast = next?.type !== 'say' || next.paragraph !== cue.paragraph;
  return cue.duration - getSilenceAfterSentenceMs(isLast);
}

/**
 * Returns where the session continues, in milliseconds, once a voice has finished a sentence at `position`: at the
 * silence that belongs to it, so that a fast voice leaves no gap, but not before half of the sentence's time is over,
 * so that its caption can be read. Never earlier than `position`.
 */
export function getResumePositionAfterSpeechMs(
  cues: readonly Cue[],
  index: number,
  position: number,
): number {
  const cue = cues[index];
  if (cue?.type !== 'say') return position;
  const spokenMs = getSpokenMs(cues, index, cue);
  const missing = Math.max(0, spokenMs * MIN_SHARE - (position - cue.at));
  return Math.max(position, cue.at + spokenMs - missing);
}

/**
 * Creates a tracker of how fast a device's voice speaks: with each sentence heard it adjusts the factor by which the
 * voice has to speak faster or slower to keep the script's pace.
 */
export function createVoicePaceTracker(cues: readonly Cue[]) {
  let fit = 1;
  return {
    /** The factor to speak with, beside the chosen speed; 1 for a voice that has not been heard yet. */
    get: () => fit,
    /** Takes in that a sentence, spoken whole with the present factor, took so many milliseconds at a speed. */
    measure: (index: number, tookMs: number, speed: number) => {
      const cue = cues[index];
      if (cue?.type !== 'say') return;
      const spokenMs = getSpokenMs(cues, index, cue) / speed;
      if (spokenMs < MIN_MEASURED_MS) return;
      const wanted = Math.min(MAX_FIT, Math.max(MIN_FIT, (fit * tookMs) / spokenMs));
      // Half way each time: no sentence sounds much unlike the one before it.
      fit = (fit + wanted) / 2;
    },
    /** Forgets what is known, for another voice. */
    reset: () => {
      fit = 1;
    },
  };
}

import { escapeHtml } from './escape-html.ts';
import {
  groupSentencesByParagraph,
  type Cue,
  computeBreatheCueDurationMs,
} from './script-timing.ts';

/** Length of the part of a session that a visitor may hear, in milliseconds. */
export const EXCERPT_MS = 60_000;

/**
 * Returns the cues of a session's first minute, as an excerpt: those that end within it, and of a breathing exercise
 * the whole breaths that do. Stops before the first wait or rating, which only the full player can handle.
 */
export function extractFirstMinute(cues: readonly Cue[]): Cue[] {
  const taken: Cue[] = [];
  for (const cue of cues) {
    if (cue.type === 'wait' || cue.type === 'rate') break;
    if (cue.at + cue.duration <= EXCERPT_MS) {
      taken.push(cue);
      continue;
    }
    if (cue.type === 'breathe') {
      const cycles = Math.floor(
        (EXCERPT_MS - cue.at) / computeBreatheCueDurationMs({ ...cue, cycles: 1 }),
      );
      const part = { ...cue, cycles };
      if (cycles > 0) taken.push({ ...part, duration: computeBreatheCueDurationMs(part) });
    }
    break;
  }
  return taken;
}

/** Renders the sentences of an excerpt as HTML paragraphs, escaped; `data-cue` is a sentence's index among the cues. */
export function renderExcerptHtml(cues: readonly Cue[]): string {
  const paragraphs = groupSentencesByParagraph(cues).map(({ sentences }) =>
    sentences
      .map(({ cue, text }) => `<span class="cue" data-cue="${cue}">${escapeHtml(text)}</span>`)
      .join(' '),
  );
  return paragraphs.map((sentences) => `<p>${sentences}</p>`).join('');
}

import { escapeHtml } from './escape-html.ts';
import { groupByParagraph, type Cue, getBreatheMs } from './script-timing.ts';

/** How much of a session anybody may hear, in milliseconds. */
export const EXCERPT_MS = 60_000;

/**
 * Returns the first minute of a session: the cues that end within it, and of a breathing exercise the whole breaths. It
 * ends sooner where the session waits for its listener, because only the player can ask.
 */
export function takeFirstMinute(cues: readonly Cue[]): Cue[] {
  const taken: Cue[] = [];
  for (const cue of cues) {
    if (cue.type === 'wait' || cue.type === 'rate') break;
    if (cue.at + cue.duration <= EXCERPT_MS) {
      taken.push(cue);
      continue;
    }
    if (cue.type === 'breathe') {
      const cycles = Math.floor((EXCERPT_MS - cue.at) / getBreatheMs({ ...cue, cycles: 1 }));
      const part = { ...cue, cycles };
      if (cycles > 0) taken.push({ ...part, duration: getBreatheMs(part) });
    }
    break;
  }
  return taken;
}

/** Writes the sentences of an excerpt as HTML paragraphs, each sentence with the cue that the player marks it by. */
export function renderExcerptText(cues: readonly Cue[]): string {
  const paragraphs = groupByParagraph(cues).map(({ sentences }) =>
    sentences
      .map(({ cue, text }) => `<span class="cue" data-cue="${cue}">${escapeHtml(text)}</span>`)
      .join(' '),
  );
  return paragraphs.map((sentences) => `<p>${sentences}</p>`).join('');
}

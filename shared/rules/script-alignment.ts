import type { Cue } from './script-timing.ts';

/** Beginning and end of a sentence or a silence in a recording, in milliseconds. */
export type RecordingSpan = [from: number, to: number];

/** Maximum distance of a silence from the expected end of a sentence, as a share of the mean sentence. */
const REACH = 0.75;

/** Returns the text of each sentence (`say` cue) of a script, in order. */
export const listSpokenSentences = (cues: readonly Cue[]): string[] =>
  cues.flatMap((cue) => (cue.type === 'say' ? [cue.text] : []));

/**
 * Estimates the span of each sentence of a script in a recording of `durationMs`: the script's times are scaled to the
 * recording, then each end of a sentence moves to the silence nearby that fits best, in order. Without silences the
 * scaled times stay. Empty for a script without sentences.
 */
export function estimateSentenceSpans(
  cues: readonly Cue[],
  durationMs: number,
  silences: readonly RecordingSpan[],
): RecordingSpan[] {
  const last = cues.at(-1);
  const scriptMs = last ? last.at + last.duration : 0;
  if (scriptMs === 0) return [];
  const stretch = durationMs / scriptMs;
  const said = cues.filter((cue) => cue.type === 'say');
  const expected = said.map(({ at, duration }): RecordingSpan => [
    at * stretch,
    (at + duration) * stretch,
  ]);
  const ends = expected.map(([, to], index) => (to + (expected[index + 1]?.[0] ?? to)) / 2);
  const reach = (REACH * durationMs) / Math.max(1, said.length);
  const chosen = chooseSilences(ends.slice(0, -1), silences, reach);
  return expected.map(([from, to], index): RecordingSpan => {
    const before = chosen[index - 1];
    const after = chosen[index];
    const begin = Math.round(before ? before[1] : from);
    return [begin, Math.max(begin, Math.round(after ? after[0] : to))];
  });
}

/**
 * Chooses for each expected end a silence within reach, or none, each silence at most once and in their order, so that
 * long ones near what is expected win.
 */
function chooseSilences(
  ends: readonly number[],
  silences: readonly RecordingSpan[],
  reach: number,
): (RecordingSpan | undefined)[] {
  const longest = Math.max(1, ...silences.map(([from, to]) => to - from));
  const rate = ([from, to]: RecordingSpan, end: number) => {
    const distance = Math.max(0, from - end, end - to);
    return distance > reach ? 0 : 1 - distance / reach + (to - from) / longest / 2;
  };
  // best[s] is the best sum for the ends so far with the first s silences.
  let best = new Float64Array(silences.length + 1);
  const taken: Uint8Array[] = [];
  for (const end of ends) {
    const next = new Float64Array(silences.length + 1);
    const took = new Uint8Array(silences.length + 1);
    next[0] = best[0] ?? 0;
    for (let s = 1; s <= silences.length; s++) {
      const silence = silences[s - 1];
      const gain = silence ? rate(silence, end) : 0;
      const without = Math.max(next[s - 1] ?? 0, best[s] ?? 0);
      const using = gain > 0 ? (best[s - 1] ?? 0) + gain : 0;
      next[s] = Math.max(without, using);
      took[s] = using > without ? 1 : (next[s - 1] ?? 0) >= (best[s] ?? 0) ? 2 : 0;
    }
    taken.push(took);
    best = next;
  }
  const chosen = Array.from<RecordingSpan | undefined>({ length: ends.length });
  let s = silences.length;
  for (let end = ends.length - 1; end >= 0; end--) {
    while (s > 0 && taken[end]?.[s] === 2) s -= 1;
    if (s > 0 && taken[end]?.[s] === 1) chosen[end] = silences[--s];
  }
  return chosen;
}

/**
 * Returns the cues with the times of a recording, given the span of each sentence in order. Each sentence is prolonged
 * until the next cue begins. Cues between two sentences keep their lengths and are placed at the end of the gap, pauses
 * filling the rest; all are shortened alike where the gap is too short.
 */
export function alignCuesToRecording(
  cues: readonly Cue[],
  spans: readonly RecordingSpan[],
  durationMs: number,
): Cue[] {
  const aligned: Cue[] = [];
  let gap: Cue[] = [];
  let sentence = 0;
  let gapStart = 0;
  const placeGap = (end: number) => {
    aligned.push(...fillGap(gap, gapStart, end));
    const [first] = gap;
    const spoken = aligned.at(-gap.length - 1);
    // A sentence lasts until what follows it begins.
    if (spoken?.type === 'say') {
      const next = first ? (aligned.at(-gap.length)?.at ?? end) : end;
      aligned[aligned.length - gap.length - 1] = { ...spoken, duration: next - spoken.at };
    }
    gap = [];
  };
  for (const cue of cues) {
    if (cue.type !== 'say') {
      gap.push(cue);
      continue;
    }
    const [from, to] = spans[sentence++] ?? [durationMs, durationMs];
    placeGap(Math.min(Math.max(from, gapStart), durationMs));
    const at = Math.min(Math.max(from, gapStart), durationMs);
    gapStart = Math.min(Math.max(to, at), durationMs);
    aligned.push({ ...cue, at, duration: gapStart - at });
  }
  placeGap(durationMs);
  return aligned;
}

/** Places cues one after another so that they end where the gap ends. */
function fillGap(gap: readonly Cue[], start: number, end: number): Cue[] {
  const room = end - start;
  const needed = gap.reduce((sum, { duration }) => sum + duration, 0);
  const pauses = gap.filter(({ type }) => type === 'pause').length;
  const spare = Math.max(0, room - needed);
  const shrink = needed > room ? room / needed : 1;
  let left = spare;
  let at = start + (pauses === 0 ? spare : 0);
  return gap.map((cue) => {
    let duration = Math.floor(cue.duration * shrink);
    if (cue.type === 'pause' && pauses > 0) {
      const share = Math.min(left, Math.ceil(spare / pauses));
      duration += share;
      left -= share;
    }
    const placed = { ...cue, at, duration };
    at += duration;
    return placed;
  });
}

import type { Cue } from './script-timing.ts';

/** Where a sentence begins and ends in a recording, in milliseconds. */
export type Span = [from: number, to: number];

/** How far a silence may be from where the end of a sentence is expected, as a share of the mean sentence. */
const REACH = 0.75;

/** The sentences of a script, as they are spoken. */
export const listSentences = (cues: readonly Cue[]): string[] =>
  cues.flatMap((cue) => (cue.type === 'say' ? [cue.text] : []));

/**
 * Estimates where each sentence of a script is in a recording of it. The script's own times are stretched to the length
 * of the recording; then each end of a sentence moves to the silence that fits best, in their order. Without silences
 * the stretched times stand. Returns `[from, to]` in milliseconds for each sentence; empty for a script without any.
 */
export function estimateSpans(
  cues: readonly Cue[],
  durationMs: number,
  silences: readonly Span[],
): Span[] {
  const last = cues.at(-1);
  const scriptMs = last ? last.at + last.duration : 0;
  if (scriptMs === 0) return [];
  const stretch = durationMs / scriptMs;
  const said = cues.filter((cue) => cue.type === 'say');
  const expected = said.map(({ at, duration }): Span => [at * stretch, (at + duration) * stretch]);
  const ends = expected.map(([, to], index) => (to + (expected[index + 1]?.[0] ?? to)) / 2);
  const reach = (REACH * durationMs) / Math.max(1, said.length);
  const chosen = chooseSilences(ends.slice(0, -1), silences, reach);
  return expected.map(([from, to], index): Span => {
    const [before, after] = [chosen[index - 1], chosen[index]];
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
  silences: readonly Span[],
  reach: number,
): (Span | undefined)[] {
  const longest = Math.max(1, ...silences.map(([from, to]) => to - from));
  const rate = ([from, to]: Span, end: number) => {
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
  const chosen = Array.from<Span | undefined>({ length: ends.length });
  let s = silences.length;
  for (let end = ends.length - 1; end >= 0; end--) {
    while (s > 0 && taken[end]?.[s] === 2) s -= 1;
    if (s > 0 && taken[end]?.[s] === 1) chosen[end] = silences[--s];
  }
  return chosen;
}

/**
 * Gives the cues of a script the times of a recording: each sentence lasts from its own beginning to that of the next
 * one or of what stands between them. What stands between two sentences keeps its length where there is room, at the end
 * of the gap; pauses take what is left. Where there is too little room, all of it is shortened alike.
 */
export function alignCues(cues: readonly Cue[], spans: readonly Span[], durationMs: number): Cue[] {
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

import type { RecordingSpan } from './script-alignment.ts';
import type { Cue } from './script-timing.ts';

/** What makes it doubtful that a recording is the one of a script. */
export const DOUBT_KINDS = ['too_short', 'too_long', 'silence', 'sentences', 'pauses'] as const;
export type RecordingDoubtKind = (typeof DOUBT_KINDS)[number];

/** A doubt, with what was found and what the script takes: seconds, or a number of sentences or of pauses. */
export interface RecordingDoubt {
  kind: RecordingDoubtKind;
  found: number;
  expected: number;
}

/** A voice reads at between so much of the script's time and so much: beyond, words are missing or are others. */
const SHORTEST = 0.5;
const LONGEST = 1.8;
/** A silence that exceeds the longest of the script by this factor and these milliseconds is a hole. */
const HOLE_FACTOR = 2;
const HOLE_MS = 20_000;
/** A voice that rests fewer times than this share of its sentences says fewer of them. */
const FEWEST_RESTS = 0.4;
/** Silences of a script from here on are looked for in the recording. */
const LONG_PAUSE_MS = 8_000;
/** A found silence stands for one of the script if it is at least this share as long, … */
const SAME_LENGTH = 0.5;
/** … and begins within this share of the whole of where it is expected. */
const SAME_PLACE = 0.12;
const FEWEST_PAUSES = 0.5;
/** Fewer long pauses prove nothing. */
const MIN_PAUSES = 3;

const toSeconds = (ms: number) => Math.round(ms / 1000);

/**
 * Holds a recording against its script, by its length and, where they are known, its silences (milliseconds): lists what
 * makes it doubtful that one is of the other. Nothing is known of silences where there are none.
 */
export function findRecordingDoubts(
  cues: readonly Cue[],
  durationMs: number,
  silences: readonly RecordingSpan[],
): RecordingDoubt[] {
  const last = cues.at(-1);
  const scriptMs = last ? last.at + last.duration : 0;
  if (scriptMs === 0) return [];
  const length = { found: toSeconds(durationMs), expected: toSeconds(scriptMs) };
  const doubts: RecordingDoubt[] = [];
  if (durationMs < scriptMs * SHORTEST) doubts.push({ kind: 'too_short', ...length });
  if (durationMs > scriptMs * LONGEST) doubts.push({ kind: 'too_long', ...length });
  if (silences.length === 0) return doubts;
  const planned = listPlannedSilences(cues);
  const longestPlanned = Math.max(0, ...planned.map(([from, to]) => to - from));
  const longestFound = Math.max(...silences.map(([from, to]) => to - from));
  if (longestFound > longestPlanned * HOLE_FACTOR + HOLE_MS)
    doubts.push({
      kind: 'silence',
      found: toSeconds(longestFound),
      expected: toSeconds(longestPlanned),
    });
  const sentences = cues.filter(({ type }) => type === 'say').length;
  const spoken = countSpokenParts(silences, durationMs);
  if (spoken < Math.floor(sentences * FEWEST_RESTS))
    doubts.push({ kind: 'sentences', found: spoken, expected: sentences });
  const long = planned.filter(([from, to]) => to - from >= LONG_PAUSE_MS);
  const kept = countKeptPauses(long, silences, durationMs / scriptMs, durationMs);
  if (long.length >= MIN_PAUSES && kept < long.length * FEWEST_PAUSES)
    doubts.push({ kind: 'pauses', found: kept, expected: long.length });
  return doubts;
}

/** The stretches of a script in which nothing is said, cues one after another taken together. */
function listPlannedSilences(cues: readonly Cue[]): RecordingSpan[] {
  const found: RecordingSpan[] = [];
  let open: RecordingSpan | null = null;
  for (const { type, at, duration } of cues) {
    if (type === 'say') open = null;
    else if (open) open[1] = at + duration;
    else found.push((open = [at, at + duration]));
  }
  return found;
}

function countSpokenParts(silences: readonly RecordingSpan[], durationMs: number): number {
  let parts = 0;
  let end = 0;
  for (const [from, to] of silences) {
    if (from > end) parts += 1;
    end = Math.max(end, to);
  }
  return parts + (end < durationMs ? 1 : 0);
}

/** Counts the silences of a script that the recording keeps, in their order and near their places. */
function countKeptPauses(
  planned: readonly RecordingSpan[],
  silences: readonly RecordingSpan[],
  stretch: number,
  durationMs: number,
): number {
  let next = 0;
  let kept = 0;
  for (const [from, to] of planned) {
    const isIt = ([start, end]: RecordingSpan) =>
      end - start >= (to - from) * stretch * SAME_LENGTH &&
      Math.abs(start - from * stretch) <= durationMs * SAME_PLACE;
    const index = silences.findIndex((silence, at) => at >= next && isIt(silence));
    if (index < 0) continue;
    kept += 1;
    next = index + 1;
  }
  return kept;
}

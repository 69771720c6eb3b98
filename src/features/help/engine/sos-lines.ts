/** The pieces of “Help me now” that begin at one tap, in the order of the page. */
export const SOS_PIECES = ['heart', 'shaking', 'shut', 'thoughts', 'breath', 'unknown'] as const;

export type SosPiece = (typeof SOS_PIECES)[number];

export const SOS_PIECE_SECONDS = 90;

/** A line of a piece, and when it begins, in whole seconds from the beginning. */
export interface SosLine {
  text: string;
  at: number;
}

/** What every line has beyond the time for its words, in words: to do what it says. */
const STAY_WORDS = 4;

/**
 * Spreads the lines of a piece over its 90 seconds, each by the number of its words and the same time to do it. Begins
 * at zero, so that the first word is there with the tap.
 */
export function planSosLines(lines: readonly string[], length = SOS_PIECE_SECONDS): SosLine[] {
  const weights = lines.map((text) => text.split(/\s+/u).length + STAY_WORDS);
  const sum = weights.reduce((total, weight) => total + weight, 0);
  let passed = 0;
  return lines.map((text, index) => {
    const at = Math.round((passed / sum) * length);
    passed += weights[index]!;
    return { text, at };
  });
}

/** Returns the index of the line that is said at an instant, in seconds from the beginning. */
export const findSosLineIndex = (lines: readonly SosLine[], seconds: number): number =>
  Math.max(
    0,
    lines.findLastIndex(({ at }) => at <= seconds),
  );

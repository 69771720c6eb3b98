export interface RandomSource {
  /** A number from 0 up to 1, without it. */
  next(): number;
  happens(probability: number): boolean;
  between(from: number, to: number): number;
  /** One of a list, by weights where they are given. */
  pick<T>(list: readonly T[], weights?: readonly number[]): T;
}

/** Creates a source of chance from a seed (mulberry32). */
export function createRandomSource(seed: number): RandomSource {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  // The first numbers of neighbouring seeds are alike.
  for (let warm = 0; warm < 8; warm++) next();
  return {
    next,
    happens: (probability) => next() < probability,
    between: (from, to) => from + next() * (to - from),
    pick(list, weights) {
      const all = weights ?? list.map(() => 1);
      let left = next() * all.reduce((sum, weight) => sum + weight, 0);
      for (const [index, one] of list.entries()) {
        left -= all[index] ?? 0;
        if (left < 0) return one;
      }
      return list[list.length - 1] as (typeof list)[number];
    },
  };
}

/** A picture is to come so often, in milliseconds. */
const USUAL_MS = 100 / 3;
/**
 * A frame takes at most so much longer before detail is given up; below the second, detail comes back. Screens of 48, 50,
 * 70, 72 and 75 Hz show one every 40 to 43 ms at the soonest, which is no sign of a slow device.
 */
const [SLOW, GOOD] = [1.35, 1.3];
/** A spell is judged after so many frames, or after so long where frames are slow, but never by fewer than three. */
const SPELL_FRAMES = 24;
const SPELL_MS = 700;
const MIN_FRAMES = 3;
/** How many good spells in a row bring a level back. */
const PATIENCE = 6;
/** Fewer than eight pictures a second are no motion: after so many such spells at the lowest level, stills take over. */
const STILL_MS = 125;
const STILL_SPELLS = 3;

/**
 * Creates what decides how much detail a device can draw: told how long each frame took (milliseconds from one to the
 * next), it returns the level, from 0 to `top`. A level that proved too slow twice is left alone. `isTooSlow` turns true
 * for good where even the lowest is no motion. `wantedMs` is how often a picture is to come.
 */
export function createQualityGovernor(top: number, start = top, wantedMs = USUAL_MS) {
  const [slow, enough] = [wantedMs * SLOW, wantedMs * GOOD];
  let level = start;
  let ceiling = top;
  let taken: number[] = [];
  let passed = 0;
  let good = 0;
  let stuck = 0;
  const falls = new Map<number, number>();
  const giveUp = (median: number) => {
    good = 0;
    stuck = level === 0 && median > STILL_MS ? stuck + 1 : 0;
    const count = (falls.get(level) ?? 0) + 1;
    falls.set(level, count);
    if (count > 1) ceiling = Math.min(ceiling, Math.max(0, level - 1));
    level = Math.max(0, level - (median > 2 * slow ? 2 : 1));
  };
  return {
    get level() {
      return level;
    },
    get isTooSlow() {
      return stuck >= STILL_SPELLS;
    },
    tell: (ms: number): number => {
      taken.push(ms);
      passed += ms;
      if (taken.length < MIN_FRAMES || (taken.length < SPELL_FRAMES && passed < SPELL_MS))
        return level;
      const median = taken.toSorted((a, b) => a - b)[Math.floor(taken.length / 2)]!;
      taken = [];
      passed = 0;
      if (median > slow) giveUp(median);
      else if (median < enough && ++good >= PATIENCE) {
        good = 0;
        level = Math.min(ceiling, level + 1);
      }
      return level;
    },
  };
}

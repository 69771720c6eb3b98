import { createSeededRandom } from './seeded-random.ts';

/** Standard deviation of the vertical gusts in metres a second, from smooth to what crews report as moderate. */
export const GUST_STANDARD_DEVIATIONS = [0, 0.5, 1, 1.8, 3] as const;
export type TurbulenceLevel = 0 | 1 | 2 | 3 | 4;

/**
 * The largest change of load, in g, that rehearsed air makes: less than the step from level flight to the 2.5 g that
 * CS-25.337(b) requires every structure to carry as its limit load, which tests exceed by half again (CS-25.303).
 */
export const MAX_LOAD_FACTOR_CHANGE = 1;

/** Fixed time step of the simulation in seconds. */
export const GUST_MODEL_STEP_S = 1 / 60;

// MIL-F-8785C, 3.7.2.1: the scale of turbulence above 2,000 ft is 1,750 ft.
const SCALE_M = 533;
/** Change of load for a gust of 1 m/s: a wing of 600 kg/m² at 230 m/s, 0.41 kg/m³ and 5.5 a radian, alleviated by 0.75. */
const LOAD_EACH = ((0.41 * 230 * 5.5) / (2 * 600 * 9.81)) * 0.75;

/**
 * Creates the turbulence of a flight: each call of `step` moves it on by GUST_MODEL_STEP_S and returns the vertical gust in m/s.
 * Its spectrum is Dryden's for vertical gusts, Φ(Ω) = σ² L/π · (1 + 3(LΩ)²)/(1 + (LΩ)²)², as two first-order filters
 * of white noise; the same seed gives the same air. `speed` is in m/s.
 */
export function createGustModel(seed: string) {
  const random = createSeededRandom(seed);
  // Twelve uniform numbers add up to a nearly normal one, which never leaves ±6.
  const draw = () => {
    let sum = -6;
    for (let i = 0; i < 12; i++) sum += random();
    return sum;
  };
  let slow = 0;
  let twice = 0;
  return {
    step: (strength: number, speed: number): number => {
      const rate = Math.max(40, Math.abs(speed)) / SCALE_M;
      const keep = Math.exp(-rate * GUST_MODEL_STEP_S);
      slow = slow * keep + draw() * Math.sqrt(1 - keep * keep);
      twice = twice * keep + slow * (1 - keep);
      // (1 + √3 Ls)/(1 + Ls)² = √3/(1 + Ls) + (1 − √3)/(1 + Ls)², which of white noise has a variance of 2.
      return strength * Math.SQRT1_2 * (Math.sqrt(3) * slow + (1 - Math.sqrt(3)) * twice);
    },
  };
}

/** Converts a vertical gust in m/s to a change of load in g, which never exceeds MAX_LOAD_FACTOR_CHANGE. */
export function computeLoadFactorChange(gust: number): number {
  return MAX_LOAD_FACTOR_CHANGE * Math.tanh((gust * LOAD_EACH) / MAX_LOAD_FACTOR_CHANGE);
}

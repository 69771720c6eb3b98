/**
 * What a picture is drawn with: pixels for each of the page, share of them for what is outside the pane, steps through
 * the clouds, lamps of the city.
 */
export interface QualityLevel {
  density: number;
  scale: number;
  steps: number;
  lamps: number;
}
/** From the least to the most; a device goes up and down between them. */
export const QUALITY_LEVELS: readonly QualityLevel[] = [
  { density: 0.5, scale: 0.6, steps: 8, lamps: 2_500 },
  { density: 0.75, scale: 0.56, steps: 11, lamps: 4_500 },
  { density: 1, scale: 0.75, steps: 14, lamps: 6_000 },
  { density: 1.5, scale: 0.8, steps: 18, lamps: 8_000 },
  { density: 2, scale: 0.85, steps: 22, lamps: 9_000 },
  { density: 2, scale: 1, steps: 26, lamps: 9_000 },
];
export const MAX_LAMPS = 9_000;

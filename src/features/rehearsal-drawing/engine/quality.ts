/**
 * What a picture is drawn with: pixels for each of the page, share of them for what is outside the pane, steps through
 * the clouds, lamps of each part of the city, samples that smooth edges.
 */
export interface QualityLevel {
  density: number;
  scale: number;
  steps: number;
  lamps: number;
  samples: 0 | 4;
}
/** From the least to the most; a device goes up and down between them. */
export const QUALITY_LEVELS: readonly QualityLevel[] = [
  { density: 0.5, scale: 0.6, steps: 8, lamps: 1_200, samples: 0 },
  { density: 0.75, scale: 0.56, steps: 11, lamps: 3_500, samples: 4 },
  { density: 1, scale: 0.75, steps: 14, lamps: 9_000, samples: 4 },
  { density: 1.5, scale: 0.8, steps: 18, lamps: 12_000, samples: 4 },
  { density: 2, scale: 0.85, steps: 22, lamps: 14_000, samples: 4 },
  { density: 2, scale: 1, steps: 26, lamps: 14_000, samples: 4 },
];
export const MAX_LAMPS = 14_000;

/**
 * What a picture is drawn with: pixels for each of the page, share of them for what is outside the pane, steps through
 * the clouds, lamps of each part of the city, layers of drops on the pane. Edges are smoothed at every level: the fewer the
 * pixels, the more their steps are seen, and samples of one cost no measurable time.
 */
export interface QualityLevel {
  density: number;
  scale: number;
  steps: number;
  lamps: number;
  drops: 1 | 2;
}
/** From the least to the most; a device goes up and down between them. */
export const QUALITY_LEVELS: readonly QualityLevel[] = [
  { density: 0.5, scale: 0.6, steps: 8, lamps: 1_200, drops: 1 },
  { density: 0.75, scale: 0.56, steps: 11, lamps: 3_500, drops: 2 },
  { density: 1, scale: 0.75, steps: 14, lamps: 9_000, drops: 2 },
  { density: 1.5, scale: 0.8, steps: 18, lamps: 12_000, drops: 2 },
  { density: 2, scale: 0.85, steps: 22, lamps: 14_000, drops: 2 },
  { density: 2, scale: 1, steps: 26, lamps: 14_000, drops: 2 },
];
export const MAX_LAMPS = 14_000;

interface Size {
  width: number;
  height: number;
}
/** Four bytes each of a canvas and ten of what is drawn for it: with the maps less than the 60 MB of decision 127. */
const MAX_PIXELS = 3_700_000;
/** On a screen as dense as that of more pixels no step is seen, and samples would hold more than 60 MB. */
const MAX_SMOOTHED_PIXELS = 1_500_000;

const scaleSize = ({ width, height }: Size, by: number): Size => ({
  width: Math.max(8, Math.round(width * by)),
  height: Math.max(8, Math.round(height * by)),
});

/** Returns the pixels of a canvas for a part of the page of this size; fewer than `density` asks for on a very large screen. */
export function fitCanvas(page: Size, density: number): Size {
  const most = Math.sqrt(MAX_PIXELS / Math.max(1, page.width * page.height));
  return scaleSize(page, Math.min(density, most));
}

/** Returns the pixels and the samples of each that a picture of this size is drawn with. */
export function fitScene(
  picture: Size,
  { scale }: Pick<QualityLevel, 'scale'>,
): Size & { samples: 0 | 4 } {
  const size = scaleSize(picture, scale);
  return { ...size, samples: size.width * size.height > MAX_SMOOTHED_PIXELS ? 0 : 4 };
}

/** Below so many pixels of height each of them shows, and time is short: there a picture is made larger without more ado. */
const SOFT_FROM_PX = 360;
/**
 * Returns by how many of its pixels a scene is softened where it is made larger for a picture, or steps come back that samples
 * had smoothed; 0 for not at all.
 */
export const computeSoftness = (picture: Size, scene: Size): number =>
  picture.height >= SOFT_FROM_PX && scene.height < picture.height * 0.7 ? 0.45 : 0;

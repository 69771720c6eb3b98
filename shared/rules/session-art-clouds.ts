import { fill, drawCloudHeads, HORIZON_Y, drawLine, pick, repeat } from './session-art-marks.ts';
import type { SkyPalette } from './session-art-skies.ts';

/** Wider than the picture: clouds drift (passing-sky.css). */
const CLOUD_GROUND = `M-6 ${HORIZON_Y}h132v62H-6z`;

/** Draws high, thin cloud as an SVG path. */
export const buildHighCloudMarkup = (random: () => number, { cloud }: SkyPalette): string =>
  drawLine(
    cloud,
    repeat(
      3,
      (i) => `M${pick(random, 60, -20)} ${pick(random, 14, 22 + i * 11)}q32-7 ${70 - i * 16}-2`,
    ),
    2.4,
    0.35,
  );

/** How many times the one bank of clouds is seen, from the horizon to below the window. */
const BANKS = 7;

/**
 * Draws the SVG elements of a deck of clouds seen from above, closed or broken over the sea: one bank of heaps, small and
 * close in the haze of the horizon, wide and apart below the window. `scope` begins its id.
 */
export function buildCloudSeaMarkup(
  random: () => number,
  { cloud, shade, sky }: SkyPalette,
  scope: string,
): string {
  const [, high, low, haze] = sky as [string, string, string, string];
  const heaps = (count: number, rise: number) =>
    repeat(count, () => {
      const width = pick(random, 50, 16);
      return `M${pick(random, 470)} ${pick(random, 16, -8 - rise)}q${width >> 1}-${pick(random, 14)} ${width} 0`;
    });
  const large = heaps(9, 0);
  const bank =
    `<g transform="translate(-5 10)">${drawCloudHeads(shade, large, 22, 0.75)}</g>` +
    drawCloudHeads(cloud, large, 22, 0.9) +
    drawCloudHeads(cloud, heaps(10, 4), 13, 0.9);
  const row = (i: number) => {
    const near = (i + 0.6) / BANKS;
    const scale = 0.2 + near ** 1.3;
    const room = 520 * scale - 132;
    const x = -6 - random() * room;
    const y = HORIZON_Y + 2 + 56 * near ** 1.6;
    const matrix = [scale, 0, 0, scale * 0.5, x, y].map((part) => +part.toFixed(2)).join(' ');
    return `<use href="#${scope}c" transform="matrix(${matrix})"/>`;
  };
  return (
    `<defs><g id="${scope}c">${bank}</g></defs>` +
    fill(random() < 0.6 ? low : high, CLOUD_GROUND) +
    drawLine(haze, `M-6 ${HORIZON_Y + 3}h132`, 14, 0.35) +
    repeat(BANKS, row) +
    drawLine(haze, `M-6 ${HORIZON_Y + 1}h132`, 5, 0.5)
  );
}

// What the pictures of sessions are drawn with, as SVG elements.

/** Where the ground or the clouds meet the sky, in units of the picture. */
export const HORIZON_Y = 104;

/** Joins what `draw` draws so many times. */
export const repeat = (count: number, draw: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => draw(index)).join('');
/** A random whole number from `low` to below `low + range`. */
export const pick = (random: () => number, range: number, low = 0) =>
  Math.floor(low + random() * range);
/** Draws a filled shape. */
export const fill = (colour: string, path: string, opacity = 1) =>
  `<path fill="${colour}"${opacity < 1 ? ` opacity="${opacity}"` : ''} d="${path}"/>`;
/** Draws a line with round ends. */
export const drawLine = (colour: string, path: string, width: number, opacity = 1, dashes = '') =>
  `<path fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round"${opacity < 1 ? ` opacity="${opacity}"` : ''}${dashes && ` stroke-dasharray="${dashes}"`} d="${path}"/>`;

/** Round dots along a path, `gap` units apart: lamps, drops, stars. */
export const drawDots = (colour: string, path: string, size: number, gap: number, opacity = 1) =>
  drawLine(colour, path, size, opacity, `0 ${gap}`);
/** Single dots, each drawn where `place` says. */
export const scatter = (count: number, place: (index: number) => string) =>
  repeat(count, (i) => `M${place(i)}v.01`);

/** Heads of cloud along a line, at uneven distances. */
export const drawCloudHeads = (colour: string, path: string, size: number, opacity = 1) =>
  drawLine(colour, path, size, opacity, `0 ${size >> 1} 0 ${size >> 2} 0 ${size}`);

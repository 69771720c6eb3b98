/// <reference types="node" />
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

// Read as a file: Vitest answers an imported style sheet, `?raw` included, with nothing.
const css = readFileSync(new URL('./theme.css', import.meta.url), 'utf8');

type Theme = 'Dawn' | 'Night';
type Oklch = [number, number, number];

/** Both values of every `--role: light-dark(oklch(…), oklch(…))` in the theme. */
function readTokens(): Map<string, Record<Theme, Oklch>> {
  const tokens = new Map<string, Record<Theme, Oklch>>();
  const pattern = /--([\w-]+): light-dark\(oklch\(([^)/]+)[^)]*\), oklch\(([^)/]+)[^)]*\)\)/g;
  const numbers = (text: string) => text.trim().split(/\s+/).map(Number) as Oklch;
  for (const [, name, dawn, night] of css.matchAll(pattern))
    tokens.set(name!, { Dawn: numbers(dawn!), Night: numbers(night!) });
  return tokens;
}

const clip = (value: number) => Math.min(1, Math.max(0, value));

/** Relative luminance of an OKLCH colour (Ottosson's matrices, then WCAG's weights on linear sRGB clipped to gamut). */
function luminance([lightness, chroma, hue]: Oklch): number {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const red = clip(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s);
  const green = clip(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s);
  const blue = clip(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const tokens = readTokens();
function ratio(front: string, back: string, theme: Theme): number {
  const x = luminance(tokens.get(front)![theme]);
  const y = luminance(tokens.get(back)![theme]);
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

const grounds = ['ground', 'raised', 'sunk'];
const text = ['ink', 'ink-2', 'flow', 'load', 'notice', 'refusal'];

describe.each(['Dawn', 'Night'] as const)('the colours of %s', (theme) => {
  test.each(text.flatMap((front) => grounds.map((back) => [front, back])))(
    '%s is readable on %s (AA)',
    (front, back) => expect(ratio(front, back, theme)).toBeGreaterThanOrEqual(4.5),
  );
  test.each([
    ['on-ink', 'ink'],
    ['notice', 'notice-ground'],
    ['refusal', 'refusal-ground'],
    ['ink', 'notice-ground'],
    ['ink', 'refusal-ground'],
  ])('%s is readable on %s (AA)', (front, back) =>
    expect(ratio(front, back, theme)).toBeGreaterThanOrEqual(4.5),
  );
  test.each(['ink', 'caption'])('session captions in %s reach AAA', (front) =>
    expect(ratio(front, 'ground', theme)).toBeGreaterThanOrEqual(7),
  );
  test.each(['edge', 'load'])('%s outlines a control at 3:1', (front) => {
    for (const back of ['ground', 'raised'])
      expect(ratio(front, back, theme)).toBeGreaterThanOrEqual(3);
  });
});

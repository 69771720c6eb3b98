// Writes src/ui/fonts/fraunces-latin-headings.woff2: what our pages show of Fraunces. English and French with their
// signs and spaces, the weights 400 to 500, drawn for the size of headings: 27 kB instead of 67. To be run after an update
// of @fontsource-variable/fraunces, with a program that nothing else needs:
//   npm install --no-save subset-font@2.9.0 && node scripts/subset-fraunces.mjs
import { readFile, writeFile } from 'node:fs/promises';
import subsetFont from 'subset-font';

const SOURCE =
  '../node_modules/@fontsource-variable/fraunces/files/fraunces-latin-opsz-normal.woff2';
const TARGET = '../src/ui/fonts/fraunces-latin-headings.woff2';
/** Latin-1, and what it lacks of French, of its typography and of ours. */
const RANGES = [
  [0x20, 0x7e],
  [0xa0, 0xff],
  [0x2010, 0x2015],
];
const SINGLE = 'ŒœŸ‘’‚“”„†•…‹›€™−→\u2009\u202f';
const AXES = { opsz: 30, wght: { min: 400, max: 500 } };

const text =
  SINGLE +
  RANGES.flatMap(([from, to]) =>
    Array.from({ length: to - from + 1 }, (_, step) => String.fromCodePoint(from + step)),
  ).join('');
const font = await subsetFont(await readFile(new URL(SOURCE, import.meta.url)), text, {
  targetFormat: 'woff2',
  variationAxes: AXES,
});
await writeFile(new URL(TARGET, import.meta.url), font);
process.stdout.write(`${(font.length / 1000).toFixed(1)} kB\n`);

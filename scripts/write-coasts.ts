import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

// Writes the coasts that the flight page draws: `npx node scripts/write-coasts.ts land-110m.json`, with the file of the npm package
// world-atlas 2.0.2 (Natural Earth 4.1.0, 1:110m land, in the public domain). Run again only for another edition of it.

interface Topology {
  arcs: [number, number][][];
  transform: { scale: [number, number]; translate: [number, number] };
}

/** Steps a degree: a tenth of a degree is 11 km, finer than 1:110m is drawn. */
const STEPS = 10;
const OUTPUT = path.join(import.meta.dirname, '../src/features/route-map/engine/coast-lines.ts');

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('name the file land-110m.json');
const { arcs, transform } = JSON.parse(readFileSync(file, 'utf8')) as Topology;
const { scale, translate } = transform;

/** Writes one coast as its first point and the steps between its points, longitude first. */
function writeLine(arc: [number, number][]): string | null {
  let [x, y] = [0, 0];
  let before: [number, number] | null = null;
  const written: number[] = [];
  for (const [dx, dy] of arc) {
    x += dx;
    y += dy;
    const point: [number, number] = [
      Math.round((x * scale[0] + translate[0]) * STEPS),
      Math.round((y * scale[1] + translate[1]) * STEPS),
    ];
    const step = [point[0] - (before?.[0] ?? 0), point[1] - (before?.[1] ?? 0)];
    if (before && step[0] === 0 && step[1] === 0) continue;
    written.push(...(step as [number, number]));
    before = point;
  }
  return written.length > 2 ? written.join(',') : null;
}

const lines = arcs.flatMap((arc) => writeLine(arc) ?? []);
writeFileSync(
  OUTPUT,
  `/**
 * The coasts of the world: lines apart by \`;\`, each its first point and the steps between its points, in tenths of a degree,
 * longitude first. Written by scripts/write-coasts.ts from Natural Earth, 1:110m land.
 */
export const COAST_LINES =
  '${lines.join(';')}';
`,
);
process.stdout.write(`${lines.length} coasts\n`);

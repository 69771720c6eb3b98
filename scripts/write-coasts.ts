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
/** How far from a coast its line may run, in steps: less than the coasts of this scale are off themselves. */
const TOLERANCE = 1;
const OUTPUT = path.join(import.meta.dirname, '../src/features/route-map/engine/coast-lines.ts');

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('name the file land-110m.json');
const { arcs, transform } = JSON.parse(readFileSync(file, 'utf8')) as Topology;
const { scale, translate } = transform;

type Point = readonly [number, number];

function readLine(arc: [number, number][]): Point[] {
  let [x, y] = [0, 0];
  return arc.map(([dx, dy]) => {
    x += dx;
    y += dy;
    return [
      Math.round((x * scale[0] + translate[0]) * STEPS),
      Math.round((y * scale[1] + translate[1]) * STEPS),
    ];
  });
}

/** Leaves out the points that a line does not need to stay within the tolerance (Douglas and Peucker, 1973). */
function simplifyLine(points: Point[]): Point[] {
  const [first, last] = [points[0]!, points.at(-1)!];
  const across: Point = [last[0] - first[0], last[1] - first[1]];
  const length = Math.hypot(...across);
  const distances = points.map(([x, y]) => {
    const [dx, dy] = [x - first[0], y - first[1]];
    return length === 0 ? Math.hypot(dx, dy) : Math.abs(across[0] * dy - across[1] * dx) / length;
  });
  const furthest = distances.indexOf(Math.max(...distances));
  if (distances[furthest]! <= TOLERANCE) return [first, last];
  return [
    ...simplifyLine(points.slice(0, furthest + 1)).slice(0, -1),
    ...simplifyLine(points.slice(furthest)),
  ];
}

/** Writes one coast as its first point and the steps between its points, longitude first; null for one of a single point. */
function writeLine(points: Point[]): string | null {
  const written = points.flatMap(([x, y], index) => {
    const [fromX, fromY] = points[index - 1] ?? [0, 0];
    return index > 0 && x === fromX && y === fromY ? [] : [x - fromX, y - fromY];
  });
  return written.length > 2 ? written.join(',') : null;
}

const lines = arcs.flatMap((arc) => writeLine(simplifyLine(readLine(arc))) ?? []);
writeFileSync(
  OUTPUT,
  `/**
 * The coasts of the world: lines apart by \`;\`, each its first point and the steps between its points, in tenths of a degree,
 * longitude first. Written by scripts/write-coasts.ts from Natural Earth, 1:110m land, to within 11 km.
 */
export const COAST_LINES =
  '${lines.join(';')}';
`,
);
process.stdout.write(`${lines.length} coasts\n`);

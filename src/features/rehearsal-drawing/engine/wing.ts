import type { CameraVector } from './camera.ts';
import type { FlightMoment } from './flight.ts';

/** Numbers of each vertex: place (3), normal (3), then share of the span, of the chord, chord in metres, and kind. */
export const WING_VERTEX_LAYOUT = [3, 3, 4] as const;
const [WING, SPOILER, FAIRING] = [0, 1, 2];

interface Station {
  /** Share of the span; above 1 in the winglet. */
  s: number;
  x: number;
  y: number;
  z: number;
  chord: number;
  /** The way that the span goes, as an angle from level. */
  angle: number;
}
type Vertex = [number, number, number];

const ROUND = 9;
const STATIONS = 40;

/** Sections from the root to the tip of the winglet: an A320's half span, sweep and taper. */
function layOutStations(): Station[] {
  const stations: Station[] = [];
  let [y, z] = [0, 1.6];
  const step = 1.17 / STATIONS;
  for (let i = 0; i <= STATIONS; i++) {
    const s = i * step;
    const bent = Math.min(1, Math.max(0, (s - 0.95) / 0.09));
    const angle = 0.085 + 1.2 * bent * bent * (3 - 2 * bent);
    const chord = s < 0.36 ? 6.3 - (s / 0.36) * 2.7 : 3.6 - ((s - 0.36) / 0.64) * 2.1;
    const late = Math.max(0, s - 1);
    stations.push({
      s,
      x: 3.1 - s * 8.1 - late * 4.2,
      y,
      z,
      chord: Math.max(0.62, chord - late * 2.2),
      angle,
    });
    y += Math.sin(angle) * step * 15.6;
    z += Math.cos(angle) * step * 15.6;
  }
  return stations;
}

/** A symmetric profile with some camber: half its thickness at a share of the chord, 11 % thick. */
function getThickness(c: number): number {
  return (
    0.55 * (0.2969 * Math.sqrt(c) - 0.126 * c - 0.3516 * c * c + 0.2843 * c ** 3 - 0.1036 * c ** 4)
  );
}
const CHORDS = [0, 0.02, 0.06, 0.13, 0.25, 0.4, 0.55, 0.72, 0.86, 1];

function place(at: Station, c: number, side: 1 | -1): Vertex {
  const half = getThickness(c) * at.chord * (at.s > 1 ? 0.7 : 1);
  const lift = side * half + 0.02 * at.chord * Math.sin(Math.PI * c);
  return [at.x - c * at.chord, at.y + lift * Math.cos(at.angle), at.z - lift * Math.sin(at.angle)];
}

function cross(a: Vertex, b: Vertex, c: Vertex): Vertex {
  const [u, v] = [b, c].map((p) => p.map((n, i) => n - a[i]!)) as [Vertex, Vertex];
  return [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
}
function scale(v: Vertex, by: number): Vertex {
  const length = Math.hypot(...v) || 1;
  return [(v[0] / length) * by, (v[1] / length) * by, (v[2] / length) * by];
}

/** Builds the right wing with winglet, spoilers and fairings as triangles, in metres from the middle of its root. */
export function buildWingTriangles(): Float32Array {
  const out: number[] = [];
  const put = (at: Vertex, normal: Vertex, part: readonly number[]) =>
    void out.push(...at, ...normal, ...part);
  const stations = layOutStations();
  const getNormal = (row: number, column: number, side: 1 | -1): Vertex => {
    const here = stations[row]!;
    const [next, back] = [Math.min(CHORDS.length - 1, column + 1), Math.max(0, column - 1)];
    const [out1, in1] = [stations[Math.min(STATIONS, row + 1)]!, stations[Math.max(0, row - 1)]!];
    if (column === 0) return [1, 0, 0.3];
    const c = CHORDS[column]!;
    const a = place(here, CHORDS[back]!, side);
    const along = place(here, CHORDS[next]!, side);
    const span = place(out1, c, side).map((n, i) => n - place(in1, c, side)[i]! + a[i]!) as Vertex;
    return scale(cross(a, span, along), -side);
  };
  for (const side of [1, -1] as const)
    for (let row = 0; row < STATIONS; row++)
      for (let column = 0; column + 1 < CHORDS.length; column++)
        for (const [r, c] of [
          [0, 0],
          [1, 0],
          [0, 1],
          [0, 1],
          [1, 0],
          [1, 1],
        ] as const) {
          const at = stations[row + r]!;
          const share = CHORDS[column + c]!;
          put(place(at, share, side), getNormal(row + r, column + c, side), [
            at.s,
            share,
            at.chord,
            WING,
          ]);
        }
  const find = (s: number) => stations[Math.round((s / 1.17) * STATIONS)]!;
  for (const from of [0.24, 0.34, 0.44, 0.54]) {
    const [near, far] = [find(from), find(from + 0.085)];
    for (const [at, c] of [
      [near, 0],
      [far, 0],
      [near, 1],
      [near, 1],
      [far, 0],
      [far, 1],
    ] as const)
      put(place(at, 0.56 + c * 0.15, 1), [0, 1, 0], [at.s, c, at.chord * 0.15, SPOILER]);
  }
  for (const s of [0.22, 0.42, 0.62]) addFairing(put, find(s));
  return new Float32Array(out);
}

/** The canoe that covers the track of a flap. */
function addFairing(
  put: (at: Vertex, normal: Vertex, part: readonly number[]) => void,
  at: Station,
) {
  const spot = (i: number, j: number): [Vertex, Vertex] => {
    const along = i / ROUND;
    const turn = (j / ROUND) * 2 * Math.PI;
    const thick = 0.18 * Math.sin(Math.PI * along ** 0.75);
    // Flat on top, or it would come through the wing's thin edge.
    const down = Math.min(0.3 * Math.sin(turn), Math.sin(turn));
    const normal: Vertex = [0.2 - along * 0.4, Math.sin(turn), Math.cos(turn)];
    const x = at.x - at.chord * 0.55 - along * (at.chord * 0.45 + 0.6);
    return [
      [x, at.y - 0.08 - 0.12 * along + down * thick, at.z + Math.cos(turn) * thick * 0.7],
      normal,
    ];
  };
  for (let i = 0; i < ROUND; i++)
    for (let j = 0; j < ROUND; j++)
      for (const [a, b] of [
        [0, 0],
        [1, 0],
        [0, 1],
        [0, 1],
        [1, 0],
        [1, 1],
      ] as const)
        put(...spot(i + a, j + b), [at.s, 0.9, 1, FAIRING]);
}

/** Returns how far the tip is bent up, in metres: on the ground the wing hangs; in the air it carries, the more the heavier. */
export function computeWingBendMetres({
  speed,
  spoilers,
  height,
  load,
}: Pick<FlightMoment, 'speed' | 'spoilers' | 'height' | 'load'>): number {
  const carries =
    Math.min(1, Math.max(0, (speed - 45) / 30)) * (1 - spoilers * (height < 2 ? 0.8 : 0));
  return -0.35 + 1.25 * carries + load * 1.5;
}

/** Where the wing ends, ahead of its edge: there the lamp is. */
const LAMP_SHARE = 0.98;
const LAMP_AHEAD_M = 0.12;
const { x, y, z } = layOutStations().findLast(({ s }) => s <= LAMP_SHARE)!;

/** Returns how much of the bend of the tip a place so far out has; WING_VERTEX_SHADER bends by the same. */
const getBendShare = (outwards: number): number =>
  Math.min(1.2, Math.max(0, (outwards - 2) / 15)) ** 2;

/** Returns where the lamp at the tip is, in metres from the wing's root (ahead, up, right): it bends with the wing. */
export const computeWingLamp = (
  moment: Parameters<typeof computeWingBendMetres>[0],
): CameraVector => [x + LAMP_AHEAD_M, y + computeWingBendMetres(moment) * getBendShare(z), z];

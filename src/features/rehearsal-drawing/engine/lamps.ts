import { createSeededRandom } from '#shared/rules/seeded-random.ts';

/** Numbers of each lamp: place (3), then colour (3) with its size in metres. */
export const LAMP_VERTEX_LAYOUT = [3, 4] as const;
/** After so many metres ahead and aside the city repeats. */
export const CITY_REPEAT_METRES = [6_000, 9_000] as const;
/** After so many metres ahead the airfield repeats; 0 aside: there it does not. */
export const AIRFIELD_REPEAT_METRES = [1_800, 0] as const;

type Colour = readonly [number, number, number];
const AMBER: Colour = [1, 0.62, 0.24];
const WARM: Colour = [1, 0.78, 0.46];
const WHITE: Colour = [1, 0.93, 0.8];
const BLUE: Colour = [0.25, 0.45, 1];
const COOL: Colour = [0.85, 0.92, 1];
const GREEN: Colour = [0.16, 0.5, 0.3];

/** Where the river is, in metres aside, at a place ahead; it meets itself where the tile repeats. */
function getRiver(x: number): number {
  const turn = (x / CITY_REPEAT_METRES[0]) * 2 * Math.PI;
  return 4_300 + 700 * Math.sin(turn + 1.4) + 320 * Math.sin(2 * turn + 1.2);
}

/** Lights of a city by its streets, with a dark river between two lit banks. */
export function buildCityLamps(seed: string, count: number): Float32Array {
  const random = createSeededRandom(`${seed} city`);
  const out: number[] = [];
  const put = (x: number, z: number, colour: Colour, size: number, bright: number) =>
    out.push(x, 4 + 8 * random(), z, ...colour.map((one) => one * bright), size);
  const [length, width] = CITY_REPEAT_METRES;
  for (let x = 0; x < length; x += 30)
    for (const side of [-1, 1])
      put(x, getRiver(x) + side * (190 + 14 * Math.sin(x / 90)), WHITE, 7, 1);
  // Roads that bend slowly across, and rings.
  for (let road = 0; road < 9; road++) {
    const [from, sway, phase] = [random() * width, 300 + random() * 900, random() * 6.3];
    const times = 1 + Math.floor(random() * 2);
    for (let x = 0; x < length; x += 55) {
      const z = from + sway * Math.sin((x / length) * 2 * Math.PI * times + phase);
      if (Math.abs(z - getRiver(x)) > 220) put(x, ((z % width) + width) % width, WARM, 6, 0.95);
    }
  }
  const centres = Array.from(
    { length: 9 },
    () => [random() * length, random() * width, 500 + random() * 1500] as const,
  );
  let tries = 0;
  while (out.length / 7 < count && tries++ < count * 8) {
    const [cx, cz, spread] = centres[Math.floor(random() * centres.length)]!;
    const [far, turn] = [spread * Math.sqrt(-Math.log(1 - random())), random() * 6.2832];
    let [x, z] = [cx + far * Math.cos(turn), cz + far * Math.sin(turn)];
    // Streets: most lamps stand on a grid that is turned a little in every district.
    const tilt = (cx + cz) % 1;
    const grid = 70 + 40 * tilt;
    const [u, v] = [
      x * Math.cos(tilt) + z * Math.sin(tilt),
      z * Math.cos(tilt) - x * Math.sin(tilt),
    ];
    const [su, sv] =
      random() < 0.5
        ? [(Math.round(u / grid) + 0.2 * random()) * grid, v]
        : [u, (Math.round(v / grid) + 0.2 * random()) * grid];
    [x, z] = [su * Math.cos(tilt) - sv * Math.sin(tilt), su * Math.sin(tilt) + sv * Math.cos(tilt)];
    x = ((x % length) + length) % length;
    z = ((z % width) + width) % width;
    if (Math.abs(z - getRiver(x)) < 210) continue;
    const hue = random();
    put(
      x,
      z,
      hue < 0.74 ? AMBER : hue < 0.93 ? WARM : COOL,
      4 + 4 * random() ** 3,
      0.3 + 0.7 * random() ** 2,
    );
  }
  return new Float32Array(out);
}

/** Lights of the airport: both edges of the runway and its middle, the taxiway's blue ones, and lamps above the apron. */
export function buildAirfieldLamps(): Float32Array {
  const out: number[] = [];
  const put = (x: number, y: number, z: number, colour: Colour, size: number) =>
    out.push(x, y, z, ...colour, size);
  const [length] = AIRFIELD_REPEAT_METRES;
  for (let x = 0; x < length; x += 60) {
    for (const z of [-23.5, 23.5]) put(x, 0.5, z, WHITE, 0.75);
    for (const near of [0, 15, 30, 45]) put(x + near, 0.1, 0, WHITE, 0.45);
    for (const near of [0, 15, 30, 45]) {
      for (const z of [126, 154]) put(x + near, 0.4, z, BLUE, 0.7);
      for (const z of [140, 236]) put(x + near, 0.1, z, GREEN, 0.45);
    }
  }
  for (let x = 60; x < length; x += 120)
    for (const dx of [-3, -1, 1, 3]) put(x + dx * 0.9, 19, 425, WARM, dx === 1 ? 2.4 : 2.2);
  // Along the foot of the halls: doors, stands, and vehicles.
  const random = createSeededRandom('stands');
  for (let x = 0; x < length; x += 19) {
    const colour = [WARM, WHITE, AMBER, COOL][Math.floor(random() * 4)]!;
    put(x + 15 * random(), 2.5 + 9 * random() ** 2, 428, colour, 0.72 + 0.5 * random());
  }
  for (let x = 20; x < length; x += 90) {
    put(x, 7 + ((x * 7) % 9), 431, WHITE, 0.9);
    put(x + 31, 3, 300 + ((x * 13) % 90), AMBER, 0.7);
    put(x + 50, 5, 620, WARM, 1.6);
  }
  return new Float32Array(out);
}

import {
  drawDots,
  fill,
  drawCloudHeads,
  HORIZON_Y,
  drawLine,
  pick,
  repeat,
  scatter,
} from './session-art-marks.ts';
import type { SkyPalette } from './session-art-skies.ts';
import type { Situation } from './situations.ts';

/** Draws a place before its sky as SVG elements: `scope` begins the ids in it, and the sun or moon is above `sunX`. */
type DrawPlace = (sky: SkyPalette, random: () => number, scope: string, sunX: number) => string;

const LAMP = '#ffd89a';
/** The ground, from the horizon to below the window. */
const GROUND = `M0 ${HORIZON_Y}h120v62H0z`;

/** Draws the SVG elements of a wing in perspective; `bend` lifts its far half, in units of the picture. */
export function buildWingMarkup({ dark, lit }: SkyPalette, random: () => number, bend = 0): string {
  const mirror = random() < 0.4 ? '-1 0 0 1 120 ' : '1 0 0 1 0 ';
  const [tip, knee, mid] = [68 - bend, 92 - bend, bend / 2];
  return (
    `<g transform="matrix(${mirror}${pick(random, 8, -3)})">` +
    fill(
      dark,
      `M-6 152Q42 ${121 + mid} 73 ${knee + 6}q7-3 9-9L91 ${tip}h-4l-9 17q-2 4-9 7Q40 ${108 + mid}-6 121z`,
    ) +
    fill(
      lit,
      `M-6 121Q40 ${108 + mid} 69 ${knee} 76 ${knee - 3} 78 ${knee - 7}l9-17h2l-8 18q-3 6-9 9Q42 ${114 + mid}-6 134z`,
    ) +
    drawLine(dark, `M-6 128Q42 ${111 + mid} 73 ${knee + 1}`, 0.5, 0.5) +
    '</g>'
  );
}

const drawStars = (random: () => number) =>
  drawDots(
    '#f4ecd8',
    scatter(16, () => `${pick(random, 120)} ${pick(random, 92)}`),
    0.8,
    3,
    0.8,
  );

/** Lights of streets that meet at the horizon, with a dark river between them. */
function drawCity(random: () => number): string {
  const bend = pick(random, 24, 20);
  const river = `M${62 + bend / 4} 106q-${bend} 5 ${-bend / 2} 14t-8 42`;
  const streets = repeat(
    10,
    (i) =>
      `M${51 + i * 2} 105Q${30 + i * 7 + pick(random, 24, -12)} ${pick(random, 14, 116)} ${i * 27 - 64} 166`,
  );
  const crossings = repeat(
    6,
    (i) => `M-4 ${108 + i * i * 2}q60 ${pick(random, 14, -7)} 128 ${pick(random, 10, -5)}`,
  );
  return (
    fill('#140f1c', GROUND) +
    drawDots(LAMP, streets, 0.9, 2.3) +
    drawDots('#ffb866', crossings, 0.7, 1.9) +
    drawLine('#241a26', river, 7) +
    drawDots('#fff0cf', river, 0.8, 2.6)
  );
}

/** The rows of a cabin along its aisle, the light of its ceiling, and the hour in its windows. */
const drawCabin: DrawPlace = ({ sky, glow, isNight }, random, scope) => {
  const [ceiling, wall, edge, light] = isNight
    ? ['#2a3148', '#1d2438', '#7d88a8', '#8fa8e0']
    : ['#c6c6c6', '#8d93a0', '#aab8d2', '#fff1d2'];
  const seat = ['#44557c', '#3d5f6b', '#5b4f74', '#4d5867'][pick(random, 4)]!;
  // Seen from one seat or another.
  const place = `1.12 0 0 1.12 ${pick(random, 13, -13)} ${pick(random, 11, -14)}`;
  const scale = (i: number) => Math.round(20 + 80 * (i / 4) ** 1.6) / 100;
  const both = (s: number, id: string, dy: number) =>
    [s, -s]
      .map((x) => `<use href="#${scope}${id}" transform="matrix(${x} 0 0 ${s} 60 ${dy})"/>`)
      .join('');
  return (
    `<defs><linearGradient id="${scope}k" x2="0" y2="1"><stop stop-color="${edge}"/><stop offset=".2" stop-color="${seat}"/><stop offset="1" stop-color="#161d33"/></linearGradient><linearGradient id="${scope}l" x2="0" y2="1"><stop stop-color="${wall}"/><stop offset=".4" stop-color="${ceiling}"/></linearGradient>` +
    `<rect id="${scope}w" x="64" y="-18" width="9" height="24" rx="4.5" fill="${sky[isNight ? 2 : 3] ?? glow}" stroke="${glow}" stroke-opacity=".5" stroke-width="2"/>` +
    `<g id="${scope}c" fill="url(#${scope}k)" stroke="#0d1326" stroke-opacity=".35"><rect x="17" y="6" width="23" height="100" rx="7"/><rect x="41" y="6" width="23" height="100" rx="7"/>${fill(edge, 'M19 16q9.5-5 19 0v9q-9.5 4-19 0zM43 16q9.5-5 19 0v9q-9.5 4-19 0z', 0.5)}<path d="M12 50h5v42h-5z"/></g></defs>` +
    `<g transform="matrix(${place})">` +
    fill(wall, 'M0 0h120v164H0z') +
    fill(`url(#${scope}l)`, 'M0 0h120L69 66H51z') +
    fill('#10172b', 'M40 166 58 84h4l18 82z', 0.8) +
    // The lockers above the seats, and the light along them.
    fill(seat, 'M0 6 51 66v5L0 44zM120 6 69 66v5l51-27z', 0.8) +
    drawLine(wall, 'M14 22v27M30 42v15M106 22v27M90 42v15', 0.7) +
    `<g filter="url(#${scope}b)">${fill(light, 'M8 0h10l36 62h-2zM112 0h-10L66 62h2z')}</g>` +
    // The air between one row and the next.
    repeat(5, (i) => both(scale(i), 'c', 82) + (i < 4 ? fill(wall, 'M0 70h120v96H0z', 0.14) : '')) +
    repeat(5, (i) => both(scale(i), 'w', 82)) +
    drawDots(light, 'M56 92 47 166M64 92 73 166', 1, 6) +
    '</g>'
  );
};

const PLACES: Record<Situation, DrawPlace> = {
  // Roofs in the haze below the window, and lamps that are still on.
  home: ({ dark, lit, shade }, random) => {
    const [x, y] = [pick(random, 18), pick(random, 14)];
    return (
      fill(shade, `M0 166v-${52 + y}q18-12 40-4t44-2 36-2v80z`) +
      fill(lit, `M0 166v-${38 - y}q22-8 50 2t70-8v60z`) +
      fill(
        dark,
        `M${x - 20} 166v-32l20-14 20 14v-7h5v11l7 5 22-17 22 17v-6l14-10 22 15 26-12v36z`,
      ) +
      fill(
        LAMP,
        repeat(7, () => `M${pick(random, 104, 8)} ${pick(random, 18, 136)}h3v3h-3z`),
      )
    );
  },
  // An aircraft at the gate behind a wet pane, and the lamps of the apron out of focus.
  airport: ({ dark, lit, shade }, random) => {
    const lamps = scatter(5, (i) => `${8 + i * 26 + pick(random, 8)} ${pick(random, 8, 86)}`);
    return (
      fill(shade, GROUND) +
      fill(dark, 'M0 112h120v54H0z', 0.5) +
      drawDots(LAMP, lamps, 9, 3, 0.7) +
      drawDots('#fff6de', lamps, 4, 3, 0.8) +
      `<g transform="translate(${pick(random, 14, -7)})">` +
      fill(lit, 'M-8 122q40-12 92-8 24 3 32 12 4 6-6 8-30 7-118 5z') +
      fill(dark, 'M2 118-8 84h12l18 31zM-8 126q60 6 118 2-4 8-118 9zM46 130l30 12h8l-14-13z') +
      drawDots('#eaf2f7', 'M18 121q40-4 76 1', 2, 4.6) +
      '</g>' +
      drawDots(
        '#eef4f8',
        scatter(16, () => `${pick(random, 120)} ${pick(random, 150)}`),
        1.6,
        3,
        0.5,
      )
    );
  },
  boarding: drawCabin,
  // The runway and its lamps, going by below the window.
  take_off: (sky, random) =>
    fill(sky.dark, GROUND) +
    fill(sky.lit, 'M0 118l120-5v19L0 144z', 0.34) +
    drawLine('#fff', `M-${pick(random, 12)} 129l140-9`, 1.6, 0.7, '13 11') +
    drawDots(LAMP, 'M-2 109l124-3M-4 147l130-19', 1.5, 9) +
    buildWingMarkup(sky, random, 3),
  cruise: (sky, random) => buildWingMarkup(sky, random, 2),
  // Towers of cloud, a wing that bends, and rain along the pane.
  turbulence: (sky, random, scope) => {
    const tower = (x: number, y: number) => {
      const tier = (i: number) => {
        const w = 8 + i * 13;
        const path = `M${pick(random, 6, x - w / 2)} ${y + i * 14}q${w / 2}-5 ${w} 0`;
        return drawCloudHeads(i === 3 ? sky.shade : sky.cloud, path, 16 + i * 5);
      };
      return tier(3) + repeat(3, tier);
    };
    return (
      `<g filter="url(#${scope}b)">${tower(pick(random, 24, 10), 64)}${tower(pick(random, 24, 84), 80)}</g>` +
      buildWingMarkup(sky, random, 6) +
      drawLine(
        '#fff',
        repeat(7, () => `M${pick(random, 116)} ${pick(random, 140)}l9-2`),
        0.8,
        0.34,
      )
    );
  },
  // A moon over the sea, or a city far below.
  night: (sky, random, _, x) =>
    drawStars(random) +
    (random() < 0.5
      ? drawCity(random)
      : fill('#0a1229', GROUND) +
        drawDots(
          '#f6efdc',
          repeat(7, (i) => `M${x - 2 - i * 2} ${107 + i * 7}h${4 + i * 4}`),
          1.1,
          2.6,
          0.6,
        )) +
    buildWingMarkup(sky, random, 3),
  // Fields and a river; by night, a city.
  landing: (sky, random) => {
    if (sky.isNight) return drawCity(random) + buildWingMarkup(sky, random);
    const greens = ['#7f9a6b', '#a3ab77', '#6b8a74', '#b7a86f'];
    return (
      fill('#718868', GROUND) +
      repeat(8, (i) => {
        const w = pick(random, 34, 26 + i * 6);
        const path = `M${pick(random, 90, -20)} ${105 + i * i}h${w}l${w >> 2} ${4 + i * 2}h-${w}z`;
        return fill(greens[i % 4]!, path, 0.8);
      }) +
      fill(sky.dark, GROUND, sky.height < 0.1 ? 0.34 : 0.06) +
      drawLine(sky.lit, `M70 ${HORIZON_Y}q-26 8-4 18t-30 42`, 3.4) +
      buildWingMarkup(sky, random, 1)
    );
  },
  // A road that leads away between hills.
  after: ({ dark, lit, shade, glow }, random) => {
    const y = pick(random, 8, 106);
    return (
      fill(shade, `M0 ${y - 6}q24-16 48-4t40-6 32 2v80H0z`) +
      fill(lit, `M0 ${y + 4}q30-16 62-2t58-8v80H0z`) +
      fill(dark, `M0 ${y + 18}q40-16 70-4t50-2v70H0z`) +
      fill(glow, `M61 ${y + 13}q15 8-1 16t-24 38h36q-13-22 3-35t-7-19z`, 0.85) +
      drawDots(
        shade,
        scatter(9, () => `${pick(random, 120)} ${pick(random, 24, 132)}`),
        3.4,
        5,
      )
    );
  },
  // Two who sit by a window, with the light of the hour on them.
  company: ({ dark, lit, glow, shade }, random) => {
    const seat = (x: number) =>
      `<path fill="${dark}" stroke="${lit}" stroke-width=".8" d="M${x} 166v-52q0-13 11-15l26-1q15 1 15 16v52z"/>` +
      fill(lit, `M${x + 9} 110q17-5 34 0v15q-17 4-34 0z`, 0.3);
    const head = (x: number, y: number, hair: string) =>
      fill(hair, `M${x - 10} ${y + 4}q-3-19 11-20 14 0 12 18-1 9-5 13v8h-12v-8q-5-4-6-11z`) +
      drawLine(glow, `M${x + 4} ${y - 15}q10 2 9 17-1 8-4 11`, 1.2, 0.9);
    const pane = 'M58 22h30q14 0 14 16v34q0 16-14 16H58q-14 0-14-16V38q0-16 14-16z';
    return (
      `<path fill="${dark}" fill-rule="evenodd" stroke="${lit}" stroke-width="2" d="M-2-2h124v168H-2z${pane}"/>` +
      head(pick(random, 5, 32), 84, shade) +
      head(84, 88, dark) +
      seat(6) +
      seat(63)
    );
  },
};

/** Where the clouds below can be seen. */
const ABOVE_CLOUDS: readonly (Situation | undefined)[] = [undefined, 'cruise', 'turbulence'];
export const isAboveClouds = (situation: Situation | undefined): boolean =>
  ABOVE_CLOUDS.includes(situation);

/** Draws the SVG elements of where a session is (such as a cabin), before its sky. */
export const buildSituationMarkup = (situation: Situation, ...how: Parameters<DrawPlace>): string =>
  PLACES[situation](...how);

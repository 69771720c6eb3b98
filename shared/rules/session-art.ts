import { createSeededRandom } from './seeded-random.ts';
import { drawSubject, drawWing } from './session-art-subjects.ts';
import type { Situation } from './situations.ts';

/** Kind of a session: exposure (load) or relaxation (flow); decides the sky palette. */
export type ArtKind = 'load' | 'flow';

export interface SkyPalette {
  /** Colours from the top of the window down to the cloud deck. */
  sky: readonly [offset: number, colour: string][];
  glow: string;
  sun: string;
  /** Cloud decks, the farthest first. */
  clouds: readonly string[];
  wing: string;
  /** Range of the height of the sun: 0 at the clouds, 1 at the top of the sky. */
  height: readonly [number, number];
  stars?: boolean;
}

const palettes: Record<ArtKind, readonly SkyPalette[]> = {
  load: [
    {
      sky: [
        [0, '#1f4f8b'],
        [38, '#4f8cc4'],
        [62, '#a5cbe4'],
        [78, '#f1e6cf'],
      ],
      glow: '#ffeec6',
      sun: '#fff8e6',
      clouds: ['#f6e6c9', '#f3ead9', '#eceee9'],
      wing: '#46587c',
      height: [0.12, 0.4],
    },
    {
      sky: [
        [0, '#17447f'],
        [42, '#3f7fbd'],
        [70, '#8fbfe2'],
        [84, '#d9eaf0'],
      ],
      glow: '#f7f2da',
      sun: '#fffdf2',
      clouds: ['#cfe2ec', '#e3edf0', '#f4f5f0'],
      wing: '#3e5379',
      height: [0.3, 0.62],
    },
    {
      sky: [
        [0, '#2a5f97'],
        [36, '#6fa3c9'],
        [60, '#c3d9dc'],
        [76, '#f7d9a4'],
      ],
      glow: '#ffdf9b',
      sun: '#fff2cf',
      clouds: ['#f6d6a0', '#f5dfba', '#efe6d3'],
      wing: '#4a587a',
      height: [0.04, 0.24],
    },
    {
      sky: [
        [0, '#285a8c'],
        [40, '#5e9bc0'],
        [66, '#b0d4d8'],
        [82, '#eef0dd'],
      ],
      glow: '#fbf3d2',
      sun: '#fffaea',
      clouds: ['#dfe9e2', '#e8ece2', '#f3f1e6'],
      wing: '#42587c',
      height: [0.2, 0.5],
    },
  ],
  flow: [
    {
      sky: [
        [0, '#232f55'],
        [38, '#40597f'],
        [58, '#8a8c97'],
        [74, '#e3a982'],
      ],
      glow: '#f6dca2',
      sun: '#fff1cf',
      clouds: ['#e9b184', '#efcdaf', '#ddcac0'],
      wing: '#333a58',
      height: [0.1, 0.36],
    },
    {
      sky: [
        [0, '#1d3350'],
        [40, '#35607a'],
        [62, '#7d9c9f'],
        [78, '#e9bd92'],
      ],
      glow: '#f8d9a6',
      sun: '#ffeecb',
      clouds: ['#e0b791', '#dcc3ab', '#c4bdb6'],
      wing: '#2a3a54',
      height: [0.02, 0.22],
    },
    {
      sky: [
        [0, '#2b3c66'],
        [34, '#5a7394'],
        [58, '#b3a6a3'],
        [74, '#f0b78a'],
      ],
      glow: '#ffe0a8',
      sun: '#fff4d6',
      clouds: ['#f0bd92', '#f3d5b9', '#e6d6ca'],
      wing: '#3a4362',
      height: [0.06, 0.3],
    },
    {
      sky: [
        [0, '#111b36'],
        [48, '#1f3757'],
        [74, '#3d6078'],
        [90, '#8fa3a3'],
      ],
      glow: '#c9d6d2',
      sun: '#f6f0dd',
      clouds: ['#4f6c80', '#5f7a8a', '#7d919b'],
      wing: '#1b2540',
      height: [0.5, 0.74],
      stars: true,
    },
  ],
};

const DECK = 112;
const round = (value: number) => Math.round(value * 10) / 10;

/** Draws the SVG path of a cloud deck, closed below the viewBox. */
function drawCloudDeck(random: () => number, top: number, swell: number): string {
  let x = -14;
  let path = `M${x} 170V${round(top)}`;
  while (x < 134) {
    const width = 12 + random() * 24;
    const head = round(swell * (0.35 + random()) * (width / 24));
    const drop = round((random() - 0.5) * 4);
    path += `q${round(width * 0.1)} ${-head} ${round(width / 2)} ${-head}t${round(width / 2)} ${round(head + drop * 0.6)}`;
    x += width;
  }
  return `${path}V170Z`;
}

/** Builds the gradient stops of a glow that fades out. */
const buildFadeStops = (colour: string, from: number) =>
  `<stop stop-color="${colour}" stop-opacity="${from}"/><stop offset=".3" stop-color="${colour}" stop-opacity=".46"/><stop offset=".62" stop-color="${colour}" stop-opacity=".13"/><stop offset="1" stop-color="${colour}" stop-opacity="0"/>`;

/**
 * Draws the content of the `<svg viewBox="0 0 120 160">` of a session's picture: deterministic by `id` and `kind`, with
 * the `subject` in front of the sky. `scope` makes the ids of gradients unique in the page. Contains no style
 * attribute, which the page's security policy would block.
 */
export function drawSessionArt({
  id,
  kind,
  subject,
  scope,
  withSun = true,
}: {
  id: string;
  kind: ArtKind;
  /** Without one, some pictures show a wing. */
  subject?: Situation | undefined;
  scope: string;
  withSun?: boolean;
}): string {
  const random = createSeededRandom(`${kind}/${id}`);
  const of = palettes[kind];
  const hour = of[Math.floor(random() * of.length)]!;
  const [low, high] = hour.height;
  const sunX = round(26 + random() * 68);
  const sunY = round(DECK - 8 - (low + random() * (high - low)) * 92);
  const sunSize = hour.stars ? 5 : 5 + random() * 3;
  const withWing = random() < 0.42;
  const gradient = (name: string, stops: string) =>
    `<radialGradient id="${scope}${name}">${stops}</radialGradient>`;
  const stops = hour.sky
    .map(([at, colour]) => `<stop offset="${at / 100}" stop-color="${colour}"/>`)
    .join('');
  const stars = hour.stars
    ? Array.from(
        { length: 16 },
        () =>
          `<circle cx="${round(random() * 120)}" cy="${round(random() * 84)}" r="${round(0.3 + random() * 0.4)}"/>`,
      ).join('')
    : '';
  const sun = withSun
    ? `<circle cx="${sunX}" cy="${sunY}" r="${hour.stars ? 38 : 62}" fill="url(#${scope}g)"${hour.stars ? ' opacity=".5"' : ''}/>` +
      `<circle cx="${sunX}" cy="${sunY}" r="${round(sunSize * 1.5)}" fill="url(#${scope}o)"/>`
    : '';
  const tops = [DECK - 6 + random() * 8, DECK + 6 + random() * 6, DECK + 19 + random() * 6];
  const swells = [5, 8, 10];
  const clouds = hour.clouds.map(
    (colour, i) =>
      `<path fill="${colour}" opacity="${[0.7, 0.85, 0.95][i]!}" d="${drawCloudDeck(random, tops[i]!, swells[i]!)}"/>`,
  );
  return (
    `<defs><linearGradient id="${scope}s" x2="0" y2="1">${stops}</linearGradient>` +
    gradient('g', buildFadeStops(hour.glow, 0.85)) +
    gradient(
      'o',
      `<stop offset=".3" stop-color="${hour.sun}"/><stop offset="1" stop-color="${hour.sun}" stop-opacity="0"/>`,
    ) +
    `<filter id="${scope}b" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="2"/></filter></defs>` +
    `<path fill="url(#${scope}s)" d="M0 0h120v160H0z"/>` +
    (stars && `<g fill="#f4ecd8" opacity=".7">${stars}</g>`) +
    sun +
    `<g filter="url(#${scope}b)">${clouds[0]!}${clouds[1]!}</g>` +
    (subject ? '' : withWing ? drawWing(random, hour.wing) : '') +
    `<g filter="url(#${scope}b)">${clouds[2]!}</g>` +
    (subject ? drawSubject(subject, random, hour) : '')
  );
}

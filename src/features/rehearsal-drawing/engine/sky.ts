import { CLOUD_BASE_M, CLOUD_TOP_M } from '#shared/rules/rehearsal-flight.ts';
import type { RehearsalLight } from '#shared/rules/rehearsal-dose.ts';

export type Colour = [red: number, green: number, blue: number];

/** The colours of one hour, from 0 to 1; `sun` is the way to it (ahead, up, right). */
export interface SkyColours {
  zenith: Colour;
  middle: Colour;
  horizon: Colour;
  sun: Colour;
  sunColour: Colour;
  /** Cloud in the sun and out of it. */
  lit: Colour;
  shade: Colour;
  fog: Colour;
  stars: number;
  /** How far lamps are lit, and the glow of a city at the horizon. */
  night: number;
  glow: number;
  wet: number;
  cover: number;
}

const BELOW: Record<RehearsalLight, SkyColours> = {
  day: {
    zenith: [0.15, 0.37, 0.7],
    middle: [0.42, 0.65, 0.89],
    horizon: [0.83, 0.9, 0.95],
    sun: [0.28, 0.62, 0.62],
    sunColour: [1, 0.96, 0.88],
    lit: [1, 0.995, 0.98],
    shade: [0.56, 0.63, 0.74],
    fog: [0.82, 0.87, 0.92],
    stars: 0,
    night: 0,
    glow: 0,
    wet: 0,
    cover: 0.66,
  },
  dusk: {
    zenith: [0.2, 0.27, 0.5],
    middle: [0.58, 0.5, 0.62],
    horizon: [0.98, 0.72, 0.5],
    sun: [-0.6, 0.1, 0.95],
    sunColour: [1, 0.74, 0.46],
    lit: [0.98, 0.68, 0.56],
    shade: [0.42, 0.37, 0.5],
    fog: [0.68, 0.58, 0.62],
    stars: 0,
    night: 0.55,
    glow: 0,
    wet: 0,
    cover: 0.6,
  },
  night: {
    zenith: [0.04, 0.055, 0.125],
    middle: [0.085, 0.09, 0.18],
    horizon: [0.23, 0.165, 0.17],
    sun: [-0.5, 0.5, 0.7],
    sunColour: [0.2, 0.23, 0.32],
    lit: [0.2, 0.19, 0.25],
    shade: [0.07, 0.075, 0.125],
    fog: [0.17, 0.19, 0.275],
    stars: 1,
    night: 1,
    glow: 0.55,
    wet: 0,
    cover: 0.3,
  },
  rain: {
    zenith: [0.16, 0.215, 0.34],
    middle: [0.22, 0.285, 0.42],
    horizon: [0.36, 0.42, 0.54],
    sun: [-0.3, 0.5, 0.8],
    sunColour: [0.5, 0.54, 0.62],
    lit: [0.42, 0.47, 0.57],
    shade: [0.2, 0.25, 0.36],
    fog: [0.48, 0.53, 0.61],
    stars: 0,
    night: 0.85,
    glow: 0.25,
    wet: 1,
    cover: 0.95,
  },
};
/** What is other above the clouds. */
const ABOVE: Record<RehearsalLight, Partial<SkyColours>> = {
  day: {
    zenith: [0.07, 0.26, 0.62],
    middle: [0.33, 0.6, 0.9],
    horizon: [0.84, 0.93, 0.98],
    shade: [0.5, 0.58, 0.72],
    cover: 0.74,
  },
  dusk: {
    zenith: [0.2, 0.24, 0.44],
    middle: [0.52, 0.47, 0.6],
    horizon: [1, 0.78, 0.58],
    lit: [1, 0.87, 0.79],
    shade: [0.44, 0.4, 0.53],
    cover: 0.86,
  },
  night: {
    lit: [0.36, 0.39, 0.52],
    shade: [0.105, 0.12, 0.2],
    cover: 0.8,
    glow: 0.25,
    horizon: [0.21, 0.185, 0.25],
  },
  rain: {
    zenith: [0.36, 0.42, 0.5],
    middle: [0.5, 0.55, 0.61],
    horizon: [0.72, 0.75, 0.78],
    lit: [0.86, 0.87, 0.89],
    shade: [0.38, 0.42, 0.49],
    fog: [0.66, 0.7, 0.75],
    wet: 0.55,
    night: 0.2,
    glow: 0,
    cover: 0.88,
  },
};

/** Returns how far a height is above the clouds: 0 under them, 1 over them. */
function getAbove(height: number): number {
  const share = Math.min(1, Math.max(0, (height - CLOUD_BASE_M) / (CLOUD_TOP_M - CLOUD_BASE_M)));
  return share * share * (3 - 2 * share);
}

function mix<Value extends number | Colour>(from: Value, to: Value, share: number): Value {
  if (typeof from === 'number') return (from + ((to as number) - from) * share) as Value;
  return from.map((value, i) => value + ((to as Colour)[i]! - value) * share) as Value;
}

/** Returns the sky of an hour at a height in metres. */
export function computeSkyColours(light: RehearsalLight, height: number): SkyColours {
  const below = BELOW[light];
  const above = { ...below, ...ABOVE[light] };
  const share = getAbove(height);
  const sky = { ...below };
  for (const key of Object.keys(below) as (keyof SkyColours)[])
    Object.assign(sky, { [key]: mix(below[key] as number, above[key] as number, share) });
  const length = Math.hypot(...sky.sun);
  sky.sun = sky.sun.map((value) => value / length) as Colour;
  return sky;
}

const limit = (share: number) => Math.min(1, Math.max(0, share));
const ease = (share: number) => limit(share) ** 2 * (3 - 2 * limit(share));

/**
 * Returns how thick the cloud around the window is at a height: 0 outside, 1 in its midst. It is 1 at the base, where
 * the ceiling and the land give way to what is seen from above.
 */
export function computeFogDensity(height: number): number {
  const enter = limit((height - CLOUD_BASE_M) / 260 + 1);
  const leave = limit((CLOUD_TOP_M + 190 - height) / 330);
  return Math.min(enter, leave);
}

/** Returns how much rain or fluid is on the pane, from 0 to 1. */
export function computeDrops(
  light: RehearsalLight,
  { height, fluid }: { height: number; fluid: number },
): number {
  const fog = computeFogDensity(height);
  const under = limit(1 - (height - CLOUD_BASE_M) / 400);
  const rain = light === 'rain' ? Math.max(0.25, fog * 0.8, under) : 0;
  return Math.max(rain, fluid, fog * 0.22);
}

/** Returns how far the airfield stands out at a height in metres: 1 near it, 0 where it is lost in the haze. */
export const computeAirfieldClarity = (height: number): number => ease((1_100 - height) / 300);

/** Returns how much of what is under the aircraft is the tops of clouds, 0 to 1: changes while they surround it. */
export const computeDeckShare = (height: number): number =>
  limit((height - CLOUD_TOP_M + 400) / 250);

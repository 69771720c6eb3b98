import type { ScriptKind } from './script-timing.ts';

/** The light of an hour, by its colours. */
export interface SkyPalette {
  /** From the top of the window down to the horizon. */
  sky: readonly string[];
  /** Around the sun or the moon. */
  glow: string;
  /** Clouds where the light falls, and where it doesn't. */
  cloud: string;
  shade: string;
  /** Shapes against the light, and in it, such as the upper side of a wing. */
  dark: string;
  lit: string;
  /** How high the sun is: 0 at the horizon, 1 at the top. */
  height: number;
  isNight: boolean;
}

/** Reads a sky from its colours: four from the top down, then glow, cloud, shade, dark and lit. */
function readSky(colours: string, height: number, isNight = false): SkyPalette {
  const all = colours.split(' ').map((colour) => `#${colour}`);
  const [glow = '', cloud = '', shade = '', dark = '', lit = ''] = all.slice(4);
  return { sky: all.slice(0, 4), glow, cloud, shade, dark, lit, height, isNight };
}

export const NIGHT_SKY_PALETTE = readSky(
  '0c1430 1a2c4e 33506c 4b5f70 cfd9dc 62788c 2c3d56 0e1730 3c4d68',
  0.45,
  true,
);

/** The hours of each kind: an exposure by day, as clear as what is faced; rest at the edges of the day. */
export const SKY_PALETTES: Record<ScriptKind, readonly SkyPalette[]> = {
  load: [
    readSky('1d5aa6 4c90d2 a9d0ec e4f1f6 fffbe8 fbfcfb b3c3d3 5c6f8c dbe4ec', 0.45),
    readSky('2c6ba9 6fa6d0 c5dde2 f8e6c4 fff0c8 fdf3e0 b0bac6 4d5f80 cfd6dd', 0.18),
    readSky('285f98 6d9fc4 c9d4cd f9d493 ffdf9b fbe3b8 a9a6ac 47536f d6c7ab', 0.06),
    readSky('5d7186 8b9bab bac3c9 dcdcd6 f4f0e4 e2e4e4 86929f 465468 aeb8c0', 0.3),
  ],
  flow: [
    readSky('253059 555d89 a68a99 f2b07f ffd79a f2bd9a 7a6d8b 2a3050 8d86a0', 0.03),
    readSky('1f3a5c 4a7590 9db4ae f3cda0 ffe0ae f0d3b4 7d929f 2b4058 8fa3ad', 0.03),
    readSky('34446f 7180a3 c7a9ae f7c39b ffe2b4 f8d5c1 9a8a9e 39405f a9a0b2', 0.08),
    NIGHT_SKY_PALETTE,
  ],
};

import { createSeededRandom } from './seeded-random.ts';
import { NIGHT_SKY_PALETTE, SKY_PALETTES } from './session-art-skies.ts';
import { buildCloudSeaMarkup, buildHighCloudMarkup } from './session-art-clouds.ts';
import type { ScriptKind } from './script-timing.ts';
import { HORIZON_Y } from './session-art-marks.ts';
import { buildSituationMarkup, buildWingMarkup, isAboveClouds } from './session-art-subjects.ts';
import type { Situation } from './situations.ts';

/** Where the colours of a sky stand, from the top of the window. */
const OFFSETS = [0, 0.38, 0.58, 0.7];

/**
 * Draws the content of the `<svg viewBox="0 0 120 160">` of a session's picture: its place (`subject`) at an hour and in
 * a weather that follow from `id` and `kind`, always the same. `scope` makes the ids within unique in the page. Contains
 * no style attribute, which the page's security policy would block.
 */
export function buildSessionArtMarkup({
  id,
  kind,
  subject,
  scope,
  withSun = true,
}: {
  id: string;
  kind: ScriptKind;
  /** Without one, the picture is the sky over the clouds, some with a wing. */
  subject?: Situation | undefined;
  scope: string;
  withSun?: boolean;
}): string {
  const random = createSeededRandom(`${kind}/${id}`);
  const hours = SKY_PALETTES[kind];
  const drawn = hours[Math.floor(random() * hours.length)]!;
  const sky = subject === 'night' ? NIGHT_SKY_PALETTE : drawn;
  const sunX = Math.round(28 + random() * 64);
  const sunY = Math.round(HORIZON_Y - 4 - (sky.height + random() * 0.25) * 96);
  const withWing = random() < 0.42;
  const isCloudy = random() > 0.35;
  const isInside = subject === 'boarding';
  const blurred = (name: string, content: string) =>
    `<g class="${name}" filter="url(#${scope}b)">${content}</g>`;
  const stops = sky.sky
    .map((colour, i) => `<stop offset="${OFFSETS[i]}" stop-color="${colour}"/>`)
    .join('');
  const fade = [sky.isNight ? 0.4 : 0.85, 0.35, 0]
    .map(
      (opacity, i) =>
        `<stop offset="${[0, 0.3, 1][i]}" stop-color="${sky.glow}" stop-opacity="${opacity}"/>`,
    )
    .join('');
  const sun = (r: number, paint: string) => `<circle cx="${sunX}" cy="${sunY}" r="${r}" ${paint}/>`;
  return (
    `<defs><linearGradient id="${scope}s" x2="0" y2="1">${stops}</linearGradient><radialGradient id="${scope}g">${fade}</radialGradient>` +
    `<filter id="${scope}b" x="-20%" y="-40%" width="140%" height="180%"><feGaussianBlur stdDeviation="1.1"/></filter></defs>` +
    (isInside
      ? ''
      : `<path fill="url(#${scope}s)" d="M0 0h120v160H0z"/>` +
        (withSun
          ? sun(sky.isNight ? 34 : 58, `fill="url(#${scope}g)"`) +
            sun(sky.isNight ? 4 : 6, `fill="#fff8e8" filter="url(#${scope}b)"`)
          : '') +
        (isCloudy ? blurred('far', buildHighCloudMarkup(random, sky)) : '')) +
    (isAboveClouds(subject) ? blurred('near', buildCloudSeaMarkup(random, sky, scope)) : '') +
    (subject
      ? buildSituationMarkup(subject, sky, random, scope, sunX)
      : withWing
        ? buildWingMarkup(sky, random)
        : '')
  );
}

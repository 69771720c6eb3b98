import { getPrivacyRegion } from './cookie-consent.ts';

/**
 * Regions whose emergency numbers differ: France, Switzerland, Belgium, the other EU countries, the United Kingdom, North America,
 * Australia and Singapore.
 */
export const EMERGENCY_NUMBERS_REGIONS = ['FR', 'CH', 'BE', 'EU', 'GB', 'NA', 'AU', 'SG'] as const;
export type EmergencyNumbersRegion = (typeof EMERGENCY_NUMBERS_REGIONS)[number];

/** The numbers that come first in a region, most urgent first. */
const FIRST_NUMBERS: Record<EmergencyNumbersRegion, readonly string[]> = {
  FR: ['15', '3114', '112'],
  CH: ['112', '143'],
  BE: ['112', '0800 32 123'],
  EU: ['112'],
  GB: ['999', '116 123', '112'],
  NA: ['911', '988'],
  AU: ['000', '13 11 14', '112'],
  SG: ['995', '1767'],
};
/** Those that are a country’s own; the others stand for several. */
const OWN = ['CH', 'BE', 'AU', 'SG'] as const;

/** Overseas departments and collectivities of France, which share its numbers; ISO 3166-1. */
const FRENCH = new Set('FR GP MQ GF RE YT PM BL MF'.split(' '));
const BRITISH = new Set('GB IM JE GG GI'.split(' '));
const NORTH_AMERICAN = new Set('US CA PR VI GU'.split(' '));

/**
 * Returns the region (a country or a group of countries) whose emergency phone numbers serve a country (ISO 3166-1, in
 * capitals); null when the country is unknown or none of the listed numbers is known to serve it.
 */
export function findEmergencyNumbersRegion(country: string | null): EmergencyNumbersRegion | null {
  if (country === null) return null;
  if (FRENCH.has(country)) return 'FR';
  if (BRITISH.has(country)) return 'GB';
  if (NORTH_AMERICAN.has(country)) return 'NA';
  const own = OWN.find((place) => place === country);
  if (own) return own;
  return getPrivacyRegion(country) === 'EU' ? 'EU' : null;
}

/**
 * Sorts emergency phone numbers: those of `region` first, most urgent first; the others keep their order. Null changes
 * nothing.
 */
export function sortEmergencyNumbers<T extends { call: string }>(
  numbers: readonly T[],
  region: EmergencyNumbersRegion | null,
): T[] {
  const first = region === null ? [] : FIRST_NUMBERS[region];
  const rank = ({ call }: T) => (first.includes(call) ? first.indexOf(call) : first.length);
  return numbers.toSorted((one, other) => rank(one) - rank(other));
}

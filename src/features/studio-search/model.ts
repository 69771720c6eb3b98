import type { SettingPlace } from '#shared/contract/admin-search.ts';
import { paths } from '#web/lib/paths.ts';

export interface NamedStudioPlace {
  key: string;
  title: string;
  path: string;
  /** What else it is found by. */
  words?: string;
}

/** The fewest characters to look for: the server knows the same. */
export const MIN_WORDS_LENGTH = 3;
const MAX_PLACES = 10;

const fold = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Finds the places whose names, or what else they are found by, hold all these words, in any case, with accents or without. */
export function findPlaces(places: readonly NamedStudioPlace[], words: string): NamedStudioPlace[] {
  const parts = fold(words).split(/\s+/).filter(Boolean);
  if (parts.length === 0) return [];
  const hasAll = (text: string) => parts.every((part) => fold(text).includes(part));
  const byTitle = places.filter(({ title }) => hasAll(title));
  const byWords = places.filter(
    ({ title, words: others = '' }) => !hasAll(title) && hasAll(`${title} ${others}`),
  );
  return [...byTitle, ...byWords].slice(0, MAX_PLACES);
}

/** Where the studio tells of settings of the server that are about something of its own. */
const PAGES_OF_SETTINGS: readonly [RegExp, string][] = [
  [/^(?:SPEECH|GENERATION)_/, '/admin/generation'],
  [/^(?:STRIPE|BILLING)_/, '/admin/pricing'],
];

/**
 * Returns where in the studio something is set or, of the server's settings, told of; `id` is that of a banner or a saved
 * reply, or the name of an email or a setting.
 */
export function getSettingPath(place: SettingPlace, id: string): string {
  const path = {
    banner: paths.studioBanner(id),
    reply: paths.studioReply(id),
    support: paths.studioSupport('settings'),
    voices: '/admin/narration?view=voices',
    letter: `${paths.admin()}?letters=${id}`,
    environment: PAGES_OF_SETTINGS.find(([name]) => name.test(id))?.[1] ?? paths.studioSafety(),
  };
  return path[place];
}

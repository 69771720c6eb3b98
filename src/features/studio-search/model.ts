import type { SettingPlace } from '#shared/contract/admin-search.ts';
import { paths } from '#web/lib/paths.ts';

export interface NamedStudioPlace {
  key: string;
  title: string;
  path: string;
}

/** The fewest characters to look for: the server knows the same. */
export const MIN_WORDS_LENGTH = 3;
const MAX_PLACES = 10;

const fold = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Finds the places whose names hold all these words, in any case, with accents or without. */
export function findPlaces(places: readonly NamedStudioPlace[], words: string): NamedStudioPlace[] {
  const parts = fold(words).split(/\s+/).filter(Boolean);
  if (parts.length === 0) return [];
  return places
    .filter(({ title }) => parts.every((part) => fold(title).includes(part)))
    .slice(0, MAX_PLACES);
}

/** Returns where in the studio something is set; `id` is that of a banner or a saved reply, or the name of an email. */
export function getSettingPath(place: SettingPlace, id: string): string {
  const path = {
    banner: paths.studioBanner(id),
    reply: paths.studioReply(id),
    support: paths.studioSupport('settings'),
    voices: '/admin/narration?view=voices',
    letter: `${paths.admin()}?letters=${id}`,
  };
  return path[place];
}

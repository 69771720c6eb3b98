export interface NamedPlace {
  key: string;
  title: string;
  path: string;
}

/** The fewest characters to look for: the server knows the same. */
export const MIN_WORDS_LENGTH = 3;
const MAX_PLACES = 10;

const fold = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Finds the places whose names hold all these words, in any case, with accents or without. */
export function findPlaces(places: readonly NamedPlace[], words: string): NamedPlace[] {
  const parts = fold(words).split(/\s+/).filter(Boolean);
  if (parts.length === 0) return [];
  return places
    .filter(({ title }) => parts.every((part) => fold(title).includes(part)))
    .slice(0, MAX_PLACES);
}

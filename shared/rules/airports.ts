export interface Airport {
  code: string;
  city: string;
  /** The city's name in French, where it is another one. */
  cityInFrench: string | null;
  /** Without "Airport" at its end. */
  name: string;
  country: string;
  latitude: number;
  longitude: number;
  timeZone: string;
  /** Other names under which people search for it. */
  aliases: readonly string[];
}

/**
 * Parses the text of content/airports/airports.txt: one airport per line, the large ones first, fields separated by
 * tabs. Nothing is validated.
 */
export function parseAirports(text: string): Airport[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [code = '', city = '', name = '', country = '', ...rest] = line.split('\t');
      const [latitude, longitude, timeZone = 'UTC', aliases = '', cityInFrench = ''] = rest;
      return {
        code,
        city,
        cityInFrench: cityInFrench || null,
        name,
        country,
        latitude: Number(latitude),
        longitude: Number(longitude),
        timeZone,
        aliases: aliases === '' ? [] : aliases.split('|'),
      };
    });
}

/** Normalises a name for search: lower case, no accents, other characters as single spaces. */
export function normaliseNameForSearch(value: string): string {
  return value
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ł', 'l')
    .replaceAll('ø', 'o')
    .replaceAll('æ', 'ae')
    .replaceAll('œ', 'oe')
    .replaceAll('ß', 'ss')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

const startsAnyWord = (words: string, typed: string) => ` ${words}`.includes(` ${typed}`);

interface SearchNames {
  code: string;
  cities: readonly string[];
  name: string;
  words: readonly string[];
  /** The city and the name in one go: "london heathrow", "paris orly". */
  cityAndName: readonly string[];
}

// About 3,000 airports are searched on each key press, on phones: normalised names are cached.
const known = new WeakMap<Airport, SearchNames>();

function getSearchNames(airport: Airport): SearchNames {
  const before = known.get(airport);
  if (before) return before;
  const cities = [airport.city, airport.cityInFrench ?? ''].map(normaliseNameForSearch);
  const name = normaliseNameForSearch(airport.name);
  const made: SearchNames = {
    code: airport.code.toLowerCase(),
    cities,
    name,
    words: [...cities, name, ...airport.aliases.map(normaliseNameForSearch)],
    cityAndName: [cities.join(' '), ...cities].map((city) => `${city} ${name}`),
  };
  known.set(airport, made);
  return made;
}

/** Ranks an airport for a normalised query: 0 is best, null no match. */
function rankAirport(airport: Airport, typed: string): number | null {
  const { code, cities, name, words, cityAndName } = getSearchNames(airport);
  if (code === typed) return 0;
  if (cities.some((city) => city.startsWith(typed))) return 1;
  if (name.startsWith(typed)) return 2;
  if (code.startsWith(typed)) return 3;
  if (words.some((word) => startsAnyWord(word, typed))) return 4;
  return cityAndName.some((both) => startsAnyWord(both, typed)) ? 5 : null;
}

/**
 * Searches airports by code, city, name or alias, from the beginning of any word and ignoring accents; the best matches
 * first, at most `limit`. An empty query finds none. Fast enough for each key press.
 */
export function searchAirports(
  airports: readonly Airport[],
  typed: string,
  limit = 6,
): readonly Airport[] {
  const plain = normaliseNameForSearch(typed);
  if (plain === '') return [];
  return airports
    .map((airport, index) => ({ airport, index, rank: rankAirport(airport, plain) }))
    .filter((found): found is typeof found & { rank: number } => found.rank !== null)
    .toSorted((a, b) => a.rank - b.rank || a.index - b.index)
    .slice(0, limit)
    .map(({ airport }) => airport);
}

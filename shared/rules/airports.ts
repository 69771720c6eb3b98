/** An airport with scheduled flights. */
export interface Airport {
  /** IATA code. */
  code: string;
  city: string;
  /** The city's name in French, where it is another one. */
  cityInFrench: string | null;
  /** Without "Airport" at its end. */
  name: string;
  /** ISO 3166 code of the country. */
  country: string;
  latitude: number;
  longitude: number;
  /** IANA time zone. */
  timeZone: string;
  /** What else people call it. */
  others: readonly string[];
}

/** Reads content/airports/airports.txt: a line an airport, the large ones first, fields parted by tabs. */
export function parseAirports(text: string): Airport[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [code = '', city = '', name = '', country = '', ...rest] = line.split('\t');
      const [latitude, longitude, timeZone = 'UTC', others = '', cityInFrench = ''] = rest;
      return {
        code,
        city,
        cityInFrench: cityInFrench || null,
        name,
        country,
        latitude: Number(latitude),
        longitude: Number(longitude),
        timeZone,
        others: others === '' ? [] : others.split('|'),
      };
    });
}

/** Letters as they are typed in a hurry: without accents, capitals and what stands between words. */
export function plainLetters(value: string): string {
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

const beginsWord = (words: string, typed: string) => ` ${words}`.includes(` ${typed}`);

/** An airport's names as they are typed. */
interface Names {
  code: string;
  cities: readonly string[];
  name: string;
  words: readonly string[];
  /** The city and the name in one go: "london heathrow", "paris orly". */
  whole: readonly string[];
}

// Three thousand airports are searched at each letter, on a phone: their names are made plain once.
const known = new WeakMap<Airport, Names>();

function namesOf(airport: Airport): Names {
  const before = known.get(airport);
  if (before) return before;
  const cities = [airport.city, airport.cityInFrench ?? ''].map(plainLetters);
  const name = plainLetters(airport.name);
  const made: Names = {
    code: airport.code.toLowerCase(),
    cities,
    name,
    words: [...cities, name, ...airport.others.map(plainLetters)],
    whole: [cities.join(' '), ...cities].map((city) => `${city} ${name}`),
  };
  known.set(airport, made);
  return made;
}

/** How well an airport answers what was typed: 0 best, null not at all. */
function rank(airport: Airport, typed: string): number | null {
  const { code, cities, name, words, whole } = namesOf(airport);
  if (code === typed) return 0;
  if (cities.some((city) => city.startsWith(typed))) return 1;
  if (name.startsWith(typed)) return 2;
  if (code.startsWith(typed)) return 3;
  if (words.some((word) => beginsWord(word, typed))) return 4;
  return whole.some((both) => beginsWord(both, typed)) ? 5 : null;
}

/**
 * The airports that what was typed may mean, the likeliest first: by code, city, name or another name,
 * from the beginning of any word, with or without accents. Nothing typed is no airport.
 */
export function findAirports(
  airports: readonly Airport[],
  typed: string,
  most = 6,
): readonly Airport[] {
  const plain = plainLetters(typed);
  if (plain === '') return [];
  return airports
    .map((airport, index) => ({ airport, index, rank: rank(airport, plain) }))
    .filter((found): found is typeof found & { rank: number } => found.rank !== null)
    .toSorted((a, b) => a.rank - b.rank || a.index - b.index)
    .slice(0, most)
    .map(({ airport }) => airport);
}

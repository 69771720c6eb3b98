import { normaliseNameForSearch } from '#shared/rules/airports.ts';

/** Words that say nothing of what is looked for, in both languages. */
const EMPTY_WORDS = new Set(
  (
    'a an and are as at be been by can did do does during for from had has have hear heard i if in is it its just like ' +
    'made makes me my of off on or our sounds sound noise so that the then there they this to was we were what when why ' +
    'with you your plane aircraft airplane normal thing something strange weird every time im whats ' +
    'au aux avec bruit c ca ce cela cest comme d dans de des du elle en est et etait fait il ils j jai je l la le les ' +
    'ma me mes mon n ne on ou par pas pendant pour pourquoi qu quand que quelque quelqu qui quoi s sa se ses si son sur ' +
    'un une y avion normal chose entends entendu bizarre drole fois chaque'
  ).split(' '),
);

/** Something to find, with the words under which people look for it. */
export interface SearchableSound {
  key: string;
  name: string;
  what: string;
  words: string;
}

const listWords = (text: string) =>
  normaliseNameForSearch(text)
    .split(' ')
    .filter((word) => word.length > 1 && !EMPTY_WORDS.has(word));

/**
 * Searches by words as flyers type them: whole sentences, typing mistakes, word endings, no accents. Returns the keys of
 * what fits, the best first; a query without a telling word finds nothing.
 */
export function searchSoundKeys(items: readonly SearchableSound[], query: string): string[] {
  const typed = listWords(query);
  if (typed.length === 0) return [];
  const indexed = items.map((item) => ({
    key: item.key,
    // A word of the name or of the list counts more than one of the explanation.
    fields: [
      { words: new Set([...listWords(item.name), ...listWords(item.words)]), weight: 3 },
      { words: new Set(listWords(item.what)), weight: 1 },
    ],
  }));
  // Each word is compared once with each item: this runs at every key, on phones.
  const byWord = typed.map((word) => {
    const scores = indexed.map(({ fields }) => scoreWord(word, fields));
    const rarity = getRarity(scores);
    return scores.map((score) => score * rarity);
  });
  const scored = indexed.map(({ key }, index) => ({
    key,
    score: byWord.reduce((sum, scores) => sum + scores[index]!, 0),
  }));
  return scored
    .filter(({ score }) => score > 0.5)
    .toSorted((a, b) => b.score - a.score)
    .map(({ key }) => key);
}

type Field = { words: ReadonlySet<string>; weight: number };

const scoreWord = (word: string, fields: readonly Field[]) =>
  Math.max(
    ...fields.map(
      ({ words, weight }) =>
        weight * Math.max(0, ...[...words].map((known) => compareWords(word, known))),
    ),
  );

/** Weighs a word, by its scores, by how few items have it: the logarithm of their share, at least a little. */
function getRarity(scores: readonly number[]): number {
  const count = scores.filter((score) => score > 0).length;
  return Math.log(1 + scores.length / (1 + count));
}

/** Compares a typed word with a known one: 1 for the same, less for the same beginning or a typing mistake, else 0. */
function compareWords(typed: string, known: string): number {
  if (typed === known) return 1;
  const shorter = Math.min(typed.length, known.length);
  if (shorter >= 4 && (known.startsWith(typed) || typed.startsWith(known))) return 0.9;
  if (shorter >= 5 && typed.slice(0, shorter - 1) === known.slice(0, shorter - 1)) return 0.8;
  const allowed = shorter >= 7 ? 2 : shorter >= 4 ? 1 : 0;
  if (allowed === 0 || Math.abs(typed.length - known.length) > allowed) return 0;
  return countEdits(typed, known) <= allowed ? 0.6 : 0;
}

/** Counts the single-letter changes between two words, two swapped letters as one (optimal string alignment). */
function countEdits(one: string, other: string): number {
  const rows = Array.from({ length: one.length + 1 }, (_, i) => [
    i,
    ...Array<number>(other.length).fill(0),
  ]);
  for (let j = 0; j <= other.length; j++) rows[0]![j] = j;
  for (let i = 1; i <= one.length; i++)
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1];
      const isSwapped =
        i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      rows[i]![j] = Math.min(
        rows[i - 1]![j]! + 1,
        rows[i]![j - 1]! + 1,
        rows[i - 1]![j - 1]! + (isSame ? 0 : 1),
        isSwapped ? rows[i - 2]![j - 2]! + 1 : Infinity,
      );
    }
  return rows[one.length]![other.length]!;
}

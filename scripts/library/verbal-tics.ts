import { LANGUAGES, type Language } from '#shared/rules/languages.ts';
import { countWords } from '#shared/rules/spoken-words.ts';
import type { MeasuredSession } from './read.ts';

/** Habits of writing that annoy when a whole library is heard, each as a pattern over a paragraph of a script. */
const TICS: Record<Language, Record<string, RegExp>> = {
  en: {
    'the double hedge':
      /\bor (?:(?:it|they|you) )?(?:may )?(?:be )?(?:no different|the same|neither|nothing(?: at all)?|not)(?=[.,;?!])|, or may not\b|\b(?:higher|lower|more|less|better|worse|easier|harder|stronger|weaker), (?:\w+, )?or (?:\w+|the same)\b/giu,
    'perhaps, maybe': /\b(?:perhaps|maybe)\b/giu,
    'For the flight, carry': /\bfor the flight, (?:carry|take|pack|keep)\b/giu,
    'something to carry or pocket':
      /\bpockets?\b|\bcarry (?:it|this|that|one|two|four|your|the (?!wall|load|aircraft|air))\b/giu,
    'a sentence that begins with Let': /(?<=^|[.?!:] )Let\b/gu,
    'may, might, could': /\b(?:may|might|could)\b/giu,
    'small, little': /\b(?:small|little)\b/giu,
    similes: /\b(?:like an?|as if|as though)\b/giu,
    triads:
      /(?<!\p{L})(?:(?:an?|the|no|your) )?[\p{L}’-]+, (?:(?:an?|the|no|your) )?[\p{L}’-]+,? and (?:(?:an?|the|no|your) )?[\p{L}’-]+(?=[.,;?!])/giu,
  },
  fr: {
    'the double hedge':
      /\bou (?:pas(?: du tout)?|rien(?: du tout)?|non|aucune?(?: des deux)?|l[ae] même|égale?)(?=[.,;?!\u202f])|(?:plus|moins) \p{L}+, ou (?:plus|moins|pas|non)(?!\p{L})/giu,
    'perhaps, maybe': /peut-être/giu,
    'For the flight, carry': /pour le vol, (?:emportez|prenez|gardez)/giu,
    'something to carry or pocket': /emportez|poches?(?!\p{L})/giu,
    'a sentence that begins with Let': /(?<=^|[.?!:…] )Laissez/gu,
    'may, might, could':
      /(?<!\p{L})(?:il se peut|peut|peuvent|pourrait|pourraient)(?!\p{L}|-être)/giu,
    'small, little': /(?<!\p{L})petite?s?(?!\p{L})/giu,
    similes: /(?<!\p{L})comme (?:une?|si|on|d’une?)(?!\p{L})/giu,
    triads:
      /(?<!\p{L})(?:(?:une?|les?|la|des|du) )?[\p{L}’-]+, (?:(?:une?|les?|la|des|du) )?[\p{L}’-]+ et (?:(?:une?|les?|la|des|du) )?[\p{L}’-]+(?=[.,;?!\u202f])/giu,
  },
};

/** How often the same patterns matched in the first edition, of 37 sessions, per 10,000 words. */
const FIRST_EDITION: Record<Language, number> = { en: 186.2, fr: 117.2 };

/** How often each tic occurs in one language of a library, and among how many words. */
export interface VerbalTicCounts {
  words: number;
  tics: Record<string, number>;
}

/** Counts verbal tics (turns of phrase that the scripts overuse) in one language of the library's scripts. */
export function countVerbalTics(
  sessions: readonly Pick<MeasuredSession, 'texts'>[],
  language: Language,
): VerbalTicCounts {
  const paragraphs = sessions
    .flatMap(({ texts }) => texts.filter((text) => text.language === language))
    .flatMap(({ raw }) => raw.slice(raw.indexOf('\n---\n') + 5).split('\n'))
    .filter((line) => line !== '' && !/^[[#]/u.test(line));
  const tics = Object.entries(TICS[language]).map(([name, pattern]) => [
    name,
    paragraphs.reduce((sum, line) => sum + (line.match(pattern)?.length ?? 0), 0),
  ]);
  return {
    words: paragraphs.reduce((sum, line) => sum + countWords(line), 0),
    tics: Object.fromEntries(tics) as Record<string, number>,
  };
}

const getSumPerTenThousand = ({ words, tics }: VerbalTicCounts) =>
  (Object.values(tics).reduce((sum, count) => sum + count, 0) / Math.max(1, words)) * 10_000;

/**
 * Returns a sentence for each language in which verbal tics are more than half as frequent as in the first edition of
 * the library.
 */
export function findVerbalTicFaults(counts: Record<Language, VerbalTicCounts>): string[] {
  return LANGUAGES.flatMap((language) => {
    const sum = getSumPerTenThousand(counts[language]);
    const most = FIRST_EDITION[language] / 2;
    if (sum <= most) return [];
    return [`library/${language}: ${sum.toFixed(1)} tics in 10,000 words, over ${most.toFixed(1)}`];
  });
}

/**
 * Formats the counts of each verbal tic by language, and their sum per 10,000 words beside that of the library's first
 * edition.
 */
export function formatVerbalTicTable(counts: Record<Language, VerbalTicCounts>): string {
  const lines = Object.keys(counts.en.tics).map(
    (name) => `${name.padEnd(34)} ${counts.en.tics[name]} en  ${counts.fr.tics[name]} fr`,
  );
  const sums = LANGUAGES.map((language) => {
    const sum = getSumPerTenThousand(counts[language]);
    const first = FIRST_EDITION[language];
    return (
      `${language}: ${sum.toFixed(1)} in 10,000 words; ` +
      `the first edition had ${first} (${Math.round((sum / first) * 100)} %)`
    );
  });
  return [...lines, ...sums].join('\n');
}

export interface WordSearch {
  find: string;
  isCaseSensitive: boolean;
  isWholeWord: boolean;
}

/** A line of a script in which words were found: its number from 1, and its text with the spans of what was found. */
export interface LineWithFoundWords {
  line: number;
  text: string;
  spans: [start: number, end: number][];
}

/** The lines of a script's head whose values people read; a source is an address, which no word is looked for in. */
const READ_HEADER = /^\s*(?:title|summary|tags)\s*:/u;
/** A space or an apostrophe is found however it was typed. */
const SPACES = '[ \\t\\u00a0\\u2009\\u202f]';
const APOSTROPHES = "['’ʼ]";

function buildPattern({ find, isCaseSensitive, isWholeWord }: WordSearch): RegExp {
  const words = find
    .replace(/[.*+?^${}()|[\]\\/]/gu, String.raw`\$&`)
    .replace(/\s/gu, SPACES)
    .replace(/['’ʼ]/gu, APOSTROPHES);
  const whole = isWholeWord ? String.raw`(?<![\p{L}\p{N}])${words}(?![\p{L}\p{N}])` : words;
  return new RegExp(whole, isCaseSensitive ? 'gu' : 'giu');
}

/** Splits a line into what stays as it is, such as `title:`, and what people read or hear of it. */
function splitLine(line: string, isInHead: boolean): [kept: string, words: string] {
  if (isInHead) {
    const key = READ_HEADER.exec(line)?.[0] ?? line;
    return [key, line.slice(key.length)];
  }
  return /^\s*[[#]/u.test(line) ? [line, ''] : ['', line];
}

/** Applies `change` to what people read or hear of each line of a script; line breaks stay as they are. */
function mapWords(script: string, change: (words: string, line: number, kept: string) => string) {
  const parts = script.split(/(\r\n|\r|\n)/u);
  const separator = parts.findIndex((part) => part.trim() === '---');
  return parts
    .map((part, index) => {
      if (index % 2 === 1) return part;
      const [kept, words] = splitLine(part, index <= separator);
      return kept + (words === '' ? '' : change(words, index / 2 + 1, kept));
    })
    .join('');
}

/** Finds words in what people read or hear of a script: its title, summary, tags and lines of text. */
export function findWordsInScript(script: string, search: WordSearch): LineWithFoundWords[] {
  const pattern = buildPattern(search);
  const found: LineWithFoundWords[] = [];
  mapWords(script, (words, line, kept) => {
    const spans = Array.from(words.matchAll(pattern), ({ index, 0: match }): [number, number] => [
      kept.length + index,
      kept.length + index + match.length,
    ]);
    if (spans.length > 0) found.push({ line, text: kept + words, spans });
    return words;
  });
  return found;
}

/** Returns the script with every place that `findWordsInScript` finds replaced by `replacement`, as it stands. */
export function replaceWordsInScript(
  script: string,
  search: WordSearch,
  replacement: string,
): string {
  const pattern = buildPattern(search);
  return mapWords(script, (words) => words.replace(pattern, () => replacement));
}

/** Counts the places in which words were found. */
export const countFoundWords = (lines: readonly LineWithFoundWords[]): number =>
  lines.reduce((sum, { spans }) => sum + spans.length, 0);

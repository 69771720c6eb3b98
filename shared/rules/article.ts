import type { ScriptError } from './script-error.ts';
import { countWords } from './spoken-words.ts';

export type ArticleBlock =
  | { type: 'heading' | 'paragraph'; text: string }
  | { type: 'list'; items: string[] };

export interface Article {
  title: string;
  /** Text that search engines show below the title. */
  description: string;
  /** Author, title and year of each document that the facts are from. */
  sources: string[];
  blocks: ArticleBlock[];
}

export type ParsedArticle = { ok: true; article: Article } | { ok: false; errors: ScriptError[] };

const KEYS = ['title', 'description', 'source'] as const;
type Key = (typeof KEYS)[number];
const HEADER_LINE = /^(\w+):\s*(.*)$/u;
const MARKUP = /^(?:#(?!# )|[*+>]\s|\d+\.\s)|\*\*|\]\(|<\w/u;

function isKey(key: string | undefined): key is Key {
  return (KEYS as readonly (string | undefined)[]).includes(key);
}

/**
 * Parses an article: a header of `title:`, `description:` and `source:` lines, a line `---`, then paragraphs (a line
 * each), headings (`## …`) and lists (`- …`). Returns either the article or every error with its line.
 */
export function parseArticle(raw: string): ParsedArticle {
  const lines = raw.split(/\r?\n/u);
  const separator = lines.findIndex((line) => line.trim() === '---');
  if (separator < 0) {
    const message = 'Write a line with only --- between the header and the text.';
    return { ok: false, errors: [{ line: 1, code: 'missing_separator', message }] };
  }
  const errors: ScriptError[] = [];
  const header = parseHeader(lines.slice(0, separator), errors);
  const blocks = parseBlocks(lines.slice(separator + 1), separator + 2, errors);
  if (blocks[0]?.type !== 'paragraph') {
    const message = 'Begin the text with a paragraph that answers the question.';
    errors.push({ line: separator + 2, code: 'no_opening', message });
  }
  return errors.length > 0 ? { ok: false, errors } : { ok: true, article: { ...header, blocks } };
}

function parseHeader(lines: readonly string[], errors: ScriptError[]): Omit<Article, 'blocks'> {
  const values: Record<Key, string[]> = { title: [], description: [], source: [] };
  for (const [index, raw] of lines.entries()) {
    const [, key, value = ''] = HEADER_LINE.exec(raw.trim()) ?? [];
    const line = index + 1;
    if (!isKey(key) || value === '') {
      const message = 'Write "title: …", "description: …" or "source: …" above the line ---.';
      errors.push({ line, code: 'bad_header', message });
    } else if (key !== 'source' && values[key].length > 0) {
      const message = `Keep one "${key}:"; only "source" may be repeated.`;
      errors.push({ line, code: 'duplicate_header', message });
    } else values[key].push(value);
  }
  for (const key of KEYS)
    if (values[key].length === 0 && !errors.some(({ code }) => code === 'bad_header'))
      errors.push({
        line: lines.length + 1,
        code: `missing_${key}`,
        message: `Write "${key}: …" above the line ---.`,
      });
  const { title, description, source } = values;
  return { title: title[0] ?? '', description: description[0] ?? '', sources: source };
}

function parseBlocks(
  lines: readonly string[],
  firstLine: number,
  errors: ScriptError[],
): ArticleBlock[] {
  const blocks: ArticleBlock[] = [];
  let isListOpen = false;
  for (const [index, raw] of lines.entries()) {
    const text = raw.trim();
    if (MARKUP.test(text)) {
      const message = 'Write plain paragraphs, "## " before a heading and "- " before an item.';
      errors.push({ line: firstLine + index, code: 'unknown_markup', message });
      continue;
    }
    const [, mark, rest = ''] = /^(##|-)\s+(.*)$/u.exec(text) ?? [];
    const last = blocks.at(-1);
    if (mark === '-' && isListOpen && last?.type === 'list') last.items.push(rest);
    else if (mark === '-') blocks.push({ type: 'list', items: [rest] });
    else if (mark === '##') blocks.push({ type: 'heading', text: rest });
    else if (text !== '') blocks.push({ type: 'paragraph', text });
    isListOpen = mark === '-';
  }
  return blocks;
}

/** Counts the words of an article's paragraphs, headings and items. */
export function countArticleWords({ blocks }: Pick<Article, 'blocks'>): number {
  const texts = blocks.flatMap((block) => (block.type === 'list' ? block.items : [block.text]));
  return texts.reduce((sum, text) => sum + countWords(text), 0);
}
